// The constructed locks with one thing wrong: the lab refutes each, with a counterexample that ends, played again on the code,
// where it says.
#include <gtest/gtest.h>

#include <iostream>

#include "lab/check.hpp"
#include "lab/machine/program.hpp"
#include "lab/trace/replay_trace.hpp"
#include "wrong/anderson_moir_two_steps.hpp"
#include "wrong/fcfs_locks.hpp"
#include "wrong/group_locks.hpp"
#include "wrong/tree_locks.hpp"

namespace doorway::lab {
namespace {

template <template <class> class Wrong>
void refute(claim what, const parameters& size, const setting& how) {
  const program_of<Wrong> code(size, how);
  question asked;
  asked.claims = {what};
  asked.limits.memory = std::size_t{3} << 30U;
  const report found = check(code, asked);
  const finding& f = found.findings.at(0);
  ASSERT_EQ(f.what, what);
  ASSERT_EQ(f.is, verdict::violated) << name(f.is) << ' ' << f.reason;
  ASSERT_TRUE(f.counterexample.has_value());
  std::cout << drawn(*f.counterexample) << "\n";
  EXPECT_EQ(rerun(code, *f.counterexample).complaint, "");
}

const setting once{.passages = 1}, twice{.passages = 2}, for_ever{.passages = 0};

TEST(wrong, anderson_moir_two_steps) {
  refute<wrong::anderson_moir_two_steps>(claim::exclusion, {.n = 2, .k = 1}, once);
}
TEST(wrong, tree_lock_swapped) { refute<wrong::tree_lock_swapped>(claim::exclusion, {.n = 2}, once); }
TEST(wrong, abortable_tree_lock_half_abort) {
  refute<wrong::abortable_tree_lock_half_abort>(claim::deadlock_freedom, {.n = 3}, {.passages = 1, .abort = true});
}
TEST(wrong, abortable_tree_lock_plain_recover) {
  refute<wrong::abortable_tree_lock_plain_recover>(claim::deadlock_freedom, {.n = 2},
                                                   {.passages = 1, .crashes = 1, .recover = true});
  refute<wrong::abortable_tree_lock_plain_recover>(claim::exclusion, {.n = 3},
                                                   {.passages = 1, .crashes = 1, .recover = true});
}
TEST(wrong, adaptive_tree_lock_lets_go_first) {
  refute<wrong::adaptive_tree_lock_lets_go_first>(claim::exclusion, {.n = 2}, twice);
}
// A process that lets go early is caught with few preemptions, which the right one survives.
TEST(wrong, adaptive_tree_lock_lets_go_early) {
  constexpr parameters two{.n = 2};
  refute<wrong::adaptive_tree_lock_lets_go_early>(claim::exclusion, two, twice);
  question asked;
  asked.claims = {claim::exclusion};
  const setting seldom{.passages = 2, .preemptions = 2};
  const program_of<wrong::adaptive_tree_lock_lets_go_early> early(two, seldom);
  EXPECT_EQ(check(early, asked).overall(), verdict::violated);
  const program_of<adaptive_tree_lock> right(two, seldom);
  EXPECT_EQ(check(right, asked).overall(), verdict::holds_up_to);
}
TEST(wrong, fcfs_abortable_no_barricade) {
  refute<wrong::fcfs_abortable_no_barricade>(claim::deadlock_freedom, {.n = 2}, twice);
}
TEST(wrong, fcfs_queue_no_wait) { refute<wrong::fcfs_queue_no_wait>(claim::exclusion, {.n = 2}, once); }
TEST(wrong, fcfs_queue_no_dummy) { refute<wrong::fcfs_queue_no_dummy>(claim::fcfs, {.n = 2}, once); }

constexpr parameters two_sessions{.n = 2, .sessions = 2};
TEST(wrong, group_no_second_look) {
  refute<wrong::group_no_second_look>(claim::deadlock_freedom, two_sessions, for_ever);
}
TEST(wrong, group_no_taking_back) { refute<wrong::group_no_taking_back>(claim::fcfs, two_sessions, for_ever); }
TEST(wrong, group_not_seen) { refute<wrong::group_not_seen>(claim::fcfs, two_sessions, for_ever); }
TEST(wrong, group_no_wait) { refute<wrong::group_no_wait>(claim::exclusion, two_sessions, for_ever); }
TEST(wrong, keane_moir_leaves_at_once) {
  refute<wrong::keane_moir_leaves_at_once>(claim::deadlock_freedom, two_sessions, {.passages = 1, .domains = false});
}

}  // namespace
}  // namespace doorway::lab
