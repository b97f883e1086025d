// Timestamp systems, every interleaving, as far as minutes and 5 GB go.
#include <gtest/gtest.h>

#include <iostream>

#include "doorway/algorithms/blocks/bounded_timestamps.hpp"
#include "doorway/algorithms/blocks/unbounded_timestamps.hpp"
#include "doorway/algorithms/k_exclusion/bounded_fife.hpp"
#include "lab/check.hpp"
#include "lab/machine/program.hpp"
#include "lab/timestamps/check.hpp"
#include "lab/timestamps/program.hpp"

namespace doorway::lab {
namespace {

constexpr std::size_t memory = std::size_t{5} << 30U;

template <template <class> class System>
specification_report checked(process_id n, std::uint32_t operations) {
  const timestamp_program<System> code(n, operations);
  exploration_limits limits;
  limits.memory = memory;
  limits.seconds = 900;
  auto found = check_timestamps(code, limits);
  EXPECT_EQ(found.broken, "");
  EXPECT_GT(found.entries, 0U);
  std::cout << found.explored.states << " states, depth " << found.explored.depth
            << (found.complete ? ", complete\n" : ", not complete\n");
  return found;
}
TEST(timestamps, unbounded_three) { EXPECT_TRUE(checked<unbounded_timestamps>(3, 3).complete); }
TEST(timestamps, bounded_two) { EXPECT_TRUE(checked<bounded_timestamps>(2, 4).complete); }
// These do not end: no violation as far as they got.
TEST(timestamps, bounded_two_without_end) { EXPECT_GT(checked<bounded_timestamps>(2, 0).explored.states, 50'000'000U); }
TEST(timestamps, bounded_three) { EXPECT_GT(checked<bounded_timestamps>(3, 2).explored.states, 20'000'000U); }

// bounded-fife itself, and with it the block: three processes, one passage each, not to its end.
TEST(bounded_fife, three) {
  const program_of<bounded_fife> code({.n = 3, .k = 2}, {.passages = 1, .crashes = 1});
  question asked;
  asked.claims = {claim::exclusion, claim::declarations};
  asked.limits.memory = memory;
  asked.limits.seconds = 900;
  const auto found = check(code, asked);
  EXPECT_NE(found.overall(), verdict::violated);
  std::cout << found.measured.explored.states << " states, depth " << found.measured.explored.depth << '\n';
}
// Its text over tickets, to the end.
TEST(unbounded_fife, three_with_a_crash) {
  const program_of<unbounded_fife> code({.n = 3, .k = 2}, {.passages = 1, .crashes = 1});
  question asked;
  asked.claims = {claim::exclusion, claim::declarations, claim::starvation_freedom, claim::bounded_exit};
  asked.limits.memory = memory;
  asked.limits.seconds = 900;
  EXPECT_EQ(check(code, asked).overall(), verdict::holds_up_to);
}

}  // namespace
}  // namespace doorway::lab
