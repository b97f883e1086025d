// The set of states against std::set, for keys of every length. It would catch a key that loses its last bytes or those of its
// neighbour, one that cannot be found again after the table has grown, and one that is there twice.
#include "lab/search/state_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

namespace doorway::lab {
namespace {

// Keys as layout makes them: bit 63 of the first word is set, and after so many bytes all is zero. Every eighth has nothing but
// ones: what spills over is seen.
template <std::size_t Words>
class keys {
 public:
  explicit keys(std::size_t bytes) : words_((bytes + 7) / 8), last_(~std::uint64_t{0} >> (8 * (words_ * 8 - bytes))) {}

  key<Words> operator()() {
    key<Words> made;
    const bool ones = chance_() % 8 == 0;
    for (auto& part : made) part = ones ? ~std::uint64_t{0} : chance_();
    made[0] = chance_() | std::uint64_t{1} << 63U;
    made[words_ - 1] &= last_;
    std::fill(made.begin() + static_cast<std::ptrdiff_t>(words_), made.end(), 0);
    return made;
  }

 private:
  std::mt19937_64 chance_{1};
  std::size_t words_;  // in use
  std::uint64_t last_;
};

template <std::size_t Words>
void expect_the_same(const state_set<Words>& found, const std::set<key<Words>>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  std::vector<key<Words>> held;
  for (std::size_t i = 0; i < found.capacity(); ++i)
    if (found.holds(i)) held.push_back(found[i]);
  std::sort(held.begin(), held.end());
  ASSERT_TRUE(std::equal(held.begin(), held.end(), wanted.begin(), wanted.end()));
  for (const auto& one : wanted) {
    const std::size_t place = found.find(one);
    ASSERT_NE(place, found.missing);
    ASSERT_EQ(found[place], one);
  }
}

// Starts with few places; is looked through after every growth.
template <std::size_t Words>
void fill(std::size_t bytes) {
  SCOPED_TRACE(testing::Message() << bytes << " bytes each");
  constexpr std::size_t count = 20'000;
  keys<Words> next(bytes);
  state_set<Words> found(1024, bytes);
  std::set<key<Words>> wanted;
  unsigned growths = 0;
  while (wanted.size() < count) {
    if (found.is_full()) {
      found.grow();
      ++growths;
      expect_the_same(found, wanted);
    }
    const key<Words> made = next();
    ASSERT_EQ(found.insert(made, mixed(made)), wanted.insert(made).second);
    ASSERT_FALSE(found.insert(made, mixed(made)));
  }
  EXPECT_EQ(growths, 3U);
  expect_the_same(found, wanted);
  for (int i = 0; i < 1000; ++i) {
    const key<Words> other = next();
    ASSERT_EQ(found.find(other) == found.missing, !wanted.contains(other));
  }
}

TEST(state_set, holds_what_was_put_in) {
  fill<1>(8);
  fill<2>(9);
  fill<2>(15);
  fill<2>(16);
  fill<3>(17);
  fill<4>(26);
  fill<5>(39);
  fill<5>(40);
}
// A model is compiled for 5 and for 8 words, and may need fewer.
TEST(state_set, holds_keys_that_need_fewer_words_than_they_have) {
  fill<5>(32);
  fill<5>(26);
  fill<8>(50);
}

// A larger one grows by half: the new home of many a key is hardly above its place, and of some below.
TEST(state_set, grows_by_half) {
  constexpr std::size_t bytes = 9;
  constexpr std::size_t before = std::size_t{1} << 20U;
  state_set<2> found(before, bytes);
  keys<2> next(bytes);
  std::size_t count = 0;
  for (; !found.is_full(); ++count) {
    const key<2> made = next();
    found.insert(made, mixed(made));
  }
  const std::size_t size = found.size();
  found.grow();
  ASSERT_EQ(found.capacity(), before / 2 * 3);
  ASSERT_EQ(found.size(), size);
  std::size_t held = 0;
  for (std::size_t i = 0; i < found.capacity(); ++i) held += found.holds(i) ? 1U : 0U;
  ASSERT_EQ(held, size);
  keys<2> again(bytes);
  for (; count > 0; --count) {
    const key<2> made = again();
    const std::size_t place = found.find(made);
    ASSERT_NE(place, found.missing);
    ASSERT_EQ(found[place], made);
  }
}

// Another key for the same state, in its place: those beside it stay what they are.
TEST(state_set, changes_one_key_alone) {
  constexpr std::size_t bytes = 13;
  keys<2> next(bytes);
  state_set<2> found(64, bytes);
  std::vector<key<2>> wanted(64);
  for (std::size_t i = 0; i < 2000; ++i) {
    const std::size_t place = i * 37 % wanted.size();
    wanted[place] = next();
    found.set(place, wanted[place]);
    for (std::size_t at = 0; at < wanted.size(); ++at) ASSERT_EQ(found[at], wanted[at]);
  }
}

}  // namespace
}  // namespace doorway::lab
