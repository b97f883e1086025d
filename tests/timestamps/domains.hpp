// bounded-fife with n = 16 on threads, for a while: no register ever leaves its domain, and never too many are inside.
#pragma once

#include <gtest/gtest.h>

#include <chrono>

#include "doorway/algorithms/k_exclusion/bounded_fife.hpp"
#include "guarded.hpp"
#include "lab/threads/run.hpp"

namespace doorway::lab {

inline void stays_in_its_domains(std::chrono::seconds time) {
  const parameters size{.n = 16, .k = 4};
  subject_of<bounded_fife, guarded> lock(size);
  const outcome seen = run(lock, {.time = time, .full_house = true});
  for (const auto& finding : seen.findings) ADD_FAILURE() << finding;
  EXPECT_EQ(seen.breaches, 0U);
  EXPECT_EQ(guarded::outside, 0U);
  EXPECT_GT(guarded::writes, 10'000U);
  EXPECT_GT(seen.passages, 100U);
  EXPECT_LE(seen.most_inside, size.k);
}

}  // namespace doorway::lab
