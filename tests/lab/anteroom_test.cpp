// More processes than seats, as it ships, in the lab: every interleaving, with deaths in the anteroom and on a seat. Never more
// than k inside; first come, first served, whether one has to wait for a seat or not; nobody waits for ever, not behind the dead
// either. An anteroom that newcomers pass by, or that is left too early, or where the dead stay, is caught.
#include "lab/settings/anteroom.hpp"

#include <gtest/gtest.h>

#include "lab/check.hpp"

namespace doorway::lab {

// A newcomer takes a free seat though others wait for one.
struct passes_by : by_the_anteroom {
  template <class Room, class Take>
  static bool come_in(Room& room, Take&& take) {
    return take() || by_the_anteroom::come_in(room, take);
  }
};

// Leaves the anteroom as soon as it has a seat, before its doorway: the next one may overtake it.
struct leaves_too_early : by_the_anteroom {
  static constexpr bool leaves_early = true;
};

// Nobody is recovered who died in the anteroom.
template <class Ground>
class leaves_the_dead : public processes::basic_seat<Ground> {
 public:
  using processes::basic_seat<Ground>::basic_seat;
  template <class Recover>
  bool tend(Recover&& /*recover*/) const {
    return false;
  }
};

namespace {

template <class Way = by_the_anteroom, template <class> class Place = processes::basic_seat>
finding ask(const parameters& size, process_id seats, setting how, std::uint32_t crashes, claim what,
            process_id again = most_processes) {
  how.crashes = crashes;
  const anteroom_program<k_bakery_cc_fast, Way, Place> code(size, seats, how, again);
  question asked;
  asked.claims = {what};
  asked.dead_are_out = true;
  asked.limits.memory = std::size_t{3} << 30U;
  auto answer = check(code, asked);
  testing::Test::RecordProperty("states", std::to_string(answer.measured.explored.states));
  return answer.findings.at(0);
}
void expect_holds(const finding& f) {
  EXPECT_EQ(f.is, verdict::holds_up_to) << name(f.what) << ": " << f.reason << '\n'
                                        << (f.counterexample ? drawn(*f.counterexample) : "");
}
void expect_caught(const finding& f, claim what) {
  EXPECT_EQ(name(f.what), name(what));
  EXPECT_EQ(f.is, verdict::violated) << f.reason;
}

constexpr parameters two{.n = 2, .k = 1}, three{.n = 3, .k = 1};

TEST(anteroom, excludes) {
  expect_holds(ask(two, 1, {.passages = 2, .recover = true}, 1, claim::exclusion));
  expect_holds(ask(three, 2, {.passages = 1}, 0, claim::exclusion));
}
TEST(anteroom, first_come_first_served) {
  expect_holds(ask(three, 2, {.passages = 1}, 0, claim::fcfs));
  expect_holds(ask(three, 1, {.passages = 1}, 0, claim::fcfs));
}
// One comes twice: so two may wait for two seats at a time.
TEST(anteroom, two_who_get_two_seats_keep_their_order) {
  expect_holds(ask(three, 2, {.passages = 2}, 0, claim::fcfs, 1));
}
TEST(anteroom, nobody_waits_for_ever) {
  expect_holds(ask(three, 2, {.passages = 1}, 0, claim::starvation_freedom));
  expect_holds(ask(two, 1, {.passages = 2}, 0, claim::starvation_freedom));
}
TEST(anteroom, nobody_waits_for_the_dead) {
  expect_holds(ask(two, 1, {.passages = 2}, 1, claim::starvation_freedom));
  expect_holds(ask(three, 1, {.passages = 1}, 1, claim::starvation_freedom));
}
TEST(anteroom, who_gives_up_costs_nothing) {
  expect_holds(ask(two, 1, {.passages = 2, .abort = true}, 1, claim::starvation_freedom));
}

TEST(anteroom, passing_by_is_caught) {
  expect_caught(ask<passes_by>(three, 1, {.passages = 1}, 0, claim::fcfs), claim::fcfs);
}
TEST(anteroom, leaving_too_early_is_caught) {
  expect_caught(ask<leaves_too_early>(three, 2, {.passages = 2}, 0, claim::fcfs, 1), claim::fcfs);
}
TEST(anteroom, leaving_the_dead_is_caught) {
  expect_caught(ask<by_the_anteroom, leaves_the_dead>(three, 1, {.passages = 1}, 1, claim::starvation_freedom),
                claim::starvation_freedom);
}

}  // namespace
}  // namespace doorway::lab
