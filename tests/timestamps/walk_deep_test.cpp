// The same, for 10^9 steps each: shorter walks have missed wrong timestamps.
#include <gtest/gtest.h>

#include "doorway/algorithms/all.hpp"
#include "lab/sampling/timestamps.hpp"
#include "lab/sampling/walk.hpp"

namespace doorway::lab::random {
namespace {

constexpr std::uint64_t very_many = 1'000'000'000;

class deep : public testing::TestWithParam<parameters> {};

TEST_P(deep, bounded_fife) {
  const parameters size = GetParam();
  subject_of<bounded_fife> what(size);
  const auto seen = walk(what, {.steps = very_many, .crashes = size.k - 1, .most_enabled = 17 * size.n});
  EXPECT_EQ(seen.broken.words, "") << "episode " << seen.episode;
  EXPECT_EQ(seen.most_inside, size.k);
  EXPECT_GE(seen.steps, very_many);
}
TEST_P(deep, bounded_timestamps) {
  timestamps_of<bounded_timestamps> what(GetParam());
  const auto seen = walk(what, {.steps = very_many});
  EXPECT_EQ(seen.broken.words, "") << "episode " << seen.episode;
  EXPECT_GE(seen.steps, very_many);
}

INSTANTIATE_TEST_SUITE_P(of, deep,
                         testing::Values(parameters{.n = 3, .k = 2}, parameters{.n = 4, .k = 2},
                                         parameters{.n = 5, .k = 3}),
                         [](const auto& one) { return std::to_string(one.param.n); });

}  // namespace
}  // namespace doorway::lab::random
