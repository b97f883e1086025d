// Passages under the schedules of our own.
#include "lab/rmr/measure.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "doorway/algorithms/all.hpp"

namespace doorway::lab::rmr {
namespace {

figures measured(std::string_view name, const parameters& size, const cost_model& model, std::string_view schedule,
                 std::uint64_t seed = 1, limits bounds = {}) {
  const auto what = make_program(name, size);
  crew all(*what, model, seed);
  const auto how = make_schedule(schedule, seed);
  return measure(all, *how, bounds);
}

TEST(measure, every_algorithm_passes_under_every_schedule_and_model) {
  for_each_algorithm([]<template <class> class Algorithm>(std::string_view name) {
    for (const auto& model : cost_models)
      for (const auto* schedule : {"random", "round-robin", "greedy"}) {
        const auto k = Algorithm<memory>::solves == problem::k_exclusion ? 2U : 1U;
        const auto seen = measured(name, {.n = 5, .k = k, .l = 0, .sessions = 2}, model, schedule, 3, {300, 1'000'000});
        EXPECT_EQ(seen.passages, 300U) << name << " " << model.name << " " << schedule;
        EXPECT_GE(static_cast<double>(seen.worst), seen.mean) << name;
      }
  });
}

TEST(measure, is_the_same_for_the_same_seed) {
  for (const auto* schedule : {"random", "round-robin", "greedy"}) {
    const auto a = measured("k-bakery", {.n = 8, .k = 2}, cc, schedule, 5);
    const auto b = measured("k-bakery", {.n = 8, .k = 2}, cc, schedule, 5);
    EXPECT_EQ(a.worst, b.worst);
    EXPECT_EQ(a.mean, b.mean);
    EXPECT_EQ(a.steps, b.steps);
  }
  EXPECT_NE(measured("k-bakery", {.n = 8, .k = 2}, cc, "random", 5).mean,
            measured("k-bakery", {.n = 8, .k = 2}, cc, "random", 6).mean);
}

// Thesis, Theorem 5.9: Theta(N) in both models.
TEST(measure, k_bakery_grows_linearly_up_to_64) {
  for (const auto& model : cost_models)
    for (const auto* schedule : {"random", "round-robin", "greedy"}) {
      const auto at_32 = measured("k-bakery", {.n = 32, .k = 2}, model, schedule);
      const auto at_64 = measured("k-bakery", {.n = 64, .k = 2}, model, schedule);
      const double ratio = static_cast<double>(at_64.worst) / static_cast<double>(at_32.worst);
      EXPECT_GT(ratio, 1.7) << model.name << " " << schedule;
      EXPECT_LT(ratio, 2.3) << model.name << " " << schedule;
    }
}

// In DSM the k-bakery pays for exactly four rows, no matter who waits for whom.
TEST(measure, k_bakery_in_dsm_is_four_rows_always) {
  for (const process_id n : {2U, 5U, 16U})
    for (const auto* schedule : {"random", "round-robin", "greedy"}) {
      const auto seen = measured("k-bakery", {.n = n, .k = 1}, dsm, schedule);
      EXPECT_EQ(seen.worst, 4U * (n - 1));
      EXPECT_EQ(seen.mean, static_cast<double>(4 * (n - 1)));
    }
}

// A process that dozes is left out by the schedules, but must wake when what it waits for is written.
TEST(crew, who_waits_in_vain_dozes_and_wakes_by_a_write) {
  const auto what = make_program("k-bakery-cc", {.n = 3, .k = 1});
  crew all(*what, cc, 1);
  while (all.at(0) != stage::critical) all.step(0);
  for (int i = 0; i < 100; ++i) all.step(1);
  EXPECT_TRUE(all.dozes(1));
  EXPECT_FALSE(all.dozes(0));
  EXPECT_FALSE(all.dozes(2));
  for (int i = 0; i < 8; ++i) all.step(2);  // announces itself; 1 has found it absent before and does not look again
  EXPECT_TRUE(all.dozes(1));
  all.step(0);
  EXPECT_TRUE(all.dozes(1)) << "leaving the critical section is no write";
  while (!all.step(0).ended) {}
  EXPECT_FALSE(all.dozes(1));
}

// It would catch a step that goes anywhere, or a wait without end: nobody performs an access that an algorithm must not make.
template <class Memory>
class goes_too_far {
 public:
  static constexpr problem solves = problem::mutual_exclusion;
  using passage = nothing;
  goes_too_far(Memory& memory, const parameters& size) : A(memory, {.name = "A", .rows = size.n}) {}
  template <class Here>
  bool enter(Here& here) const {
    A.write(here.id(), 1);
    return true;
  }
  template <class Here>
  void exit(Here& here) const {
    A.write(here.id() + 1, 0);
  }

 private:
  registers<Memory> A;
};
TEST(crew, says_who_goes_beyond_an_array_or_writes_what_is_not_its_own) {
  const program_of<goes_too_far, counting> what({.n = 2}, {.passages = 0});
  for (const process_id p : {0U, 1U}) {
    crew all(what, cc, 1);
    while (all.at(p) != stage::critical) all.step(p);
    try {
      all.step(p);
      ADD_FAILURE() << "goes on";
    } catch (const std::logic_error& error) {
      EXPECT_STREQ(error.what(), p == 0 ? "process 0 is about to write what is not its to write: A[1]"
                                        : "process 1 accesses a register that the array does not have");
    }
  }
}

// Without a number of sessions there is nothing to choose from; it would catch a search or a figure with one session.
TEST(crew, of_groups_needs_a_number_of_sessions) {
  EXPECT_THROW(static_cast<void>(make_program("group-bakery", {.n = 2, .sessions = 0})), std::invalid_argument);
}

TEST(crew, who_pays_for_waiting_never_dozes) {
  const auto what = make_program("k-bakery-cc", {.n = 3, .k = 1});
  crew all(*what, dsm, 1);
  while (all.at(0) != stage::critical) all.step(0);
  for (int i = 0; i < 1000; ++i) {
    all.step(1);
    ASSERT_FALSE(all.dozes(1));
  }
}

}  // namespace
}  // namespace doorway::lab::rmr
