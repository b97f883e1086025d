// Seats, slots and recovery as they ship, in the lab: every interleaving, a death at every step (also of one who clears away
// another, and of one who has come back). Never more than k living inside, never two with one slot, nobody waits for ever for
// the dead. Seats that recover in the wrong order, or not at all, are caught.
#include "lab/settings/with_seats.hpp"

#include <gtest/gtest.h>

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "lab/check.hpp"

namespace doorway::lab {

// Clears the note before it has recovered: a death in between costs a slot for ever.
template <class Ground>
class clears_first : public processes::basic_seat<Ground> {
  using base = processes::basic_seat<Ground>;

 public:
  explicit clears_first(const Ground& where) : base(where), where_(where) {}
  template <class Recover>
  bool take(Recover&& recover) {
    return base::take(wrongly(recover));
  }
  template <class Recover>
  bool tend(Recover&& recover) const {
    return base::tend(wrongly(recover));
  }

 private:
  template <class Recover>
  auto wrongly(Recover& recover) const {
    return [this, &recover](process_id dead) {
      where_.set_active(dead, false);
      recover(dead);
    };
  }
  Ground where_;
};

// Nobody is recovered.
template <class Ground>
class leaves_the_dead : public processes::basic_seat<Ground> {
 public:
  using processes::basic_seat<Ground>::basic_seat;
  template <class Recover>
  bool tend(Recover&& /*recover*/) const {
    return false;
  }
};

// Takes the lowest slot that no note names, without its lock.
template <class Ground>
class notes_only : public processes::basic_seat<Ground> {
 public:
  explicit notes_only(const Ground& where) : processes::basic_seat<Ground>(where), where_(where) {}
  std::optional<process_id> take_slot() {
    for (process_id s = 0; s < where_.slots(); ++s) {
      bool named = false;
      for (process_id i = 0; i < where_.seats(); ++i) named = named || where_.slot(i) == s + 1;
      if (named) continue;
      where_.set_slot(this->number(), s + 1);
      return s;
    }
    return std::nullopt;
  }
  void leave_slot() { where_.set_slot(this->number(), 0); }

 private:
  Ground where_;
};

// Recovers without asking for the seat's lock: the living too.
template <class Ground>
class recovers_the_living : public processes::basic_seat<Ground> {
 public:
  explicit recovers_the_living(const Ground& where) : processes::basic_seat<Ground>(where), where_(where) {}
  template <class Recover>
  bool tend(Recover&& recover) const {
    for (process_id i = 0; i < where_.seats(); ++i)
      if (i != this->number() && where_.active(i)) recover(i);
    return true;
  }

 private:
  Ground where_;
};

namespace {

template <template <class> class Seat = processes::basic_seat>
finding ask(const parameters& size, setting how, std::uint32_t crashes, claim what, bool with_slots = true) {
  how.crashes = crashes;
  const seated_program<k_bakery_cc_fast, Seat> code(size, how, with_slots);
  question asked;
  asked.claims = {what};
  asked.dead_are_out = true;
  asked.limits.memory = std::size_t{4} << 30U;
  auto answer = check(code, asked);
  testing::Test::RecordProperty("states", static_cast<int>(answer.measured.explored.states));
  return answer.findings.at(0);
}
void expect_holds(const finding& f) {
  EXPECT_EQ(f.is, verdict::holds_up_to) << name(f.what) << ": " << f.reason << '\n'
                                        << (f.counterexample ? drawn(*f.counterexample) : "");
}

constexpr parameters two{.n = 2, .k = 1};

TEST(seated, excludes_though_some_die_and_others_come) {
  for (const bool with_slots : {true, false})
    expect_holds(ask(two, {.passages = 2, .recover = true}, 1, claim::exclusion, with_slots));
}
TEST(seated, three_of_whom_two_die) {
  expect_holds(ask({.n = 3, .k = 1}, {.passages = 1}, 2, claim::starvation_freedom));
  expect_holds(ask({.n = 3, .k = 1}, {.passages = 1}, 2, claim::exclusion, false));
  expect_holds(ask({.n = 3, .k = 2}, {.passages = 1}, 2, claim::exclusion, false));
  expect_holds(ask({.n = 3, .k = 2}, {.passages = 1}, 2, claim::declarations));
}
TEST(seated, slots_are_distinct) {
  expect_holds(ask({.n = 2, .k = 2}, {.passages = 2, .recover = true}, 1, claim::declarations));
}
TEST(seated, both_die_and_others_come) {
  expect_holds(ask(two, {.passages = 2, .recover = true}, 2, claim::exclusion, false));
  expect_holds(ask(two, {.passages = 2, .recover = true}, 2, claim::declarations));
}
TEST(seated, nobody_waits_for_the_dead) { expect_holds(ask(two, {.passages = 2}, 1, claim::starvation_freedom)); }
TEST(seated, who_gives_up_costs_nothing) {
  expect_holds(ask(two, {.passages = 2, .abort = true}, 1, claim::starvation_freedom));
}

void expect_caught(const finding& f, claim what) {
  EXPECT_EQ(name(f.what), name(what));
  EXPECT_EQ(f.is, verdict::violated) << f.reason;
}
TEST(seated, clears_first_is_caught) {
  expect_caught(ask<clears_first>({.n = 3, .k = 1}, {.passages = 1}, 2, claim::starvation_freedom),
                claim::starvation_freedom);
}
TEST(seated, leaves_the_dead_is_caught) {
  expect_caught(ask<leaves_the_dead>(two, {.passages = 1}, 1, claim::starvation_freedom), claim::starvation_freedom);
}
TEST(seated, recovers_the_living_is_caught) {
  expect_caught(ask<recovers_the_living>(two, {.passages = 1}, 0, claim::exclusion, false), claim::exclusion);
}
TEST(seated, slots_without_locks_are_caught) {
  expect_caught(ask<notes_only>({.n = 2, .k = 2}, {.passages = 1}, 0, claim::declarations), claim::declarations);
}

}  // namespace
}  // namespace doorway::lab
