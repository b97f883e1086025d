// Batches in any order: a program that is right only because a row is written from left to right is found out, and algorithms
// that ship are right in every order.
#include <gtest/gtest.h>

#include "lab/check.hpp"
#include "lab/machine/program_by_name.hpp"

namespace doorway::lab {
namespace {

// A process that sees the right end of the other's row written takes the left end for written, too.
template <class Memory>
class trusts_the_left_end {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  trusts_the_left_end(Memory& memory, const parameters& /*size*/)
      : Row(memory, {.name = "Row", .rows = 2, .columns = 2, .domain = 2}), Box(memory, {.name = "Box"}) {}

  template <class Here>
  bool enter(Here& here) const {
    Row.write_row(here.id(), 1);
    const auto other = 1 - here.id();
    if (Row.read(other, 1) == 1) return Box.read(Row.read(other, 0) == 1 ? 0 : 99) == 0;  // there is no Box[99]
    return true;
  }
  template <class Here>
  void exit(Here& /*here*/) const {}
  template <class Here>
  void abort(Here& /*here*/) const {}
  template <class Here>
  void recover(Here& /*here*/) const {}

 private:
  registers<Memory> Row, Box;
};

template <template <class> class Algorithm>
verdict ask(bool any_order) {
  const program_of<Algorithm> code({.n = 2}, {.passages = 1, .any_order = any_order});
  question asked;
  asked.claims = {claim::declarations};
  return check(code, asked).findings.at(0).is;
}

TEST(any_order, finds_who_trusts_the_order) {
  EXPECT_EQ(ask<trusts_the_left_end>(false), verdict::holds_up_to);
  EXPECT_EQ(ask<trusts_the_left_end>(true), verdict::violated);
}

class ships_in : public testing::TestWithParam<const char*> {};
TEST_P(ships_in, any_order) {
  const auto code = named_program(
      {.algorithm = GetParam(), .size = {.n = 3, .k = 1}, .registers = register_model::atomic, .any_order = true});
  question asked;
  asked.claims = {claim::exclusion, claim::declarations, claim::starvation_freedom, claim::fcfs};
  for (const auto& f : check(*code, asked).findings) EXPECT_EQ(f.is, verdict::holds_up_to) << name(f.what) << f.reason;
}
INSTANTIATE_TEST_SUITE_P(algorithms, ships_in, testing::Values("bakery", "k-bakery", "k-bakery-cc"));

}  // namespace
}  // namespace doorway::lab
