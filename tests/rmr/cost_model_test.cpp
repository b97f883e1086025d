// What an access costs, against the words of the thesis.
#include "lab/rmr/cost_model.hpp"

#include <gtest/gtest.h>

#include <random>

#include "lab/rmr/meter.hpp"

namespace doorway::lab::rmr {
namespace {

constexpr process_id p = 0, q = 1, r = 2;
constexpr std::uint32_t x = 0, y = 1, z = 2;

// x at home with p, y with q, z with nobody; three processes.
meter fresh(const cost_model& model) { return {model, {p, q, nobody}, 3}; }

TEST(dsm, costs_all_who_are_not_at_home) {
  auto paid = fresh(dsm);
  for (int again = 0; again < 3; ++again)
    for (const auto how : {access::read, access::write}) {
      EXPECT_FALSE(paid.charge(p, x, how));
      EXPECT_TRUE(paid.charge(q, x, how));
      EXPECT_FALSE(paid.charge(q, y, how));
      EXPECT_TRUE(paid.charge(p, z, how));
      EXPECT_TRUE(paid.charge(q, z, how));
    }
}

TEST(cc, the_first_read_costs_and_later_ones_do_not) {
  auto paid = fresh(cc);
  EXPECT_TRUE(paid.charge(p, x, access::read));
  for (int again = 0; again < 5; ++again) EXPECT_FALSE(paid.charge(p, x, access::read));
  EXPECT_TRUE(paid.charge(q, x, access::read));
  EXPECT_FALSE(paid.charge(p, x, access::read));
}

TEST(cc, a_write_by_another_makes_the_next_read_cost_once) {
  auto paid = fresh(cc);
  paid.charge(p, x, access::read);
  paid.charge(q, x, access::read);
  EXPECT_TRUE(paid.charge(r, x, access::write));
  EXPECT_TRUE(paid.charge(r, x, access::write));
  for (const auto reader : {p, q}) {
    EXPECT_TRUE(paid.charge(reader, x, access::read));
    EXPECT_FALSE(paid.charge(reader, x, access::read));
  }
}

TEST(cc, every_write_costs_and_leaves_the_writers_own_copy) {
  auto paid = fresh(cc);
  EXPECT_TRUE(paid.charge(p, x, access::write));
  EXPECT_TRUE(paid.charge(p, x, access::write));
  EXPECT_TRUE(paid.charge(p, x, access::read)) << "the first time that p reads it";
  EXPECT_TRUE(paid.charge(p, x, access::write));
  EXPECT_FALSE(paid.charge(p, x, access::read)) << "nobody else has written it";
}

TEST(cc_write_back, writes_to_an_exclusive_copy_are_local) {
  auto paid = fresh(cc_write_back);
  EXPECT_TRUE(paid.charge(p, x, access::write));
  EXPECT_FALSE(paid.charge(p, x, access::write));
  EXPECT_FALSE(paid.charge(p, x, access::read));
  EXPECT_FALSE(paid.charge(p, x, access::write)) << "reading it does not change the mode of the own copy";
}

TEST(cc_write_back, a_read_by_another_makes_an_exclusive_copy_shared) {
  auto paid = fresh(cc_write_back);
  paid.charge(p, x, access::write);
  EXPECT_TRUE(paid.charge(q, x, access::read));
  EXPECT_FALSE(paid.charge(p, x, access::read)) << "shared, but still there";
  EXPECT_TRUE(paid.charge(p, x, access::write));
  EXPECT_TRUE(paid.charge(q, x, access::read)) << "that write erased q's copy";
}

TEST(cc_write_back, a_write_by_another_erases_the_copy) {
  auto paid = fresh(cc_write_back);
  paid.charge(p, x, access::write);
  EXPECT_TRUE(paid.charge(q, x, access::write));
  EXPECT_TRUE(paid.charge(p, x, access::read));
  EXPECT_TRUE(paid.charge(q, x, access::write)) << "p's read made it shared";
}

// Thesis, section 2.3: "write-through is an upper bound for the number of RMRs incurred using the write-back model".
TEST(cc_write_back, never_costs_more_than_write_through) {
  std::mt19937_64 chance(7);
  auto through = fresh(cc);
  auto back = fresh(cc_write_back);
  for (int i = 0; i < 100'000; ++i) {
    const auto who = static_cast<process_id>(chance() % 3);
    const auto where = static_cast<std::uint32_t>(chance() % 3);
    const auto how = chance() % 3 == 0 ? access::write : access::read;
    ASSERT_EQ(back.remote(who, where, how), meter(back).charge(who, where, how));
    const bool cost_through = through.charge(who, where, how);
    const bool cost_back = back.charge(who, where, how);
    ASSERT_LE(cost_back, cost_through) << "access " << i;
  }
}

}  // namespace
}  // namespace doorway::lab::rmr
