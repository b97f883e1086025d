// What the catalogue says the lab has checked, the lab checks again: same verdict, same number of states. It would catch a
// verdict written down by hand, a lab or an algorithm that has changed since, and states that are lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "doorway/algorithms.hpp"
#include "doorway/withdrawal.hpp"
#include "lab/catalogue/catalogue.hpp"
#include "lab/named.hpp"
#include "lab/verdict.hpp"

namespace doorway::lab {
namespace {

std::string spelt(verdict is) { return is == verdict::holds_up_to ? "HOLDS up to the bound" : std::string(name(is)); }

// The entries of one run differ in property and verdict only.
using run = std::vector<entry>;
std::map<std::string, run> runs(const entry& algorithm) {
  std::map<std::string, run> found;
  for (const auto& check : algorithm.at("checked")) {
    auto key = check;
    key.erase("property");
    key.erase("verdict");
    found[key.dump()].push_back(check);
  }
  return found;
}

template <class Value>
Value field(const entry& check, const char* key, Value otherwise) {
  return check.contains(key) ? check.at(key).get<Value>() : otherwise;
}

void check_again(const std::string& algorithm, const run& entries) {
  const auto& one = entries.front();
  const parameters size{.n = one.at("n"), .k = one.at("k"), .l = field<process_id>(one, "l", 0)};
  const auto& passages = one.at("passages");
  // As the tool does: a value outside its domain is a flaw where the declarations are asked about.
  const bool domains = std::any_of(entries.begin(), entries.end(),
                                   [](const entry& check) { return check.at("property") == "declarations"; });
  const behaviour conduct{.passages = passages.is_string() ? 0 : passages.get<std::uint32_t>(),
                          .sessions = field<word>(one, "sessions", 1),
                          .abort = field(one, "abort", false),
                          .recover = field(one, "recover", false),
                          .domains = domains};
  const std::string registers = one.at("registers");
  const auto code = named_program(algorithm, size, conduct,
                                  registers == "atomic" ? register_model::atomic : register_model::declared);
  ASSERT_NE(code, nullptr);
  question what;
  what.claims.clear();
  for (const auto& entry : entries) {
    const auto asked = find_claim(entry.at("property").get<std::string>());
    ASSERT_TRUE(asked.has_value()) << entry.at("property");
    what.claims.push_back(*asked);
  }
  what.crashes = one.at("crashes");
  const auto answer = check(*code, what);
  EXPECT_EQ(answer.measured.explored.states, one.at("states").get<std::uint64_t>());
  for (const auto& entry : entries)
    for (const auto& found : answer.findings)
      if (name(found.what) == entry.at("property").get<std::string>()) {
        EXPECT_EQ(spelt(found.is), entry.at("verdict").get<std::string>()) << entry.dump() << "\n" << found.reason;
      }
}

class checked : public testing::TestWithParam<std::string> {};

TEST_P(checked, is_still_true) {
  const entry* algorithm = find_entry(GetParam());
  ASSERT_NE(algorithm, nullptr);
  ASSERT_FALSE(algorithm->at("checked").empty()) << "nothing of this algorithm has been checked";
  for (const auto& [key, entries] : runs(*algorithm)) {
    SCOPED_TRACE(key);
    check_again(GetParam(), entries);
  }
}

// try_lock and the timed forms are offered for an algorithm if the lab has found its withdrawal sound, and only then.
TEST(withdrawal, is_offered_where_it_was_checked) {
  for_each_algorithm([]<template <class> class Algorithm>(std::string_view algorithm) {
    bool exclusion = false, bounded = false;
    for (const auto& check : find_entry(algorithm)->at("checked")) {
      if (!field(check, "abort", false) || !check.at("verdict").get<std::string>().starts_with("HOLDS")) continue;
      exclusion = exclusion || check.at("property") == "exclusion";
      bounded = bounded || check.at("property") == "bounded-abort";
    }
    EXPECT_EQ(withdraws<Algorithm>, exclusion && bounded) << algorithm;
  });
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for_each_algorithm([&]<template <class> class>(std::string_view algorithm) { names.emplace_back(algorithm); });
  return names;
}

INSTANTIATE_TEST_SUITE_P(algorithms, checked, testing::ValuesIn(all_names()), [](const auto& one) {
  std::string spelling = one.param;
  for (char& c : spelling) c = c == '-' ? '_' : c;
  return spelling;
});

}  // namespace
}  // namespace doorway::lab
