// Parking as it ships with three processes: what parked_test.cpp does with two, and longer.
#include "doorway/algorithms/k_exclusion/k_bakery_cc.hpp"
#include "doorway/algorithms/mutual_exclusion/bakery.hpp"
#include "lab/parked_look.hpp"

namespace doorway::lab {
namespace {

const std::vector<claim> claims{claim::exclusion, claim::starvation_freedom};

TEST(parked_deep, k_bakery_cc_three_one_slot) {
  expect_holds(look<k_bakery_cc>({.n = 3, .k = 1}, {.passages = 1}, claims));
}
TEST(parked_deep, k_bakery_cc_three_two_slots) {
  expect_holds(look<k_bakery_cc>({.n = 3, .k = 2}, {.passages = 1}, claims));
}
TEST(parked_deep, bakery_three) { expect_holds(look<bakery>({.n = 3}, {.passages = 1}, claims)); }

}  // namespace
}  // namespace doorway::lab
