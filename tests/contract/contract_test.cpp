// The contract: every algorithm of algorithms.hpp, on threads, in many sizes, with and without giving up; on the thread
// memory as it is, and on a jittery one, where a short run meets far more interleavings.
//
// An algorithm joins by its line in algorithms.hpp. What is asked of all: never too many inside, never two sessions
// together, everybody gets through. What the catalogue says is asked on top: first come, first served where k = 1 or sessions
// differ; the arrays that must be back at their initial values; as many inside as promised although nobody leaves.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "jittery.hpp"
#include "lab/catalogue/catalogue.hpp"
#include "lab/threads/make_subject.hpp"
#include "lab/threads/run.hpp"

namespace doorway::lab {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr std::uint64_t attempts = 800;  // of all processes together, per run
#elif defined(__SANITIZE_ADDRESS__)
constexpr std::uint64_t attempts = 2000;
#else
constexpr std::uint64_t attempts = 4000;
#endif

struct configuration {
  parameters size;
  bool own_sessions = false;
};

std::vector<configuration> configurations(problem what, bool has_l) {
  std::vector<configuration> all;
  for (const process_id n : {2U, 3U, 5U, 8U}) switch (what) {
      case problem::mutual_exclusion: all.push_back({{.n = n}}); break;
      case problem::k_exclusion:
        for (const process_id k : std::set<process_id>{1U, 2U, n - 1, n})
          for (const process_id l : has_l ? std::set<process_id>{k, std::min(k + 1, n), n} : std::set<process_id>{0U})
            all.push_back({{.n = n, .k = k, .l = l}});
        break;
      case problem::group_exclusion:
        for (const word sessions : {2U, 3U}) all.push_back({{.n = n, .sessions = sessions}});
        all.push_back({{.n = n, .sessions = n}, true});
        break;
    }
  return all;
}

std::string spelt(const configuration& c, bool timeouts) {
  return "n=" + std::to_string(c.size.n) + " k=" + std::to_string(c.size.k) + " l=" + std::to_string(c.size.l) +
         " sessions=" + std::to_string(c.size.sessions) + (c.own_sessions ? " (one each)" : "") +
         (timeouts ? " with timeouts" : "");
}

template <class Memory>
void keeps_the_contract(const std::string& name, const configuration& c, bool timeouts) {
  SCOPED_TRACE(spelt(c, timeouts));
  const auto* known = find_entry(name);
  auto lock = make_subject<Memory>(name, c.size);

  // Nothing protects this but the lock itself; and TSan would see two who are not ordered by it.
  std::uint64_t plain_counter = 0;
  const bool one_at_a_time = c.own_sessions || (c.size.inside() == 1 && lock->solves() != problem::group_exclusion);

  plan how{.attempts_each = (timeouts ? attempts / 4 : attempts) / c.size.n,
           .timeouts = timeouts,
           .own_sessions = c.own_sessions};
  if (known != nullptr) {
    how.quiescent = quiescent_arrays(*known);
    how.first_come_first_served = claims_order(*known);
    how.full_house = promises_full_house(*known);
  }
  if (one_at_a_time) how.inside = [&](process_id, word) { ++plain_counter; };

  const outcome seen = run(*lock, how);
  for (const auto& finding : seen.findings) ADD_FAILURE() << finding;
  EXPECT_EQ(seen.breaches, 0U);
  if (seen.stuck) {
    std::cerr << name << ", " << spelt(c, timeouts) << ": threads hang outside of any await\n";
    std::_Exit(1);  // they still use all this
  }
  EXPECT_EQ(seen.passages + seen.withdrawn, how.attempts_each * c.size.n);
  if (!timeouts) {
    EXPECT_EQ(seen.withdrawn, 0U);
  }
  if (lock->solves() != problem::group_exclusion) {
    EXPECT_LE(seen.most_inside, c.size.inside());
  }
  if (one_at_a_time) {
    EXPECT_EQ(plain_counter, seen.passages);
  }
}

template <class Memory>
void keeps_the_contract(const std::string& name) {
  const auto* known = find_entry(name);
  bool has_l = false;
  if (known != nullptr)
    for (const auto& parameter : known->at("parameters")) has_l = has_l || parameter == "l";
  const problem what = make_subject<Memory>(name, {.n = 2, .l = has_l ? 1U : 0U, .sessions = 2})->solves();
  for (const auto& c : configurations(what, has_l))
    for (const bool timeouts : {false, true}) keeps_the_contract<Memory>(name, c, timeouts);
}

class contract : public testing::TestWithParam<std::string> {};

TEST_P(contract, on_threads) { keeps_the_contract<threads>(GetParam()); }
// The thread sanitizer disturbs the threads quite enough; what jitter finds, it finds with one compiler.
#if !defined(__SANITIZE_THREAD__) && !defined(__clang__)
TEST_P(contract, on_jittery_threads) { keeps_the_contract<jittery>(GetParam()); }
#endif

std::vector<std::string> names() {
  std::vector<std::string> all;
  for_each_algorithm([&]<template <class> class>(std::string_view name) { all.emplace_back(name); });
  return all;
}

INSTANTIATE_TEST_SUITE_P(every, contract, testing::ValuesIn(names()), [](const auto& one) {
  std::string name = one.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

}  // namespace
}  // namespace doorway::lab
