// Who waits without paying, and who does not.
#include "lab/rmr/local_spin.hpp"

#include <gtest/gtest.h>

namespace doorway::lab::rmr {
namespace {

waiting seen(std::string_view name, process_id k, const cost_model& model) {
  const auto found = observe_waiting({maker_of(std::string(name)), {.n = 0, .k = k, .l = 0, .sessions = 2}, model}, 1);
  EXPECT_TRUE(found.met) << name;
  return found;
}

TEST(local_spin, k_bakery_everywhere) {
  for (const process_id k : {1U, 2U, 3U})
    for (const auto& model : cost_models) EXPECT_TRUE(seen("k-bakery", k, model).local_spin()) << model.name;
}

TEST(local_spin, k_bakery_cc_only_with_caches) {
  for (const process_id k : {1U, 2U, 3U}) {
    EXPECT_TRUE(seen("k-bakery-cc", k, cc).local_spin());
    EXPECT_TRUE(seen("k-bakery-cc", k, cc_write_back).local_spin());
    // It looks at everybody's Want[i] again: in the largest crew, n = 2k + 4, of all but itself.
    EXPECT_EQ(seen("k-bakery-cc", k, dsm).per_evaluation, 2U * k + 3);
  }
}

TEST(local_spin, the_bakery_only_with_caches) {
  EXPECT_TRUE(seen("bakery", 1, cc).local_spin());
  EXPECT_TRUE(seen("bakery", 1, cc_write_back).local_spin());
  EXPECT_EQ(seen("bakery", 1, dsm).per_evaluation, 1U) << "the one register that it waits for";
}

TEST(local_spin, levels_only_with_caches) {
  for (const process_id k : {1U, 2U}) {
    EXPECT_TRUE(seen("levels", k, cc).local_spin());
    EXPECT_FALSE(seen("levels", k, dsm).local_spin());
    EXPECT_GT(seen("levels", k, dsm).per_evaluation, 0U);
  }
}

// A process that can be overtaken for ever pays for ever, although waiting is free while nobody moves.
TEST(local_spin, not_one_bit_because_others_overtake_without_end) {
  for (const auto& model : {cc, cc_write_back}) {
    const auto found = seen("one-bit", 1, model);
    EXPECT_EQ(found.per_evaluation, 0U);
    EXPECT_TRUE(found.without_end);
    EXPECT_GT(found.paid, 100U);
  }
}

TEST(local_spin, group_algorithms_only_with_caches) {
  for (const auto* name : {"group-bakery", "black-white-group-bakery"}) {
    EXPECT_TRUE(seen(name, 1, cc).local_spin()) << name;
    EXPECT_GT(seen(name, 1, dsm).per_evaluation, 0U) << name;
  }
}

}  // namespace
}  // namespace doorway::lab::rmr
