// Parking as it ships, in the lab: the algorithm on the waking memory, every interleaving, a futex that wakes nobody by itself.
// Nobody sleeps for ever. It would catch a lost wake-up; the parkings of tests/wrong lose some, and are caught.
#include <algorithm>

#include "doorway/group_exclusion/group_bakery.hpp"
#include "doorway/k_exclusion/k_bakery_cc.hpp"
#include "doorway/k_exclusion/k_bakery_cc_fast.hpp"
#include "lab/parked_look.hpp"
#include "wrong/parking.hpp"

namespace doorway::lab {
namespace {

const std::vector<claim> all{claim::exclusion, claim::starvation_freedom, claim::bounded_exit};

TEST(parked, k_bakery_cc_fast_two) {
  expect_holds(look<k_bakery_cc_fast>({.n = 2, .k = 1}, {.passages = 2}, all));
  expect_holds(look<k_bakery_cc_wide>({.n = 2, .k = 1}, {.passages = 2}, all));
}
TEST(parked, k_bakery_cc_two) { expect_holds(look<k_bakery_cc>({.n = 2, .k = 1}, {.passages = 2}, all)); }
TEST(parked, k_bakery_cc_who_may_give_up) {
  expect_holds(look<k_bakery_cc>({.n = 2, .k = 1}, {.passages = 2, .abort = true},
                                 {claim::exclusion, claim::starvation_freedom, claim::bounded_abort}));
}
TEST(parked, group_bakery) { expect_holds(look<group_bakery>({.n = 2}, {.passages = 2, .sessions = 2}, all)); }

template <template <class> class Lot>
void expect_lost_wake_up() {
  const auto answer = look<k_bakery_cc, Lot>({.n = 2, .k = 1}, {.passages = 2}, {claim::starvation_freedom});
  ASSERT_EQ(answer.findings.at(0).is, verdict::violated) << answer.findings.at(0).reason;
  const auto& steps = answer.findings.at(0).counterexample->steps;
  EXPECT_TRUE(
      std::any_of(steps.begin(), steps.end(), [](const trace_step& s) { return s.name.starts_with("Asleep"); }));
}
TEST(parked, looks_before_it_says_so) { expect_lost_wake_up<wrong::parking_publishes_last>(); }
TEST(parked, raises_the_bell_last) { expect_lost_wake_up<wrong::parking_raises_the_bell_last>(); }
TEST(parked, marks_before_it_says_so) { expect_lost_wake_up<wrong::parking_marks_first>(); }

}  // namespace
}  // namespace doorway::lab
