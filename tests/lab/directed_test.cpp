// The wrong ones whose error lies deeper than a search of seconds reaches, and what the papers say that their algorithms do not
// do: each by the run that its file or its paper tells, performed on the code. The right algorithm survives the same run.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "doorway/algorithms/group_exclusion/black_white_group_bakery.hpp"
#include "doorway/algorithms/group_exclusion/group_bakery.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_fife.hpp"
#include "lab/check.hpp"
#include "lab/performed.hpp"
#include "wrong/black_white_group_bakery_plain_abort.hpp"
#include "wrong/k_bakery_fife_safe_printed.hpp"
#include "wrong/k_bakery_reset_fife_no_ignore.hpp"
#include "wrong/k_bakery_reset_fife_printed.hpp"
#include "wrong/k_bakery_reset_fife_safe_one_copy.hpp"
#include "wrong/k_bakery_reset_fife_safe_printed.hpp"
#include "wrong/k_bakery_reset_fife_safe_two_copies.hpp"
#include "wrong/k_bakery_reset_safe_no_bypass.hpp"

namespace doorway::lab {
namespace {

// 0 is u, 1 is t, 2 is h; session 1 is A, 2 is B.
constexpr auto plain_abort = R"(
  0 wants 2
  0 until waits                   # (black, 1)
  1 wants 1
  1 until waits                   # (black, 2)
  0 until out
  1 until writes GlobalColor
  2 wants 1
  2 until reads GlobalColor
  2 steps 1                       # black
  1 until out                     # GlobalColor is white
  0 wants 2
  0 until waits                   # (white, 1)
  1 wants 1
  1 until waits                   # (white, 2)
  0 gives up
  0 until out
  1 until writes GlobalColor
  0 wants 2
  0 until waits                   # (white, 3)
  2 until inside                  # (black, 1)
  1 until out                     # GlobalColor is black again
  0 until inside)";
TEST(directed, black_white_group_bakery_plain_abort) {
  const setting of{.algorithm = "black-white-group-bakery-plain-abort",
                   .size = {.n = 3, .sessions = 2},
                   .passages = 3,
                   .abort = true,
                   .domains = false};
  expect_broken<wrong::black_white_group_bakery_plain_abort>(claim::exclusion, of, plain_abort);
  expect_safe<black_white_group_bakery>(claim::exclusion, of, plain_abort);
}

// 0 is r, 1 is a, 2 is p.
constexpr auto flickering_tickets = R"(
  1 until writing Ticket[1]       # 1
  0 until reads Ticket[1]
  0 sees 3                        # and chooses 4
  0 until looks
  1 until out
  0 until out                     # has captured 2 with 4
  0 until writing Ticket[0]       # 5
  1 until reads Ticket[0]
  1 sees 0                        # and chooses 2
  1 until reads Ticket[0]
  1 sees 0                        # captures nobody
  1 until inside
  2 until reads Ticket[0]
  2 sees 0                        # and chooses 3: captured by 4
  2 until reads Ticket[0]
  2 sees 0
  2 until inside)";
TEST(directed, k_bakery_fife_safe_printed) {
  const setting of{.algorithm = "k-bakery-fife-safe-printed", .size = {.n = 3}, .passages = 2};
  expect_broken<wrong::k_bakery_fife_safe_printed>(claim::exclusion, of, flickering_tickets);
  expect_safe<k_bakery_fife_safe>(claim::exclusion, of, flickering_tickets);
}

// 0 and 1 are r1 and r2, 2 is p, 3 is q.
constexpr auto late_captor = R"(
  2 until writes Ticket[2][0]     # 1
  0 until inside
  3 until reads Capture[0][3]     # 2
  0 until out
  3 until writes Capture[3][0]
  0 until reads Ticket[3][0]      # has not seen 2's ticket
  1 until reads Ticket[3][1]
  2 until looks
  3 until out                     # has captured 2; its ticket is gone
  2 until inside                  # captured
  0 until writes Ticket[0][0]     # 1
  1 until inside
  0 until inside)";
TEST(directed, k_bakery_reset_fife_no_ignore) {
  const setting of{.algorithm = "k-bakery-reset-fife-no-ignore", .size = {.n = 4, .k = 2}, .passages = 2};
  expect_broken<wrong::k_bakery_reset_fife_no_ignore>(claim::exclusion, of, late_captor);
  expect_safe<k_bakery_reset_fife>(claim::exclusion, of, late_captor);
}

// 0 and 1 are r1 and r2, 2 is p, 3 is q. The doorway of 2 is over, but it has not said so.
constexpr auto short_doorway = R"(
  2 until waits
  3 until inside                  # ignores 2, does not capture it
  0 until writes DWYBypass[0][0]  # in its doorway
  1 until writes DWYBypass[0][1]  # so is this one
  2 until looks
  2 until looks
  for ever
  2 until looks)";
TEST(directed, k_bakery_reset_fife_printed) {
  const setting of{.algorithm = "k-bakery-reset-fife-printed", .size = {.n = 4, .k = 2}, .passages = 1};
  expect_broken<wrong::k_bakery_reset_fife_printed>(claim::fife, of, short_doorway);
  expect_safe<k_bakery_reset_fife>(claim::fife, of, short_doorway);
}
TEST(directed, k_bakery_reset_fife_safe_printed) {
  const setting of{.algorithm = "k-bakery-reset-fife-safe-printed",
                   .size = {.n = 4, .k = 2},
                   .passages = 1,
                   .registers = register_model::atomic};
  expect_broken<wrong::k_bakery_reset_fife_safe_printed>(claim::fife, of, short_doorway);
  expect_safe<k_bakery_reset_fife_safe>(claim::fife, of, short_doorway);
}

// 0 is p, 1 is q, 2 is r.
constexpr auto one_copy = R"(
  0 until waits
  1 until writes Capture[1][0][0]
  0 until out
  2 until inside
  0 until looks                   # its second passage: the ticket is 4, and that of 1 is 2
  1 until writing Capture[1][0][0]
  0 until reads Capture[1][0][0]
  0 sees 5
  0 until inside
  1 until inside)";
TEST(directed, k_bakery_reset_fife_safe_one_copy) {
  const setting of{.algorithm = "k-bakery-reset-fife-safe-one-copy", .size = {.n = 3, .k = 2}, .passages = 2};
  expect_broken<wrong::k_bakery_reset_fife_safe_one_copy>(claim::exclusion, of, one_copy);
  expect_safe<k_bakery_reset_fife_safe>(claim::exclusion, of, one_copy);
}

constexpr auto two_copies = R"(
  0 until waits
  1 until writes Capture[1][0][0]
  0 until out
  2 until inside
  0 until writing Capture[1][0][0]
  1 steps 2                       # writes it too
  0 leaves 5
  0 until looks
  1 until writing Capture[1][0][1]
  0 until reads Capture[1][0][1]
  0 sees 5
  0 until inside
  1 until inside)";
TEST(directed, k_bakery_reset_fife_safe_two_copies) {
  const setting of{.algorithm = "k-bakery-reset-fife-safe-two-copies", .size = {.n = 3, .k = 2}, .passages = 2};
  expect_broken<wrong::k_bakery_reset_fife_safe_two_copies>(claim::exclusion, of, two_copies);
  expect_safe<k_bakery_reset_fife_safe>(claim::exclusion, of, two_copies);
}

// 0 finds now 1, now 2 in its doorway, and never that one of them has been past it.
constexpr auto in_turn = R"(
  1 until reads Ticket[0][1]      # in its doorway
  0 until looks
  for ever
  0 until reads Doorway[2][0]
  1 until out
  2 until reads Ticket[0][2]      # in its doorway
  0 until looks
  2 until out
  1 until reads Ticket[0][1])";
TEST(directed, k_bakery_reset_safe_no_bypass) {
  const setting of{.algorithm = "k-bakery-reset-safe-no-bypass",
                   .size = {.n = 3, .k = 2},
                   .passages = 0,
                   .registers = register_model::atomic};
  expect_broken<wrong::k_bakery_reset_safe_no_bypass>(claim::starvation_freedom, of, in_turn);
  expect_safe<k_bakery_reset_safe>(claim::starvation_freedom, of, in_turn);
}

// Figs. 5.3 and 5.4 are not FIFE (thesis, section 5.6): 0 waits for two that have announced an old ticket and not chosen.
constexpr auto old_tickets = R"(
  0 until waits
  1 until inside
  2 until reads Ticket[0]
  3 until reads Ticket[0]
  0 until looks
  0 until looks
  for ever
  0 until looks)";
TEST(directed, k_bakery_is_not_fife) {
  const setting of{.algorithm = "k-bakery", .size = {.n = 4, .k = 2}, .passages = 1};
  expect_broken<k_bakery>(claim::fife, of, old_tickets);
  expect_broken<k_bakery_cc>(claim::fife, {.algorithm = "k-bakery-cc", .size = of.size}, old_tickets);
  expect_safe<k_bakery_fife>(claim::fife, of, old_tickets);
}

// The two algorithms for group exclusion are neither FIFE nor strongly concurrent (He et al. 2017, section 8): 0 of session 1 has
// finished its doorway; 1 of the same session comes later and goes in; 2 of session 2, later still, is in its doorway.
TEST(directed, group_bakery_is_neither_fife_nor_strongly_concurrent) {
  const setting of{.algorithm = "group-bakery", .size = {.n = 3, .sessions = 2}, .passages = 1};
  constexpr auto chooser = R"(
    0 wants 1
    0 until waits
    1 wants 1
    1 until inside
    2 wants 2
    2 until reads Token[0]
    0 until reads Choosing[2]
    for ever
    0 until looks)";
  expect_broken<group_bakery>(claim::fife, of, chooser);
  expect_broken<group_bakery>(claim::strong_concurrent_entry, of, chooser);
}
TEST(directed, black_white_group_bakery_is_neither_fife_nor_strongly_concurrent) {
  const setting of{.algorithm = "black-white-group-bakery", .size = {.n = 3, .sessions = 2}, .passages = 1};
  constexpr auto chooser = R"(
    0 wants 1
    0 until waits
    1 wants 1
    1 until inside
    2 wants 2
    2 until reads GlobalColor
    0 until reads Choosing[2]
    for ever
    0 until looks)";
  expect_broken<black_white_group_bakery>(claim::fife, of, chooser);
  expect_broken<black_white_group_bakery>(claim::strong_concurrent_entry, of, chooser);
}

// The judge does not take anybody's word for it.
class judge : public testing::Test {
 protected:
  program_of<k_bakery> code{{.n = 4, .k = 2}, {.passages = 1}};
  trace run = directed(code, old_tickets, "fife");
};
TEST_F(judge, sees_the_labels_and_the_critical_step) {
  EXPECT_EQ(run.steps.at(0).label, "66");
  EXPECT_EQ(run.steps.at(21).label, "72");
  ASSERT_TRUE(run.critical.has_value());
  EXPECT_EQ(to_string(run.steps.at(*run.critical)), "66 Want[3][0] := 0");  // the second that 0 will wait for
}
TEST_F(judge, finds_a_step_that_the_code_does_not_take) {
  EXPECT_EQ(rerun(code, run).complaint, "");
  run.steps.at(3).value = 7;
  EXPECT_EQ(rerun(code, run).complaint, "step 4, process 0: it is about to write 0");
}
TEST_F(judge, finds_a_value_that_nobody_wrote) {
  run.steps.at(13).value = 7;
  EXPECT_EQ(rerun(code, run).complaint, "step 14, process 1: the register holds 1");
}
TEST_F(judge, does_not_take_unfairness_for_starvation) {
  const auto seen = rerun(code, run);  // 2 and 3 do not move, and are not outside
  EXPECT_TRUE(seen.broken.contains("fife"));
  EXPECT_FALSE(seen.broken.contains("starvation-freedom"));
}
TEST_F(judge, does_not_take_a_way_for_a_loop) {
  run.loop = run.steps.size() - 5;  // the first look, which drops 1, and the loop
  const auto seen = rerun(code, run);
  EXPECT_FALSE(seen.turns);
  EXPECT_NE(seen.complaint, "");
}
TEST_F(judge, wants_somebody_overtaken) {
  const trace alone = directed(code, R"(
    0 until waits
    2 until reads Ticket[0]
    3 until reads Ticket[0]
    0 until looks
    0 until looks
    for ever
    0 until looks)",
                               "fife");
  EXPECT_EQ(alone.last_line, "");
}
TEST(script, says_what_it_cannot_do) {
  const program_of<k_bakery> code({.n = 2}, {.passages = 1});
  EXPECT_THROW((void)directed(code, "0 until reads Wnat[0][1]", ""), std::runtime_error);
  EXPECT_THROW((void)directed(code, "0 sees 3", ""), std::runtime_error);
  EXPECT_THROW((void)directed(code, "2 steps 1", ""), std::runtime_error);
  EXPECT_THROW((void)directed(code, "0 crashes", ""), std::runtime_error);  // in its remainder
  EXPECT_THROW((void)directed(code, "0 until inside\n 1 until inside", ""), std::runtime_error);
}

}  // namespace
}  // namespace doorway::lab
