// Parking as it ships, in the lab: the algorithm on the waking memory, every interleaving, a futex that wakes nobody by itself.
// Nobody sleeps for ever. It would catch a lost wake-up; the parkings of tests/wrong lose some, and are caught.
#include <algorithm>

#include "doorway/algorithms/group_exclusion/group_bakery.hpp"
#include "doorway/algorithms/group_exclusion/reader_gate.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/algorithms/k_exclusion/levels.hpp"
#include "lab/parked_look.hpp"
#include "wrong/k_bakery_cc_wide_leaves_first.hpp"
#include "wrong/on_memory.hpp"
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
TEST(parked, group_bakery) { expect_holds(look<group_bakery>({.n = 2, .sessions = 2}, {.passages = 2}, all)); }

// What several write and a process waits for: turn. It would catch a write of one of them that wakes all but the process whose number is
// that of the register.
TEST(parked, levels) { expect_holds(look<levels>({.n = 2, .k = 1}, {.passages = 2}, all)); }

// With store buffers, for 8 is not fenced: its passage is over, and nobody rung, before the writer that sleeps at 14 can see it.
TEST(parked, reader_gate) {
  const parameters two{.n = 2, .sessions = 2};
  expect_holds(look<reader_gate>(two, {.passages = 2}, all));
  const setting buffered{.passages = 2, .buffer = 2};
  expect_holds(look<reader_gate>(two, buffered, all));
  // Giving up, while asleep too. It would catch an abort that keeps M and the gate.
  expect_holds(look<reader_gate>(two, {.passages = 2, .abort = true},
                                 {claim::exclusion, claim::starvation_freedom, claim::bounded_abort}));
  // A writer that waits for readers without end, there only; nobody waits so where no register is lazy.
  expect_holds(look<k_bakery_cc, wrong::parking_sleeps_long>({.n = 2, .k = 1}, buffered, {claim::starvation_freedom}));
  expect_holds(look<reader_gate, wrong::parking_sleeps_long>(two, {.passages = 2}, {claim::starvation_freedom}));
  const auto answer = look<reader_gate, wrong::parking_sleeps_long>(two, buffered, {claim::starvation_freedom});
  EXPECT_EQ(answer.findings.at(0).is, verdict::violated) << answer.findings.at(0).reason;
}

// The same text, but every mailbox stands one house further on: a process that waits looks at mailboxes at home with others. Nothing
// that ships waits like that; an algorithm of somebody else's may. It would catch a write to a mailbox that wakes nobody but
// its home.
template <class Memory>
class next_door {
 public:
  struct array : Memory::array {
    process_id houses;  // 0: no mailboxes
    [[nodiscard]] word read(cell at) const { return Memory::array::read(moved(at)); }
    void write(cell at, word value) const { Memory::array::write(moved(at), value); }

   private:
    [[nodiscard]] cell moved(cell at) const {
      return {at.row, houses == 0 ? at.column : (at.column + 1) % houses, at.plane};
    }
  };
  explicit next_door(Memory& memory) : memory_(memory) {}
  array declare(const declaration& shape) {
    return {{memory_.declare(shape)}, shape.home == home::column ? shape.columns : 0};
  }

 private:
  Memory& memory_;
};
template <class Memory>
using k_bakery_next_door = wrong::on_memory<k_bakery, next_door<Memory>, Memory>;

TEST(parked, k_bakery_at_mailboxes_of_its_own) { expect_holds(look<k_bakery>({.n = 2, .k = 1}, {.passages = 2}, all)); }
TEST(parked, k_bakery_at_mailboxes_of_others) {
  expect_holds(look<k_bakery_next_door>({.n = 2, .k = 1}, {.passages = 2}, all));
}

template <template <class> class Algorithm, template <class> class Lot = parking>
void expect_lost_wake_up() {
  const auto answer = look<Algorithm, Lot>({.n = 2, .k = 1}, {.passages = 2}, {claim::starvation_freedom});
  ASSERT_EQ(answer.findings.at(0).is, verdict::violated) << answer.findings.at(0).reason;
  const auto& steps = answer.findings.at(0).counterexample->steps;
  EXPECT_TRUE(
      std::any_of(steps.begin(), steps.end(), [](const trace_step& s) { return s.name.starts_with("Asleep"); }));
}
TEST(parked, looks_before_it_says_so) { expect_lost_wake_up<k_bakery_cc, wrong::parking_publishes_last>(); }
TEST(parked, raises_the_bell_last) { expect_lost_wake_up<k_bakery_cc, wrong::parking_raises_the_bell_last>(); }
TEST(parked, marks_before_it_says_so) { expect_lost_wake_up<k_bakery_cc, wrong::parking_marks_first>(); }
TEST(parked, rings_the_owner_only) {
  expect_lost_wake_up<k_bakery_next_door, wrong::parking_rings_the_owner_only>();
  // Whose mailbox it is, is woken.
  expect_holds(look<k_bakery, wrong::parking_rings_the_owner_only>({.n = 2, .k = 1}, {.passages = 1}, all));
}

// An algorithm must not leave it to a write that wakes nobody to let somebody in.
TEST(parked, k_bakery_cc_wide_leaves_first) { expect_lost_wake_up<wrong::k_bakery_cc_wide_leaves_first>(); }

}  // namespace
}  // namespace doorway::lab
