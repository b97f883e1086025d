// The worst passage of all schedules.
#include "lab/rmr/exact.hpp"

#include <gtest/gtest.h>

#include "lab/rmr/measure.hpp"

namespace doorway::lab::rmr {
namespace {

exact_worst searched(std::string_view name, process_id n, process_id k, const cost_model& model,
                     std::uint32_t passages) {
  return search_exactly(*make_program(name, {.n = n, .k = k}, passages), model);
}

TEST(exact, one_bit_by_hand) {
  // Process 1 writes true, reads that 0 competes, writes false, reads that 0 has gone, writes true; its second look at 0 is
  // cached; it leaves with a write. Process 0: two writes, and two reads of 1's flag (true, then false).
  const auto cached = searched("one-bit", 2, 1, cc, 1);
  EXPECT_TRUE(cached.complete);
  EXPECT_FALSE(cached.without_end);
  EXPECT_EQ(cached.rmrs, 6U);
  EXPECT_EQ(cached.payer, 1U);
  EXPECT_TRUE(searched("one-bit", 2, 1, dsm, 1).without_end);
}

TEST(exact, with_more_passages_of_the_others_one_bit_pays_more) {
  std::uint64_t before = 0;
  for (std::uint32_t passages = 1; passages <= 4; ++passages) {
    const auto found = searched("one-bit", 2, 1, cc, passages);
    EXPECT_GT(found.rmrs, before);
    before = found.rmrs;
  }
}

TEST(exact, k_bakery_in_dsm_is_four_rows) {
  for (const std::uint32_t passages : {1U, 2U}) EXPECT_EQ(searched("k-bakery", 2, 1, dsm, passages).rmrs, 4U);
  EXPECT_EQ(searched("k-bakery", 3, 1, dsm, 1).rmrs, 8U);
  EXPECT_EQ(searched("k-bakery", 3, 2, dsm, 1).rmrs, 8U);
}

// Thesis, Lemma 5.7: at most five RMRs for each Want[q][p] in the loop; all else is 7 with n = 2 (Ticket[0], Ticket[1] and
// 5 writes). It turns out that four are the most, with as many passages as you like to try.
TEST(exact, k_bakery_with_caches_stays_below_lemma_5_7) {
  EXPECT_EQ(searched("k-bakery", 2, 1, cc, 1).rmrs, 7U + 3);
  for (const std::uint32_t passages : {2U, 3U, 4U}) EXPECT_EQ(searched("k-bakery", 2, 1, cc, passages).rmrs, 7U + 4);
}

// Thesis, sections 1.7 and 5.1: the Bakery "is not local-spin". That is so in DSM; with caches it is: what p waits for
// cannot come back before p has gone in, so each register is fetched a bounded number of times.
TEST(exact, the_bakery_has_a_bound_with_caches) {
  for (const std::uint32_t passages : {1U, 2U, 3U, 4U}) EXPECT_EQ(searched("bakery", 2, 1, cc, passages).rmrs, 10U);
  for (const std::uint32_t passages : {1U, 2U}) EXPECT_EQ(searched("bakery", 3, 1, cc, passages).rmrs, 14U);
  EXPECT_TRUE(searched("bakery", 2, 1, dsm, 1).without_end);
}

TEST(exact, k_bakery_cc_pays_without_end_in_dsm) {
  EXPECT_TRUE(searched("k-bakery-cc", 2, 1, dsm, 1).without_end);
  EXPECT_TRUE(searched("k-bakery-cc", 3, 2, dsm, 1).without_end);
  EXPECT_FALSE(searched("k-bakery-cc", 3, 2, cc, 1).without_end);
}

TEST(exact, no_schedule_of_ours_finds_more) {
  for (const auto* name : {"bakery", "k-bakery", "k-bakery-cc", "black-white-bakery", "levels"})
    for (const auto& model : {cc, cc_write_back}) {
      const auto found = searched(name, 2, 1, model, 4);
      ASSERT_TRUE(found.complete);
      const auto what = make_program(name, {.n = 2, .k = 1});
      std::uint64_t most = 0;
      for (const auto* schedule : {"random", "round-robin", "greedy"})
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
          crew all(*what, model, seed);
          const auto how = make_schedule(schedule, seed);
          most = std::max(most, measure(all, *how, {}).worst);
        }
      EXPECT_LE(most, found.rmrs) << name << " " << model.name;
      EXPECT_GE(most + 1, found.rmrs) << name << " " << model.name << ": the schedules are not what they should be";
    }
}

TEST(exact, says_when_it_does_not_fit) {
  EXPECT_FALSE(search_exactly(*make_program("k-bakery", {.n = 3, .k = 2}, 1), cc, 1000).complete);
}

}  // namespace
}  // namespace doorway::lab::rmr
