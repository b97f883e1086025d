// What the lab says of algorithms whose answers are known, from the papers or from elsewhere; and every counterexample,
// played again on the code, ends where it says.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "doorway/algorithms/mutual_exclusion/bakery.hpp"
#include "lab/check.hpp"
#include "lab/machine/program_by_name.hpp"
#include "lab/trace/replay_trace.hpp"

namespace {

using namespace doorway;
using namespace doorway::lab;

struct subject {
  const char* algorithm;
  parameters size;
  setting conduct = {};
  std::uint32_t crashes = 0;
  register_model registers = register_model::atomic;
};

struct expectation {
  const char* name;
  subject of;
  claim what;
  verdict is;
  std::optional<std::uint32_t> preemptions = {};
  std::vector<std::string> also = {};  // what else the counterexample breaks
};

const setting for_ever{.passages = 0};
const setting once{.passages = 1};
const setting twice{.passages = 2};
constexpr auto holds = verdict::holds;
constexpr auto holds_up_to = verdict::holds_up_to;
constexpr auto violated = verdict::violated;

const expectation expected[] = {
    // Exclusion, and what safe registers do to it.
    {"bakery_is_exclusive_on_safe_registers",
     {"bakery", {.n = 3}, once, 0, register_model::safe},
     claim::exclusion,
     holds_up_to},
    {"k_bakery_cc_is_not", {"k-bakery-cc", {.n = 2}, once, 0, register_model::safe}, claim::exclusion, violated},
    {"nor_with_crashing_writes", {"k-bakery-cc", {.n = 2}, once, 1, register_model::safe}, claim::exclusion, violated},
    {"one_bit_is_exclusive_for_ever",
     {"one-bit", {.n = 3}, for_ever, 0, register_model::safe},
     claim::exclusion,
     holds},
    // Crashes: k-1 do no harm, k do. Where nobody enters any more, each who waits starves; with two crashed of three too many compete for
    // what is promised while k do.
    {"k_bakery_cc_with_k_minus_1_crashes",
     {"k-bakery-cc", {.n = 3, .k = 2}, twice, 1},
     claim::starvation_freedom,
     holds_up_to},
    {"k_bakery_cc_with_k_crashes",
     {"k-bakery-cc", {.n = 3, .k = 2}, once, 2},
     claim::starvation_freedom,
     violated,
     {},
     {"deadlock-freedom"}},
    {"k_bakery_cc_with_k_crashes_is_stuck",
     {"k-bakery-cc", {.n = 3, .k = 2}, once, 2},
     claim::deadlock_freedom,
     violated,
     {},
     {"starvation-freedom"}},
    {"naive_levels_without_a_crash", {"naive-levels", {.n = 3, .k = 2}, for_ever}, claim::starvation_freedom, holds},
    {"naive_levels_with_one",
     {"naive-levels", {.n = 3, .k = 2}, for_ever, 1},
     claim::deadlock_freedom,
     violated,
     {},
     {"starvation-freedom", "wait-free-up-to-k", "weak-deadlock-freedom"}},
    {"levels_with_one", {"levels", {.n = 3, .k = 2}, for_ever, 1}, claim::starvation_freedom, holds},
    // Starvation without deadlock.
    {"one_bit_is_deadlock_free", {"one-bit", {.n = 3}, for_ever}, claim::deadlock_freedom, holds},
    {"one_bit_starves", {"one-bit", {.n = 3}, for_ever}, claim::starvation_freedom, violated},
    {"one_bit_does_not_starve_in_two_passages", {"one-bit", {.n = 3}, twice}, claim::starvation_freedom, holds_up_to},
    {"black_white_bakery_does_not_starve",
     {"black-white-bakery", {.n = 2}, for_ever},
     claim::starvation_freedom,
     holds},
    {"weak_one_bit_with_a_crash",
     {"weak-one-bit", {.n = 3, .k = 2}, for_ever, 1},
     claim::deadlock_freedom,
     violated,
     {},
     {"starvation-freedom"}},
    {"weak_one_bit_is_weakly_free",
     {"weak-one-bit", {.n = 3, .k = 2}, for_ever, 1},
     claim::weak_deadlock_freedom,
     holds},
    // Nobody waits while at most k compete, not because the others stand still, and in two-bits not even if they go on. While at most k-1 do, nobody waits in any of these.
    {"levels_are_wait_free_up_to_k", {"levels", {.n = 3, .k = 2}, for_ever}, claim::wait_free_up_to_k, holds},
    {"naive_levels_are_not", {"naive-levels", {.n = 3, .k = 2}, for_ever}, claim::wait_free_up_to_k, violated},
    {"nor_is_two_bits",
     {"two-bits", {.n = 3, .k = 2}, for_ever},
     claim::wait_free_up_to_k,
     violated,
     {},
     {"starvation-freedom"}},
    {"alone_nobody_waits", {"naive-levels", {.n = 3, .k = 1}, for_ever}, claim::wait_free_up_to_k, holds},
    // Order.
    {"bakery_is_fcfs", {"bakery", {.n = 3}, once}, claim::fcfs, holds_up_to},
    {"one_bit_is_not", {"one-bit", {.n = 2}, for_ever}, claim::fcfs, violated},
    {"k_bakery_cc_is_k_fcfs", {"k-bakery-cc", {.n = 3, .k = 2}, twice}, claim::fcfs, holds_up_to},
    {"k_bakery_cc_is_not_fife", {"k-bakery-cc", {.n = 4, .k = 2}, once}, claim::fife, violated, 2},
    {"alone_nobody_is_overtaken", {"group-bakery", {.n = 1, .sessions = 2}, once}, claim::fife, holds_up_to},
    {"with_one_inside_fife_is_fcfs", {"bakery", {.n = 2}, once}, claim::fife, holds_up_to},
    {"k_bakery_fife_is", {"k-bakery-fife", {.n = 3, .k = 2}, once}, claim::fife, holds_up_to},
    // Overtaking. What is FCFS or k-FCFS lets nobody be overtaken twice. Levels for two is Peterson's algorithm: a process that comes later
    // writes turn later, and waits until the other has gone in. With three, level 1 lets two go on: while process 0 sleeps there, 1 goes
    // in as often as it likes. In one-bit, process 1 lowers its bit where it meets that of 0, and waits; while it sleeps there, 0 does.
    {"bakery_overtakes_nobody_twice", {"bakery", {.n = 2}, twice}, claim::bounded_overtaking, holds_up_to},
    {"nor_does_k_bakery_cc", {"k-bakery-cc", {.n = 3, .k = 2}, twice}, claim::bounded_overtaking, holds_up_to},
    {"nor_do_levels_for_two", {"levels", {.n = 2, .k = 1}, for_ever}, claim::bounded_overtaking, holds},
    {"levels_for_three_do", {"levels", {.n = 3, .k = 1}, twice}, claim::bounded_overtaking, violated, {}, {"fcfs"}},
    {"one_bit_does", {"one-bit", {.n = 2}, for_ever}, claim::bounded_overtaking, violated, {}, {"fcfs"}},
    {"nobody_does_with_one_passage", {"one-bit", {.n = 2}, once}, claim::bounded_overtaking, verdict::inconclusive},
    // Bounded exit, concurrent entry, resetting.
    {"bakery_leaves_in_bounded_time",
     {"bakery", {.n = 3}, once, 0, register_model::safe},
     claim::bounded_exit,
     holds_up_to},
    {"k_bakery_cc_gives_up_in_bounded_time",
     {"k-bakery-cc", {.n = 3, .k = 2}, {.passages = 1, .abort = true}},
     claim::bounded_abort,
     holds_up_to},
    {"group_bakery_enters_together",
     {"group-bakery", {.n = 2, .sessions = 2}, twice},
     claim::concurrent_entry,
     holds_up_to},
    {"group_bakery_lets_nobody_enter_before_a_later_session",
     {"group-bakery", {.n = 2, .sessions = 2}, once},
     claim::strong_concurrent_entry,
     violated},
    {"group_bakery_keeps_sessions_apart",
     {"group-bakery", {.n = 2, .sessions = 2}, twice},
     claim::exclusion,
     holds_up_to},
    {"bakery_resets", {"bakery", {.n = 2}, twice}, claim::resets, holds_up_to},
    {"k_bakery_cc_does_not", {"k-bakery-cc", {.n = 2}, once}, claim::resets, violated},
    // Giving up and being recovered.
    {"k_bakery_cc_with_abort",
     {"k-bakery-cc", {.n = 3, .k = 2}, {.passages = 1, .abort = true}},
     claim::exclusion,
     holds_up_to},
    {"bakery_recovered",
     {"bakery", {.n = 2}, {.passages = 2, .recover = true}, 1, register_model::safe},
     claim::exclusion,
     holds_up_to},
    // A run with few preemptions is enough for the first error.
    {"k_bakery_cc_on_safe_registers_with_two_preemptions",
     {"k-bakery-cc", {.n = 2}, once, 0, register_model::safe},
     claim::exclusion,
     violated,
     2},
};

class verdicts : public testing::TestWithParam<expectation> {};

TEST_P(verdicts, are_as_expected) {
  const expectation& e = GetParam();
  setting how = e.of.conduct;
  how.algorithm = e.of.algorithm;
  how.size = e.of.size;
  how.crashes = e.of.crashes;
  how.registers = e.of.registers;
  how.preemptions = e.preemptions;
  const auto code = named_program(how);
  ASSERT_NE(code, nullptr);
  question asked;
  asked.claims = {e.what};
  asked.limits.memory = std::size_t{3} << 30U;
  const report found = check(*code, asked);
  ASSERT_EQ(found.findings.size(), 1U);
  const finding& f = found.findings.front();
  EXPECT_EQ(f.is, e.is) << name(f.is) << ' ' << f.reason << (f.counterexample ? drawn(*f.counterexample) : "");
  if (!f.counterexample) return;

  const auto seen = rerun(*code, *f.counterexample);
  EXPECT_EQ(seen.complaint, "") << drawn(*f.counterexample);
  if (e.what == claim::exclusion) {
    EXPECT_GT(seen.inside, e.of.size.inside());
  }
  const bool loops = f.counterexample->loop < f.counterexample->steps.size();
  EXPECT_EQ(loops, seen.turns) << drawn(*f.counterexample);
  std::set<std::string> broken, all{e.also.begin(), e.also.end()};
  for (const auto& each : seen.broken) broken.insert(each.first);
  all.insert(std::string(name(e.what)));
  EXPECT_EQ(broken, all) << drawn(*f.counterexample);
}

INSTANTIATE_TEST_SUITE_P(known, verdicts, testing::ValuesIn(expected), [](const auto& of) { return of.param.name; });

TEST(trace, of_a_starved_process_reads_well) {
  const auto code = named_program({.algorithm = "naive-levels",
                                   .size = {.n = 3, .k = 2},
                                   .passages = 0,
                                   .crashes = 1,
                                   .registers = register_model::atomic});
  question asked;
  asked.claims = {claim::starvation_freedom};
  const report found = check(*code, asked);
  ASSERT_TRUE(found.findings.at(0).counterexample);
  EXPECT_EQ(drawn(*found.findings[0].counterexample),
            "       process 0           process 1        process 2\n"
            "   1   a level[0] := 1\n"
            "   2   b turn := 0  waits\n"
            "   3 *                     a level[1] := 1\n"
            "   4                       crashes\n"
            "       then for ever:\n"
            "   5 | c level[1] = 1\n"
            "   6 | c turn = 0\n"
            "       process 0 waits for ever\n"
            "     * from here on process 0 cannot go in by itself\n");
}

TEST(verdict, is_inconclusive_without_room_or_time) {
  const auto code = named_program(
      {.algorithm = "k-bakery-cc", .size = {.n = 4, .k = 2}, .passages = 2, .registers = register_model::atomic});
  question asked;
  asked.limits.memory = std::size_t{4} << 20U;
  EXPECT_EQ(check(*code, asked).overall(), verdict::inconclusive);
  asked.limits.memory = std::size_t{1} << 30U;
  asked.limits.seconds = 0.2;
  EXPECT_EQ(check(*code, asked).overall(), verdict::inconclusive);
}

TEST(verdict, is_inconclusive_where_nothing_happens) {
  const auto code =
      named_program({.algorithm = "k-bakery-cc", .size = {.n = 2}, .passages = 1, .registers = register_model::atomic});
  question asked;
  asked.claims = {claim::bounded_abort};  // nobody may give up
  const report found = check(*code, asked);
  EXPECT_EQ(found.overall(), verdict::inconclusive);
  EXPECT_EQ(found.findings.at(0).reason, "never happens: somebody gives up");
}

// With one session there is no order between different ones, and FCFS would hold for nothing.
TEST(verdict, is_inconclusive_where_nobody_is_ahead) {
  const auto code = named_program({.algorithm = "group-bakery",
                                   .size = {.n = 2, .sessions = 1},
                                   .passages = 1,
                                   .registers = register_model::atomic});
  question asked;
  asked.claims = {claim::fcfs};
  const report found = check(*code, asked);
  EXPECT_EQ(found.overall(), verdict::inconclusive);
  EXPECT_EQ(found.findings.at(0).reason, "never happens: somebody sets out after another has arrived");
}

// With one session everybody may be inside at once: that nobody is who should not be says nothing.
TEST(verdict, is_inconclusive_where_no_other_session_is_wanted) {
  const auto ask = [](word sessions) {
    const auto code = named_program({.algorithm = "group-bakery",
                                     .size = {.n = 2, .sessions = sessions},
                                     .passages = 1,
                                     .registers = register_model::atomic});
    question asked;
    asked.claims = {claim::exclusion, claim::deadlock_freedom, claim::starvation_freedom, claim::declarations};
    return check(*code, asked);
  };
  for (const auto& f : ask(2).findings) EXPECT_EQ(f.is, holds_up_to) << name(f.what) << ' ' << f.reason;
  for (const auto& f : ask(1).findings) {
    if (f.what == claim::declarations) {
      EXPECT_EQ(f.is, holds_up_to) << f.reason;
      continue;
    }
    EXPECT_EQ(f.is, verdict::inconclusive) << name(f.what);
    EXPECT_EQ(f.reason, "never happens: somebody enters while another session is wanted");
  }
}

// Each who comes goes in.
template <class Memory>
class no_lock {
 public:
  static constexpr problem solves = problem::k_exclusion;
  using passage = nothing;

  no_lock(Memory& /*memory*/, const parameters& /*size*/) {}
  template <class Here>
  bool enter(Here& /*here*/) const {
    return true;
  }
  template <class Here>
  void exit(Here& /*here*/) const {}
};
// Nobody ever waits: what is promised to those who wait holds for nothing.
TEST(verdict, is_inconclusive_where_nobody_waits) {
  const program_of<no_lock> code({.n = 3, .k = 2}, {.passages = 2, .registers = register_model::atomic});
  question asked;
  asked.claims = {claim::deadlock_freedom, claim::starvation_freedom, claim::fcfs, claim::fife,
                  claim::bounded_overtaking};
  for (const auto& f : check(code, asked).findings)
    EXPECT_EQ(f.reason, "never happens: somebody enters while another waits") << name(f.what);
}

// A lock for one process keeps to k = 2 because it never lets two in: that says nothing of it as k-exclusion.
TEST(verdict, is_inconclusive_where_no_two_are_inside) {
  const program_of<bakery> code({.n = 3, .k = 2}, {.passages = 1, .registers = register_model::atomic});
  question asked;
  asked.claims = {claim::exclusion};
  const report found = check(code, asked);
  EXPECT_EQ(found.overall(), verdict::inconclusive);
  EXPECT_EQ(found.findings.at(0).reason, "never happens: two are inside at once");
}
// What is about sessions is not asked of a lock without any.
TEST(verdict, is_inconclusive_where_there_are_no_sessions) {
  const program_of<bakery> code({.n = 2}, {.passages = 1, .registers = register_model::atomic});
  question asked;
  asked.claims = {claim::concurrent_entry, claim::strong_concurrent_entry};
  for (const auto& f : check(code, asked).findings) EXPECT_EQ(f.reason, "only of group exclusion");
}

// There is one place to say it, and it must be said.
TEST(verdict, of_groups_needs_a_number_of_sessions) {
  EXPECT_THROW(
      static_cast<void>(named_program(
          {.algorithm = "group-bakery", .size = {.n = 2}, .passages = 1, .registers = register_model::atomic})),
      std::invalid_argument);
}

TEST(verdict, is_inconclusive_for_safe_tickets_without_end) {
  const auto code = named_program({.algorithm = "bakery", .size = {.n = 2}, .passages = 0});
  question asked;
  asked.limits.seconds = 1;
  EXPECT_EQ(check(*code, asked).overall(), verdict::inconclusive);
}

}  // namespace
