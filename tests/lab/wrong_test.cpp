// The wrong ones: the lab refutes each, with a counterexample that, played again on the code, ends in the violation. Those
// whose error lies deeper than a search of seconds reaches are compiled here and no more: see `deep`.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "lab/named.hpp"
#include "lab/rerun.hpp"
#include "lab/verdict.hpp"
#include "wrong/bakery_no_doorway.hpp"
#include "wrong/black_white_bakery_abort_flips.hpp"
#include "wrong/black_white_bakery_printed.hpp"
#include "wrong/black_white_group_bakery_naive.hpp"
#include "wrong/black_white_group_bakery_plain_abort.hpp"
#include "wrong/group_bakery_no_choosing.hpp"
#include "wrong/k_bakery_fife_safe_printed.hpp"
#include "wrong/k_bakery_no_announce.hpp"
#include "wrong/k_bakery_reset_fife_no_ignore.hpp"
#include "wrong/k_bakery_reset_fife_printed.hpp"
#include "wrong/k_bakery_reset_fife_safe_one_copy.hpp"
#include "wrong/k_bakery_reset_fife_safe_printed.hpp"
#include "wrong/k_bakery_reset_fife_safe_two_copies.hpp"
#include "wrong/k_bakery_reset_safe_no_bypass.hpp"
#include "wrong/k_bakery_reset_safe_swapped.hpp"
#include "wrong/levels_off_by_one.hpp"
#include "wrong/two_bits_no_second_look.hpp"

namespace doorway::lab {
namespace {

constexpr behaviour once{.passages = 1}, twice{.passages = 2};

// Exclusion fails, and the trace shows it.
template <template <class> class Wrong>
void refute(const parameters& size, const behaviour& conduct, register_model registers = register_model::atomic) {
  program_of<Wrong> code(size, conduct);
  set_registers(code, registers);
  question asked;
  asked.claims = {claim::exclusion};
  asked.limits.memory = std::size_t{3} << 30U;
  const report found = check(code, asked);
  const finding& f = found.findings.at(0);
  ASSERT_EQ(f.is, verdict::violated) << name(f.is) << ' ' << f.reason;
  ASSERT_TRUE(f.counterexample.has_value());
  const auto seen = rerun(code, *f.counterexample);
  EXPECT_EQ(seen.complaint, "") << drawn(*f.counterexample);
  EXPECT_GE(seen.inside, 2U);
}

TEST(wrong, bakery_no_doorway) { refute<wrong::bakery_no_doorway>({.n = 2}, once); }
TEST(wrong, black_white_bakery_printed) { refute<wrong::black_white_bakery_printed>({.n = 2}, twice); }
TEST(wrong, black_white_bakery_abort_flips) {
  refute<wrong::black_white_bakery_abort_flips>({.n = 3}, {.passages = 2, .abort = true, .domains = false});
}
TEST(wrong, black_white_group_bakery_naive) {
  refute<wrong::black_white_group_bakery_naive>({.n = 3}, {.passages = 2, .sessions = 2});
}
TEST(wrong, group_bakery_no_choosing) {
  refute<wrong::group_bakery_no_choosing>({.n = 2}, {.passages = 1, .sessions = 2});
}
TEST(wrong, k_bakery_no_announce) { refute<wrong::k_bakery_no_announce>({.n = 2}, once); }
TEST(wrong, k_bakery_reset_safe_swapped) { refute<wrong::k_bakery_reset_safe_swapped>({.n = 2}, once); }
TEST(wrong, levels_off_by_one) { refute<wrong::levels_off_by_one>({.n = 2}, once); }
TEST(wrong, two_bits_no_second_look) { refute<wrong::two_bits_no_second_look>({.n = 3, .k = 2}, once); }

// Compiled, and run alone through two passages' worth of states: not yet refuted here.
template <template <class> class Wrong>
void compile(const parameters& size, const behaviour& conduct) {
  const program_of<Wrong> code(size, conduct);
  question asked;
  asked.claims = {claim::exclusion};
  EXPECT_EQ(check(code, asked).findings.at(0).is, verdict::holds_up_to);
}
TEST(wrong, deep) {
  const parameters alone{.n = 1};
  compile<wrong::black_white_group_bakery_plain_abort>(alone, {.passages = 2, .sessions = 2});
  compile<wrong::k_bakery_fife_safe_printed>(alone, twice);
  compile<wrong::k_bakery_reset_fife_no_ignore>(alone, twice);
  compile<wrong::k_bakery_reset_fife_printed>(alone, twice);
  compile<wrong::k_bakery_reset_fife_safe_one_copy>(alone, twice);
  compile<wrong::k_bakery_reset_fife_safe_printed>(alone, twice);
  compile<wrong::k_bakery_reset_fife_safe_two_copies>(alone, twice);
  compile<wrong::k_bakery_reset_safe_no_bypass>(alone, twice);
}

}  // namespace
}  // namespace doorway::lab
