// The priority queue in registers against std::priority_queue, on random operations; and the steps that each takes.
#include "doorway/algorithms/blocks/priority_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <queue>
#include <random>
#include <utility>
#include <vector>

namespace doorway {
namespace {

// Counts the accesses.
class counting_memory {
 public:
  struct array {
    counting_memory* of;
    std::size_t first;
    static constexpr extras leaves_out = extras::all_but({});
    [[nodiscard]] word read(cell at) const {
      ++of->steps;
      return of->words.at(first + at.row);
    }
    void write(cell at, word value) const {
      ++of->steps;
      of->words.at(first + at.row) = value;
    }
  };
  array declare(const declaration& shape) {
    words.resize(words.size() + shape.size(), shape.initial);
    return {this, words.size() - shape.size()};
  }
  std::vector<word> words;
  std::uint64_t steps = 0;
};

constexpr process_id n = 64;
constexpr word tickets = 7 * n + 1;  // the dummy is 0, and comes before all

// The same by the standard library: pairs (ticket, process), the least first; who has been taken out is passed over.
class model {
 public:
  void insert(process_id q, word ticket) {
    if (!in_.try_emplace(q, ticket).second) return;
    all_.emplace(ticket, q);
  }
  void remove(process_id q) { in_.erase(q); }
  word first() {
    while (!all_.empty()) {
      const auto [ticket, q] = all_.top();
      if (const auto found = in_.find(q); found != in_.end() && found->second == ticket) return word{q} + 1;
      all_.pop();
    }
    return priority_queue<counting_memory>::none;
  }
  [[nodiscard]] std::size_t size() const { return in_.size(); }

 private:
  using entry = std::pair<word, process_id>;
  std::priority_queue<entry, std::vector<entry>, std::greater<>> all_;
  std::map<process_id, word> in_;
};

// With m in the heap there are floor(log2 m) levels below the top, and a level costs at most four accesses (two sons read, an
// entry and its place written); besides there are at most eight: the size and the place read and written, the last and the
// father of the hole read, an entry and its place written.
std::uint64_t most_steps(std::size_t m) { return 8 + 4 * (std::bit_width(m) - 1); }

TEST(priority_queue, does_as_the_standard_one_in_logarithmically_many_steps) {
  std::mt19937 random(1);
  const auto before = [](word i, word j) { return i < j; };
  for (const process_id about : {1U, 2U, 3U, 8U, n}) {  // so many ever come: the others must cost nothing
    counting_memory memory;
    const priority_queue<counting_memory> queue(memory, n, tickets);
    model expected;
    std::uint64_t worst = 0;
    for (int i = 0; i < 20'000; ++i) {
      const auto q = static_cast<process_id>(random() % about);
      const auto m = expected.size();
      memory.steps = 0;
      if (random() % 2 == 0) {
        const word ticket = random() % 8 == 0 ? 0 : random() % tickets;
        queue.insert(q, ticket, before);
        expected.insert(q, ticket);
      } else {
        queue.remove(q, before);
        expected.remove(q);
      }
      ASSERT_LE(memory.steps, most_steps(std::max(m, expected.size()) + (m == 0 ? 1 : 0))) << m << " in it";
      worst = std::max(worst, memory.steps);
      memory.steps = 0;
      ASSERT_EQ(queue.first(), expected.first()) << "operation " << i;
      ASSERT_LE(memory.steps, 2U);
    }
    EXPECT_LE(worst, most_steps(about));
  }
}

}  // namespace
}  // namespace doorway
