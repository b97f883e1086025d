// Zehavi's algorithm with something left out: the lab refutes it by searching, with a trace that is a run of the code.
#include <gtest/gtest.h>

#include "lab/check.hpp"
#include "lab/trace/replay_trace.hpp"
#include "wrong/bounded_fife.hpp"

namespace doorway::lab {
namespace {

template <template <class> class Algorithm>
finding searched() {
  const program_of<Algorithm> code({.n = 2}, {.passages = 2});
  question asked;
  asked.claims = {claim::exclusion};
  auto found = check(code, asked).findings.at(0);
  if (found.counterexample) {
    const auto again = rerun(code, *found.counterexample);
    EXPECT_EQ(again.complaint, "");
    EXPECT_EQ(again.inside, 2U) << drawn(*found.counterexample);
  }
  return found;
}

TEST(wrong, one_cell_of_discover) { EXPECT_EQ(searched<wrong::bounded_fife_one_cell>().is, verdict::violated); }
TEST(wrong, no_ignore) { EXPECT_EQ(searched<wrong::bounded_fife_no_ignore>().is, verdict::violated); }
TEST(wrong, not_so_the_right_one) { EXPECT_EQ(searched<unbounded_fife>().is, verdict::holds_up_to); }

}  // namespace
}  // namespace doorway::lab
