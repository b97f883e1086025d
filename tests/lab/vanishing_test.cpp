// A file that vanishes lets nobody in beside its holder: processes/making.hpp as it ships, in the lab. Every interleaving of two
// and three users with one sweep, or of two with two, or with one that takes the directory too, or with one and a death; for
// ever, not for some passages. Ways to find or make a file that lack one look, one lock or one order are caught, each by a
// verdict.
//
// What is asked about getting in is deadlock freedom: nobody has a turn, neither at the guard nor in the file, which stands for
// an algorithm that has. And it is asked where files without a name can be reached, or nobody rests with one open: who can only
// see a presence waits for as long as it is there (presence.hpp, earlier.hpp).
#include "lab/settings/vanishing.hpp"

#include <gtest/gtest.h>

#include "vanishing_look.hpp"
#include "wrong/making.hpp"

namespace doorway::lab {
namespace {

TEST(vanishing, excludes_though_the_file_is_swept) {
  expect_is(ask({}, claim::exclusion), verdict::holds);
  expect_is(ask({.sweeps = 2}, claim::exclusion), verdict::holds);
  expect_is(ask({.users = 3}, claim::exclusion), verdict::holds);
}
TEST(vanishing, excludes_though_the_directory_is_swept) {
  expect_is(ask({.directories = 2}, claim::exclusion), verdict::holds);
}
TEST(vanishing, excludes_though_somebody_dies) {
  expect_is(ask({.lost = 1}, claim::exclusion, for_ever, 1), verdict::holds);
}
TEST(vanishing, somebody_gets_in) {
  expect_is(ask({.reached = reaching::always}, claim::deadlock_freedom), verdict::holds);
  expect_is(ask({.directories = 2, .reached = reaching::always}, claim::deadlock_freedom), verdict::holds);
  expect_is(ask({.reached = reaching::never, .keeps = false}, claim::deadlock_freedom), verdict::holds);
  expect_is(ask({.users = 3, .reached = reaching::never, .keeps = false}, claim::deadlock_freedom), verdict::holds);
  expect_is(ask({.lost = 1, .reached = reaching::always}, claim::deadlock_freedom, for_ever, 1), verdict::holds);
}
// That is what presence.hpp leaves open; and the lab sees who waits for ever.
TEST(vanishing, who_rests_with_a_file_that_cannot_be_reached_keeps_all_out) {
  expect_is(ask({.reached = reaching::never}, claim::deadlock_freedom), verdict::violated);
}

TEST(vanishing, making_without_presence_is_caught) {
  expect_is(ask<wrong::making_without_presence>({}, claim::exclusion), verdict::violated);
}
TEST(vanishing, making_without_second_look_is_caught) {
  expect_is(ask<wrong::making_without_second_look>({}, claim::exclusion), verdict::violated);
}
TEST(vanishing, making_without_guard_is_caught) {
  expect_is(ask<wrong::making_without_guard>({}, claim::exclusion), verdict::violated);
}
TEST(vanishing, making_that_asks_first_is_caught) {
  expect_is(ask<wrong::making_asks_first>({}, claim::exclusion), verdict::violated);
}
TEST(vanishing, making_that_attends_last_is_caught) {
  expect_is(ask<wrong::making_attends_last>({}, claim::exclusion), verdict::violated);
}
TEST(vanishing, making_that_trusts_the_maker_is_caught) {
  expect_is(ask<wrong::making_trusts_the_maker>({}, claim::exclusion), verdict::holds);
  expect_is(ask<wrong::making_trusts_the_maker>({.directories = 2}, claim::exclusion), verdict::violated);
}

// One user, who makes one passage, counted by hand. (Exclusion cannot be judged where nobody waits: the states are all the same.)
//
// Without a sweep, 17 steps: it looks for the name; guard, name, name again, a presence; makes the file, names it; presence, name
// again; no guard; active, inside, not removed, out of the critical section; not inside, not active, no presence.
//
// With one, two files are possible: a choice of which presence to ask for first, then two questions in one of two orders make 5
// states of the one in which it asked: 22 without the sweep. As many after a sweep that finds no name. After a sweep between
// the name and the last look at it (2 states) presence and guard are let go (2), it looks whether it is held up (the name, the
// choice, 4 questions: 6) and makes a second file (22). After a later sweep it goes on, from inside the making to its end: 9.
TEST(vanishing, one_user_makes_as_many_states_as_counted_by_hand) {
  constexpr std::uint64_t unswept = 17 + 1;
  EXPECT_EQ(ask({.users = 1, .sweeps = 0, .keeps = false}, claim::exclusion, 1).measured.explored.states, unswept);
  constexpr std::uint64_t chain = unswept - 1 + 5;
  constexpr std::uint64_t swept = chain + chain + (2 + 2 + 6 + chain) + 9;
  EXPECT_EQ(ask({.users = 1, .sweeps = 1, .keeps = false}, claim::exclusion, 1).measured.explored.states, swept);
}

}  // namespace
}  // namespace doorway::lab
