// Looking at many registers at once, by every width that this processor has, beside a plain loop: every size up to what 1024
// processes need, every own position, a difference at every place, and values at the edges.
//
// Catches a word that is compared twice or not at all, one's own that counts, halves of a line mixed up, a comparison that is
// strict where it must not be, and one that takes large tickets for small. DOORWAY_SCAN says no more than which of these
// a program uses.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "doorway/platform/scan.hpp"

namespace {

using doorway::infinity;
using doorway::process_id;
using doorway::word;
using doorway::words_per_line;
namespace scan = doorway::scan;

constexpr std::size_t most_lines = doorway::most_processes / words_per_line;

// Words on lines of their own. What lies before and after is none of a scan's business, and differs from everything.
class lines {
 public:
  explicit lines(std::size_t count) : count_(count), room_((count + 3) * words_per_line, 0x5555'5555'5555'5555) {}
  word* first() {
    const auto at = reinterpret_cast<std::uintptr_t>(room_.data());
    return room_.data() + (64 - at % 64) % 64 / sizeof(word) + words_per_line;
  }
  std::uint8_t* bytes() { return reinterpret_cast<std::uint8_t*>(first()); }
  void fill(word value) {
    for (std::size_t i = 0; i < words(); ++i) first()[i] = value;
  }
  [[nodiscard]] std::size_t words() const { return count_ * words_per_line; }
  [[nodiscard]] std::size_t count() const { return count_; }

 private:
  std::size_t count_;
  std::vector<word> room_;
};

std::vector<scan::width> widths() {
  std::vector<scan::width> all{scan::width::scalar};
  const auto widest = scan::detail::find_width();
  if (widest >= scan::width::avx2) all.push_back(scan::width::avx2);
  if (widest >= scan::width::avx512) all.push_back(scan::width::avx512);
  return all;
}
std::string name_of(scan::width how) {
  return how == scan::width::scalar ? "scalar" : how == scan::width::avx2 ? "avx2" : "avx512";
}

class every_width : public testing::TestWithParam<scan::width> {};
INSTANTIATE_TEST_SUITE_P(scan, every_width, testing::ValuesIn(widths()),
                         [](const auto& of) { return name_of(of.param); });

// Every place of every size where one word differs, by each of its bytes; and one's own, which is nobody's business.
TEST_P(every_width, others_are_words) {
  for (std::size_t count = 1; count <= most_lines; count = count < 6 ? count + 1 : 2 * count + count % 3) {
    lines all(count);
    const auto own_places = all.words() <= 64 ? all.words() : 24;
    for (std::size_t turn = 0; turn < own_places; ++turn) {
      const std::size_t own = all.words() <= 64 ? turn
                              : turn < 8        ? turn
                              : turn < 16       ? all.words() - turn + 7
                                                : turn * 37 % all.words();
      const auto others = scan::others_of::words(all.first(), count, static_cast<process_id>(own), GetParam());
      for (const word value : {word{0}, word{1}, infinity, ~word{0}}) {
        all.fill(value);
        all.first()[own] = ~value;
        ASSERT_TRUE(others.all(value)) << count << " lines, own " << own;
        all.first()[own] = value;
        ASSERT_TRUE(others.all(value)) << count << " lines, own " << own;
      }
      for (std::size_t i = 0; i < all.words(); ++i) {
        if (i == own) continue;
        const word before = std::exchange(all.first()[i], ~word{0} ^ word{1} << (own + i) % 64);
        ASSERT_FALSE(others.all(~word{0})) << count << " lines, own " << own << ", other " << i;
        all.first()[i] = before;
      }
    }
  }
}

// The same of bytes: 1 to 128 words are up to 1024 processes.
TEST_P(every_width, others_are_bytes) {
  for (const std::size_t count : {1U, 2U, 3U, 5U, 16U}) {
    lines all(count);
    const std::size_t bytes = all.words() * sizeof(word);
    for (std::size_t own = 0; own < bytes; own += bytes <= 128 ? 1 : 7) {
      const auto others = scan::others_of::bytes(all.first(), count, static_cast<process_id>(own), GetParam());
      for (const word value : {word{0}, word{1}, word{255}}) {
        all.fill(value * 0x0101'0101'0101'0101);
        ASSERT_TRUE(others.all(value));
        all.bytes()[own] = static_cast<std::uint8_t>(~value);
        ASSERT_TRUE(others.all(value)) << count << " lines, own " << own;
        for (std::size_t i = 0; i < bytes; ++i) {
          if (i == own) continue;
          all.bytes()[i] = static_cast<std::uint8_t>(value ^ 1U << (i + own) % 8);
          ASSERT_FALSE(others.all(value)) << count << " lines, own " << own << ", other " << i;
          all.bytes()[i] = static_cast<std::uint8_t>(value);
        }
      }
    }
  }
}

// The largest, at each place of each size: among smaller ones, and the largest there is.
TEST_P(every_width, max) {
  for (std::size_t count = 1; count <= most_lines; ++count) {
    lines all(count);
    all.fill(0);
    ASSERT_EQ(scan::max(all.first(), count, GetParam()), 0U);
    for (std::size_t i = 0; i < all.words(); ++i) all.first()[i] = (i * 2654435761U) % 1000;
    for (std::size_t i = 0; i < all.words(); ++i)
      for (const word largest : {word{1000}, word{1} << 32, word{1} << 40 | i, infinity}) {
        const word before = std::exchange(all.first()[i], largest);
        ASSERT_EQ(scan::max(all.first(), count, GetParam()), largest) << count << " lines, at " << i;
        all.first()[i] = before;
      }
  }
}

word plain_later(const word* at, process_id base, word among, word ticket, process_id p) {
  word found = 0;
  for (process_id b = 0; b < 64; ++b) {
    if ((among >> b & 1) == 0) continue;
    const process_id i = base + b;
    if (ticket < at[b] || (ticket == at[b] && p < i)) found |= word{1} << b;
  }
  return found;
}

// Each process p against 64 others before, around and behind it; tickets smaller, equal, larger by one, and infinite. Ticket 0
// does not occur: who asks has one. Nor is p among those it asks about.
TEST_P(every_width, later) {
  std::mt19937_64 random(7);
  lines all(64 / words_per_line);
  for (process_id base = 0; base < 3 * 64; base += 64)
    for (process_id p = 0; p < 4 * 64; ++p)
      for (const word ticket : {word{1}, word{2}, word{1} << 32, infinity - 1}) {
        for (int turn = 0; turn < 8; ++turn) {
          for (std::size_t i = 0; i < all.words(); ++i) {
            const word near[] = {ticket - 1, ticket, ticket + 1, infinity, 0};
            all.first()[i] = near[random() % 5];
          }
          word among = turn == 0 ? ~word{0} : turn == 1 ? word{0xFF} << (p / 8 * 8) % 64 : random();
          if (p / 64 == base / 64) among &= ~(word{1} << p % 64);
          ASSERT_EQ(scan::later(all.first(), base, among, ticket, p, GetParam()),
                    plain_later(all.first(), base, among, ticket, p))
              << "base " << base << ", p " << p << ", ticket " << ticket;
        }
      }
}

}  // namespace
