// What core/registers.hpp makes of reads and writes, on a memory of words that keeps a list of what was done to it. The lists are told by
// hand from the comment beside each operation. It would catch a cell left out or taken twice, and an announce that is only a write.
#include "doorway/core/registers.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "doorway/core/process_set.hpp"

namespace doorway {
namespace {

class noted {
 public:
  class array {
   public:
    static constexpr extras leaves_out = extras::all_but({extra::announce});
    word read(cell at) const { return (*words_)[place(at)]; }
    void write(cell at, word value) const { note("w", at, value); }
    void announce(cell at, word value) const { note("a", at, value); }

   private:
    friend class noted;
    [[nodiscard]] std::size_t place(cell at) const { return std::size_t{at.row} * columns_ + at.column; }
    void note(const char* how, cell at, word value) const {
      done_->push_back(how + std::to_string(at.row) + std::to_string(at.column));
      (*words_)[place(at)] = value;
    }
    std::vector<word>* words_ = nullptr;
    std::vector<std::string>* done_ = nullptr;
    process_id columns_ = 1;
  };
  array declare(const declaration& shape) {
    words.assign(std::size_t{shape.rows} * shape.columns, shape.initial);
    array made;
    made.words_ = &words;
    made.done_ = &done;
    made.columns_ = shape.columns;
    return made;
  }
  std::vector<word> words;
  std::vector<std::string> done;
};

using list = std::vector<std::string>;

struct of_three_by_three : testing::Test {
  noted memory;
  registers<noted> X{memory, {.name = "X", .rows = 3, .columns = 3}};
};
struct of_four : testing::Test {
  noted memory;
  registers<noted> X{memory, {.name = "X", .rows = 4}};
};

TEST_F(of_three_by_three, rows_and_columns_are_written_in_ascending_order) {
  X.write_row(1, 5);
  EXPECT_EQ(memory.done, (list{"w10", "w11", "w12"}));
  memory.done.clear();
  X.write_row_to_others(1, 6);
  EXPECT_EQ(memory.done, (list{"w10", "w12"}));
  memory.done.clear();
  X.write_column(2, 7);
  EXPECT_EQ(memory.done, (list{"w02", "w12", "w22"}));
}
TEST_F(of_three_by_three, the_last_write_is_announced) {
  X.announce_row(1, 5);
  EXPECT_EQ(memory.done, (list{"w10", "w11", "a12"}));
  memory.done.clear();
  X.announce_column(0, 5);
  EXPECT_EQ(memory.done, (list{"w00", "w10", "a20"}));
  memory.done.clear();
  X.announce_row_to_others(0, 5);
  EXPECT_EQ(memory.done, (list{"w01", "a02"}));
  memory.done.clear();
  X.announce_row_to_others(1, 5);
  EXPECT_EQ(memory.done, (list{"w10", "a12"}));
  memory.done.clear();
  X.announce_row_to_others(2, 5);
  EXPECT_EQ(memory.done, (list{"w20", "a21"}));
  memory.done.clear();
  X.announce(2, 1, 4);
  X.write(0, 1, 4);
  EXPECT_EQ(memory.done, (list{"a21", "w01"}));
}
TEST_F(of_three_by_three, the_largest_of_a_column) {
  memory.words = {9, 3, 0, 9, 4, 0, 9, 2, 0};
  EXPECT_EQ(X.max_of_column(1), 4U);
  EXPECT_EQ(X.max_of_column(2), 0U);
  EXPECT_EQ(X.max(), 9U);
}
TEST_F(of_four, all_are_seen) {
  memory.words = {5, 0, 7, 8};
  std::set<std::pair<process_id, word>> seen;
  X.collect([&](process_id i, word value) { seen.emplace(i, value); });
  EXPECT_EQ(seen, (std::set<std::pair<process_id, word>>{{0, 5}, {1, 0}, {2, 7}, {3, 8}}));
  EXPECT_EQ(X.locate(2).read(), 7U);
  EXPECT_FALSE(X.is_one_line());
}
TEST_F(of_four, alone_is_who_sees_nobody_else) {
  EXPECT_TRUE(X.announce_alone(1, 6, 0));
  EXPECT_EQ(memory.done, (list{"a10"}));
  EXPECT_EQ(memory.words, (std::vector<word>{0, 6, 0, 0}));
  EXPECT_FALSE(X.announce_alone(0, 6, 0));
  EXPECT_FALSE(X.announce_alone(3, 6, 0));
  memory.words = {0, 6, 0, 2};
  EXPECT_FALSE(X.announce_alone(1, 6, 0));
}
// (4, 1) comes after (4, 0) and (3, 3), and before (4, 2).
TEST_F(of_four, later_ones_are_erased) {
  memory.words = {4, 4, 4, 3};
  process_set all;
  for (process_id i = 0; i < 4; ++i) all.insert(i);
  X.erase_later(all, 4, 1);
  std::vector<process_id> left;
  for (auto i : all) left.push_back(i);
  EXPECT_EQ(left, (std::vector<process_id>{0, 1, 3}));
}

}  // namespace
}  // namespace doorway
