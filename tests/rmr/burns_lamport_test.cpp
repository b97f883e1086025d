// The schedule of He et al. 2017, section 4.
#include "lab/rmr/burns_lamport.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace doorway::lab::rmr {
namespace {

TEST(burns_lamport, blocks_process_n_as_often_as_the_paper_says) {
  for (process_id n = 2; n <= 32; ++n) {
    const auto what = make_program("one-bit", {.n = n});
    const std::uint64_t blocks = std::uint64_t{n} * (n - 1) / 2;
    for (const auto& model : cost_models) {
      const auto seen = burns_lamport(*what, model);
      EXPECT_EQ(seen.blocked, blocks) << n;
      EXPECT_EQ(seen.passages, n) << "one passage of everybody";
      EXPECT_GE(seen.worst, blocks) << n << " " << model.name;
    }
    // By hand, write-through: each block is a write of true, a read of the blocker's flag, a write of false, and another read
    // when the blocker has lowered it: 4. The first scan also fetches n-2 flags that are down. At the end a last write of
    // true and a last write of false.
    EXPECT_EQ(burns_lamport(*what, cc).worst, 4 * blocks + (n - 2) + 2) << n;
  }
}

TEST(burns_lamport, says_so_if_the_algorithm_is_another) {
  const auto what = make_program("bakery", {.n = 3});
  EXPECT_THROW(static_cast<void>(burns_lamport(*what, cc)), std::logic_error);
}

}  // namespace
}  // namespace doorway::lab::rmr
