// The state counts on which Spin and a prototype agree, exactly; and what an explorer that loses states would answer.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "lab/check.hpp"
#include "lab/machine/program_by_name.hpp"

namespace {

using namespace doorway;
using namespace doorway::lab;

struct known_count {
  const char* algorithm;
  process_id n, k;
  std::uint32_t passages;
  std::uint64_t states;
};

constexpr known_count known[] = {
    {"k-bakery-cc", 3, 1, 1, 5063},
    {"k-bakery-cc", 3, 2, 1, 6849},
    {"bakery", 2, 1, 2, 779},
    {"bakery", 3, 1, 1, 4443},
};

report explore(const known_count& what, unsigned threads, std::uint64_t lose_every = 0, bool by_replay = false) {
  const auto code = named_program({.algorithm = what.algorithm,
                                   .size = {.n = what.n, .k = what.k},
                                   .passages = what.passages,
                                   .registers = register_model::atomic});
  question asked;
  asked.limits.threads = threads;
  asked.limits.lose_every = lose_every;
  asked.by_replay = by_replay;
  return check(*code, asked);
}

class counts : public testing::TestWithParam<known_count> {};

TEST_P(counts, are_exact) {
  for (unsigned threads : {1U, 2U, 3U}) {
    const auto found = explore(GetParam(), threads);
    EXPECT_EQ(found.measured.explored.states, GetParam().states) << threads << " threads";
    EXPECT_EQ(found.overall(), verdict::holds_up_to);
  }
}

// Histories instead of snapshots; this is all that a sanitizer build has.
TEST_P(counts, are_exact_by_replay) {
  const auto found = explore(GetParam(), 1, 0, true);
  EXPECT_EQ(found.measured.explored.states, GetParam().states);
  EXPECT_EQ(found.overall(), verdict::holds_up_to);
}

TEST_P(counts, notice_an_explorer_that_loses_successors) {
  EXPECT_NE(explore(GetParam(), 1, 97).measured.explored.states, GetParam().states);
  EXPECT_NE(explore(GetParam(), 2, 97).measured.explored.states, GetParam().states);
}

INSTANTIATE_TEST_SUITE_P(known, counts, testing::ValuesIn(known), [](const auto& of) {
  std::string name = of.param.algorithm + std::string("_n") + std::to_string(of.param.n) + "_k" +
                     std::to_string(of.param.k) + "_p" + std::to_string(of.param.passages);
  for (auto& c : name) c = c == '-' ? '_' : c;
  return name;
});

}  // namespace
