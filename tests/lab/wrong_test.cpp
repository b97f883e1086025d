// The wrong ones, and what the papers say that their algorithms do not do: the lab refutes each by searching, with a counterexample
// that, played again on the code, ends in the violation. Those that a search of seconds does not reach: directed_test.cpp.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "lab/check.hpp"
#include "lab/counterexample.hpp"
#include "lab/machine/program_by_name.hpp"
#include "wrong/bakery_no_doorway.hpp"
#include "wrong/black_white_bakery_abort_flips.hpp"
#include "wrong/black_white_bakery_printed.hpp"
#include "wrong/black_white_group_bakery_naive.hpp"
#include "wrong/group_bakery_no_choosing.hpp"
#include "wrong/k_bakery_fife_fast_unseen.hpp"
#include "wrong/k_bakery_no_announce.hpp"
#include "wrong/k_bakery_reset_safe_swapped.hpp"
#include "wrong/levels_off_by_one.hpp"
#include "wrong/reader_gate.hpp"
#include "wrong/two_bits_no_second_look.hpp"

namespace doorway::lab {
namespace {

const setting once{.passages = 1}, twice{.passages = 2}, for_ever{.passages = 0};

void refute(const program& code, const setting& of, claim what) {
  question asked;
  asked.claims = {what};
  asked.limits.memory = std::size_t{3} << 30U;
  const report found = check(code, asked);
  const finding& f = found.findings.at(0);
  ASSERT_EQ(f.is, verdict::violated) << name(f.is) << ' ' << f.reason;
  expect_counterexample(code, of, f);
}

// The broken ones: exclusion fails.
template <template <class> class Wrong>
void refute(const char* called, const parameters& size, setting how) {
  how.algorithm = called;
  how.registers = register_model::atomic;
  const program_of<Wrong> code(size, how);
  refute(code, code.how(), claim::exclusion);
}

TEST(wrong, bakery_no_doorway) { refute<wrong::bakery_no_doorway>("bakery-no-doorway", {.n = 2}, once); }
TEST(wrong, black_white_bakery_printed) {
  refute<wrong::black_white_bakery_printed>("black-white-bakery-printed", {.n = 2}, twice);
}
TEST(wrong, black_white_bakery_abort_flips) {
  refute<wrong::black_white_bakery_abort_flips>("black-white-bakery-abort-flips", {.n = 3},
                                                {.passages = 2, .abort = true, .domains = false});
}
TEST(wrong, black_white_group_bakery_naive) {
  refute<wrong::black_white_group_bakery_naive>("black-white-group-bakery-naive", {.n = 3, .sessions = 2}, twice);
}
// Giving up, and recovery, are not the exit.
TEST(wrong, reader_gate_abort_is_exit) {
  refute<wrong::reader_gate_abort_is_exit>("reader-gate-abort-is-exit", {.n = 3, .sessions = 2},
                                           {.passages = 1, .abort = true, .domains = false});
}
TEST(wrong, reader_gate_recover_is_exit) {
  refute<wrong::reader_gate_recover_is_exit>("reader-gate-recover-is-exit", {.n = 3, .sessions = 2},
                                             {.passages = 1, .crashes = 1, .recover = true, .domains = false});
}
TEST(wrong, group_bakery_no_choosing) {
  refute<wrong::group_bakery_no_choosing>("group-bakery-no-choosing", {.n = 2, .sessions = 2}, once);
}
TEST(wrong, k_bakery_fife_fast_unseen) {
  refute<wrong::k_bakery_fife_fast_unseen>("k-bakery-fife-fast-unseen", {.n = 2}, once);
}
TEST(wrong, k_bakery_no_announce) { refute<wrong::k_bakery_no_announce>("k-bakery-no-announce", {.n = 2}, once); }
TEST(wrong, k_bakery_reset_safe_swapped) {
  refute<wrong::k_bakery_reset_safe_swapped>("k-bakery-reset-safe-swapped", {.n = 2}, once);
}
TEST(wrong, levels_off_by_one) { refute<wrong::levels_off_by_one>("levels-off-by-one", {.n = 2}, once); }
TEST(wrong, two_bits_no_second_look) {
  refute<wrong::two_bits_no_second_look>("two-bits-no-second-look", {.n = 3, .k = 2}, once);
}

// The right ones: what their papers say that they do not do, or not on such registers, or not with so many crashes.
struct denied {
  const char* test;
  setting of;
  claim what;
};
const denied denials[] = {
    {"fig_5_3_on_safe_registers",
     {.algorithm = "k-bakery", .size = {.n = 2}, .passages = 1, .registers = register_model::safe},
     claim::exclusion},
    {"fig_5_4_on_safe_registers",
     {.algorithm = "k-bakery-cc", .size = {.n = 2}, .passages = 1, .registers = register_model::safe},
     claim::exclusion},
    {"fig_5_5_on_safe_registers",
     {.algorithm = "k-bakery-fife", .size = {.n = 2}, .passages = 1, .registers = register_model::safe},
     claim::exclusion},
    {"naive_levels_with_one_crash",
     {.algorithm = "naive-levels",
      .size = {.n = 3, .k = 2},
      .passages = 0,
      .crashes = 1,
      .registers = register_model::atomic},
     claim::deadlock_freedom},
    {"weak_one_bit_is_not_2_deadlock_free",
     {.algorithm = "weak-one-bit", .size = {.n = 3, .k = 2}, .passages = 0, .crashes = 1},
     claim::deadlock_freedom},
    {"one_bit_lets_starve", {.algorithm = "one-bit", .size = {.n = 2}, .passages = 0}, claim::starvation_freedom},
    {"group_bakery_is_not_fife",
     {.algorithm = "group-bakery", .size = {.n = 3, .sessions = 2}, .passages = 1, .registers = register_model::atomic},
     claim::fife},
    {"group_bakery_is_not_strongly_concurrent",
     {.algorithm = "group-bakery", .size = {.n = 2, .sessions = 2}, .passages = 1, .registers = register_model::atomic},
     claim::strong_concurrent_entry},
    {"black_white_group_bakery_is_not_fife",
     {.algorithm = "black-white-group-bakery",
      .size = {.n = 3, .sessions = 2},
      .passages = 1,
      .registers = register_model::atomic},
     claim::fife},
    {"black_white_group_bakery_is_not_strongly_concurrent",
     {.algorithm = "black-white-group-bakery",
      .size = {.n = 2, .sessions = 2},
      .passages = 1,
      .registers = register_model::atomic},
     claim::strong_concurrent_entry},
};
class papers_deny : public testing::TestWithParam<denied> {};
TEST_P(papers_deny, and_the_lab_agrees) { refute(*named_program(GetParam().of), GetParam().of, GetParam().what); }
INSTANTIATE_TEST_SUITE_P(it, papers_deny, testing::ValuesIn(denials), [](const auto& of) { return of.param.test; });

}  // namespace
}  // namespace doorway::lab
