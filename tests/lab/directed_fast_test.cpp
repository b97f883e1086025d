// The locks with a short way in, wrong: each by the run that its file tells, performed on the code. The right algorithm survives the
// same run.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_fife_fast.hpp"
#include "lab/performed.hpp"
#include "wrong/k_bakery_cc_fast_fewer_than_k.hpp"
#include "wrong/k_bakery_cc_fast_never_crowded.hpp"
#include "wrong/k_bakery_fife_fast_never_crowded.hpp"
#include "wrong/k_bakery_fife_fast_no_capture.hpp"

namespace doorway::lab {
namespace {

// 2 finds 0 and 1 before it, and then always one of them, by F; never both are inside.
constexpr auto by_the_short_way_in_turn = R"(
  0 until inside                  # by F
  1 until inside                  # by F, for 0 is the only other
  2 until looks                   # takes a ticket
  2 until looks
  1 until out
  for ever
  2 until reads Want[1]           # has seen 0
  0 until out
  1 until inside                  # by F, for 2 is the only other
  2 until looks                   # has seen 1
  1 until out
  0 until inside)";
TEST(directed, k_bakery_cc_fast_fewer_than_k) {
  using wrong::k_bakery_cc_fast_fewer_than_k;
  const setting of{.algorithm = "k-bakery-cc-fast-fewer-than-k", .size = {.n = 3, .k = 2}, .passages = 0};
  expect_broken<k_bakery_cc_fast_fewer_than_k>(claim::starvation_freedom, of, by_the_short_way_in_turn);
  expect_safe<k_bakery_cc_fast>(claim::starvation_freedom, of, by_the_short_way_in_turn);
  // Nobody gets in whom k-exclusion or k-FCFS keeps out.
  question asked;
  asked.claims = {claim::exclusion, claim::fcfs};
  const report found = check(program_of<k_bakery_cc_fast_fewer_than_k>(of.size, {.passages = 2}), asked);
  EXPECT_EQ(found.overall(), verdict::holds_up_to);
}

// How often process 0 gets in on a run that begins like this and then goes round so many times.
constexpr int rounds = 40;
template <template <class> class Algorithm>
std::ptrdiff_t entries(const parameters& size, const setting& conduct, const std::string& begin,
                       const std::string& round) {
  std::string script = begin;
  for (int i = 0; i < rounds; ++i) script += round;
  const program_of<Algorithm> code(size, conduct);
  const trace run = directed(code, script, "exclusion");
  EXPECT_EQ(run.last_line, "");
  return std::count_if(run.steps.begin(), run.steps.end(), [](const trace_step& step) {
    return step.p == 0 && step.before != stage::critical && step.after == stage::critical;
  });
}

// 0 waits; 1 and 2 come in turns. Every time that 0 looks at one of them, it has announced itself and taken no ticket yet.
TEST(directed, k_bakery_cc_fast_never_crowded) {
  const std::string begin = R"(
    1 until inside                # by F
    0 until waits                 # takes a ticket
    2 until reads Want[0]
    0 until looks
    0 until looks                 # has seen both
    1 until out
    2 until inside
    2 until out)";
  const std::string round = R"(
    1 until reads Want[0]         # has written Want[1]
    0 until reads Want[2]         # has seen 1
    1 until inside
    1 until out
    2 until reads Want[0]
    0 until looks                 # has seen 2
    2 until inside
    2 until out)";
  constexpr parameters size{.n = 3, .k = 2};
  EXPECT_EQ(entries<wrong::k_bakery_cc_fast_never_crowded>(size, {.passages = 0}, begin, round), 0);
  EXPECT_GT(entries<k_bakery_cc_fast>(size, {.passages = 0}, begin, round), rounds / 2);
}

// 0 waits; 1 comes, gives up, and comes again. As above, and the lab says so too, for tickets by their order: of the right one that
// nobody starves, of the wrong one that it cannot tell.
TEST(directed, k_bakery_cc_fast_never_crowded_by_one_that_gives_up) {
  const std::string begin = R"(
    1 until inside                # by F
    0 until waits                 # takes a ticket
    0 until looks
    1 until out)";
  const std::string round = R"(
    1 until reads Want[0]
    0 until looks
    1 gives up
    1 until out)";
  using wrong::k_bakery_cc_fast_never_crowded;
  const setting conduct{.passages = 0, .abort = true};
  EXPECT_EQ(entries<k_bakery_cc_fast_never_crowded>({.n = 2}, conduct, begin, round), 0);
  EXPECT_GE(entries<k_bakery_cc_fast>({.n = 2}, conduct, begin, round), rounds / 2);
  question asked;
  asked.claims = {claim::starvation_freedom};
  EXPECT_EQ(check(program_of<k_bakery_cc_fast>({.n = 2}, conduct), asked).overall(), verdict::holds);
  EXPECT_EQ(check(program_of<k_bakery_cc_fast_never_crowded>({.n = 2}, conduct), asked).overall(),
            verdict::inconclusive);
}

// The same: 1 stands between A and F whenever 0 looks. The right one is there once, and then never again while 0 waits.
TEST(directed, k_bakery_fife_fast_never_crowded) {
  const std::string begin = R"(
    1 until inside                # by F
    0 until waits                 # takes a ticket
    0 until looks
    1 until out)";
  const auto round = [](const std::string& until) {
    return "\n 1 until " + until + "\n 0 until looks\n 1 gives up\n 1 until out";
  };
  const std::string stands_at_f = round("reads Stage[0]");
  const std::string chooses = round("reads Ticket[0]");  // at 91, and shows its old ticket
  using wrong::k_bakery_fife_fast_never_crowded;
  const setting conduct{.passages = 0, .abort = true};
  EXPECT_EQ(entries<k_bakery_fife_fast_never_crowded>({.n = 2}, conduct, begin, stands_at_f), 0);
  EXPECT_THROW(entries<k_bakery_fife_fast>({.n = 2}, conduct, begin, stands_at_f), std::runtime_error);
  EXPECT_GE(entries<k_bakery_fife_fast>({.n = 2}, conduct, begin + stands_at_f, chooses), rounds / 2);
}

// 0 waits, and 1, which comes later, goes in. 2 and 3 show old tickets.
constexpr auto captured = R"(
  2 until inside                  # by F
  0 until waits                   # takes a ticket
  2 until out
  1 until inside                  # captures 0
  2 until reads Ticket[0]         # between B and 91
  3 until reads Ticket[0]
  0 until looks
  0 until looks
  for ever
  0 until looks)";
TEST(directed, k_bakery_fife_fast_no_capture) {
  const setting of{.algorithm = "k-bakery-fife-fast-no-capture", .size = {.n = 4, .k = 2}, .passages = 2};
  expect_broken<wrong::k_bakery_fife_fast_no_capture>(claim::fife, of, captured);
  expect_safe<k_bakery_fife_fast>(claim::fife, of, captured);
}

}  // namespace
}  // namespace doorway::lab
