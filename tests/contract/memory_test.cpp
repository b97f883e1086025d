// What registers are made of: where they lie, that they begin as declared, and that a look at a running lock sees them all. What is
// expected is told by hand from the comments of memory/. It would catch two registers in one word, a register nobody has initialised, and a
// row left out of a look.
#include "doorway/memory/threads.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "doorway/memory/snapshot.hpp"

namespace doorway {
namespace {

TEST(placement, packs_what_each_process_writes_alone) {
  const placement bits({.name = "bits", .rows = 9, .domain = 256});
  EXPECT_EQ(bits.packed, packing::bytes);
  EXPECT_EQ(bits.words, words_per_line);  // nine bytes are two words
  const placement tickets({.name = "tickets", .rows = 9, .domain = 257});
  EXPECT_EQ(tickets.packed, packing::words);
  EXPECT_EQ(tickets.words, 2 * words_per_line);
  EXPECT_EQ(placement({.name = "unbounded", .rows = 2}).packed, packing::words);
}
// Packed registers are looked at together and written with plain numbers: not what several write, or what has a home, or a matrix.
TEST(placement, packs_nothing_else) {
  const declaration others[] = {{.name = "X", .rows = 3, .domain = 2, .writer = writer::anyone},
                                {.name = "X", .rows = 3, .domain = 2, .writer = writer::row_or_column},
                                {.name = "X", .rows = 3, .domain = 2, .home = home::row},
                                {.name = "X", .rows = 3, .columns = 2, .domain = 2},
                                {.name = "X", .rows = 3, .planes = 2, .domain = 2},
                                {.name = "X", .rows = 2, .columns = 3, .domain = 2, .home = home::column},
                                {.name = "X", .rows = 2, .columns = 3, .planes = 2, .domain = 2, .home = home::column}};
  for (const auto& shape : others) {
    const placement where(shape);
    EXPECT_EQ(where.packed, packing::none);
    std::set<std::size_t> words;
    std::set<std::size_t> lines_of_row[4], lines_of_column[4];
    for (process_id r = 0; r < shape.rows; ++r)
      for (process_id c = 0; c < shape.columns; ++c)
        for (process_id p = 0; p < shape.planes; ++p) {
          const auto at = where.offset({r, c, p});
          EXPECT_LT(at, where.words);
          EXPECT_TRUE(words.insert(at).second) << "two registers in one word";
          lines_of_row[r].insert(at / words_per_line);
          lines_of_column[c].insert(at / words_per_line);
        }
    // What is at home with the process of a row (of a column) shares a line with nothing else.
    const auto& mine = shape.home == home::column ? lines_of_column : lines_of_row;
    std::set<std::size_t> all;
    std::size_t each = 0;
    for (const auto& some : mine) {
      all.insert(some.begin(), some.end());
      each += some.size();
    }
    EXPECT_EQ(all.size(), each);
  }
}

// Words that were somebody else's before are zero: large ones and small ones, so that the allocator gives some back.
TEST(words, are_zero_in_the_beginning) {
  for (const std::size_t count : {8U, 64U, 512U, 4096U})
    for (int round = 0; round < 4; ++round) {
      const detail::lines fresh(count);
      EXPECT_TRUE(std::all_of(fresh.words().begin(), fresh.words().end(), [](word one) { return one == 0; }));
      std::fill(fresh.words().begin(), fresh.words().end(), ~word{0});
    }
}

template <class Memory>
class some_registers {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  some_registers(Memory& memory, const parameters& size)
      : Bits(memory, {.name = "Bits", .rows = size.n, .initial = 1, .domain = 2}),
        Matrix(memory, {.name = "Matrix", .rows = size.n, .columns = 2, .planes = 2, .initial = 7}) {}
  template <class Here>
  bool enter(Here& here) const {
    Bits.write(here.id(), 0);
    return true;
  }
  template <class Here>
  void exit(Here& /*here*/) const {}

  registers<Memory> Bits, Matrix;
};

TEST(snapshot, shows_every_register) {
  const parameters size{.n = 3};
  threads memory(size.n, detail::words_needed<some_registers>(size));
  const some_registers<threads> algorithm(memory, size);
  const auto all = [&] {
    std::vector<word> bits, matrix;
    for (const auto& array : snapshot<some_registers>(memory.words(), size)) {
      if (array.shape.name == "Bits") bits = array.values;
      if (array.shape.name == "Matrix") matrix = array.values;
    }
    return std::pair(bits, matrix);
  };
  EXPECT_EQ(all().first, std::vector<word>(3, 1));
  EXPECT_EQ(all().second, std::vector<word>(12, 7));
  algorithm.Bits.write(1, 0);
  algorithm.Matrix.write(0, 1, 0, 2);
  algorithm.Matrix.write(2, 1, 1, 9);
  EXPECT_EQ(all().first, (std::vector<word>{1, 0, 1}));
  EXPECT_EQ(all().second, (std::vector<word>{7, 7, 2, 7, 7, 7, 7, 7, 7, 7, 7, 9}));
}

}  // namespace
}  // namespace doorway
