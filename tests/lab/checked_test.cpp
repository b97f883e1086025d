// What the catalogue says the lab has checked, the lab checks again: same verdict, same number of states, and the mutants are
// refuted still. It would catch a verdict written down by hand, a lab or an algorithm that has changed since, and states that are
// lost. This program checks the quick ones again or, compiled with DOORWAY_DEEP, those that take longer (./test --full).
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "catalogue/mutants.hpp"
#include "doorway/algorithms/all.hpp"
#include "doorway/core/facts.hpp"
#include "lab/catalogue/catalogue.hpp"
#include "lab/catalogue/checks.hpp"
#include "lab/catalogue/rmr_checks.hpp"

namespace doorway::lab {
namespace {

#ifdef DOORWAY_DEEP
constexpr bool deep = true;
#else
constexpr bool deep = false;
#endif

class checked : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    algorithm = find_entry(GetParam());
    ASSERT_NE(algorithm, nullptr);
  }
  // Every run of a list again; `of`: whose, if the entries do not say.
  void check_again(const char* list, const std::string& of) {
    for (const auto& checks : runs(*algorithm, deep, list)) {
      SCOPED_TRACE(setting_key(checks.front()));
      const auto name = optional_field(checks.front(), "of", of);
      EXPECT_EQ(
          difference(checks, ask(name, checks, limits_again(deep), quiescent_arrays(*algorithm), program_or_mutant)),
          "");
    }
  }
  const entry* algorithm = nullptr;
};

TEST_P(checked, is_still_true) {
  ASSERT_FALSE(algorithm->at("checked").empty()) << "nothing of this algorithm has been checked";
  check_again("checked", GetParam());
}
TEST_P(checked, is_still_true_of_the_exit_protocol_alone) { check_again("plain", "plain " + GetParam()); }
TEST_P(checked, is_still_true_of_the_wrong_ones) { check_again("wrong", ""); }

// A HOLDS up to a bound counts only if its mutant is VIOLATED within the bound.
TEST_P(checked, has_mutants_that_are_refuted) {
  std::set<std::string> done;
  for (const auto& check : algorithm->at("checked")) {
    if (is_deep(check) != deep || !check.contains("mutant")) continue;
    const auto mutant = check.at("mutant").get<std::string>();
    const run asked{mutant_of(check)};
    if (!done.insert(mutant + asked.front().dump()).second) continue;
    SCOPED_TRACE(mutant + " " + asked.front().dump());
    EXPECT_EQ(
        difference(asked, ask(mutant, asked, limits_again(deep), quiescent_arrays(*algorithm), program_or_mutant)), "");
  }
}

#ifndef DOORWAY_DEEP
// catalogue-fill looks for a mutant among those that the entry names. It would catch one that was renamed, or is not listed.
TEST_P(checked, names_mutants_that_there_are) {
  if (!algorithm->contains("mutants")) return;
  for (const auto& [property, names] : algorithm->at("mutants").items()) {
    EXPECT_TRUE(find_claim(property)) << property;
    for (const auto& one : names) {
      const auto name = one.get<std::string>();
      EXPECT_NE(program_or_mutant({.algorithm = name, .size = {.n = 3, .l = 1, .sessions = 2}}), nullptr)
          << "catalogue/" << GetParam() << ".json names the mutant " << name
          << ": it has no line in tests/wrong/all.hpp";
    }
  }
}
#endif

#ifdef DOORWAY_DEEP
// The seed is fixed, so the figures are too; only those that take a while are measured here.
TEST_P(checked, rmrs_are_still_what_was_measured) {
  for (const auto* model : {"cc", "dsm"}) {
    const auto& claim = algorithm->at("rmr").at(model);
    if (claim.contains("measured")) {
      EXPECT_EQ(measured_rmrs(*algorithm, model), claim.at("measured")) << model;
    }
  }
}
#endif

// try_lock and the timed forms are offered for an algorithm if the lab has found its withdrawal sound, and only then.
TEST(withdrawal, is_offered_where_it_was_checked) {
  for_each_algorithm([]<template <class> class Algorithm>(std::string_view name) {
    bool exclusion = false, bounded = false;
    for (const auto& check : find_entry(name)->at("checked")) {
      if (!optional_field(check, "abort", false) || !holds(check)) continue;
      exclusion = exclusion || check.at("property") == "exclusion";
      bounded = bounded || check.at("property") == "bounded-abort";
    }
    EXPECT_EQ(withdraws<Algorithm>, exclusion && bounded) << name;
  });
}

// An algorithm is offered between processes only if the lab has found its recovery sound: nobody gets in who should not, and
// nobody who lives waits for ever, though somebody died.
TEST(recovery, is_offered_where_it_was_checked) {
  int offered = 0;
  for_each_algorithm([&]<template <class> class Algorithm>(std::string_view name) {
    if (!recovers<Algorithm>) return;
    ++offered;
    std::set<std::string> found;
    for (const auto& check : find_entry(name)->at("checked"))
      if (optional_field(check, "recover", false) && holds(check)) found.insert(check.at("property"));
    EXPECT_TRUE(found.contains("exclusion")) << name;
    EXPECT_TRUE(found.contains("starvation-freedom")) << name;
  });
  EXPECT_GE(offered, 2) << "one for slots and one for sessions";
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for_each_algorithm([&]<template <class> class>(std::string_view name) { names.emplace_back(name); });
  return names;
}

INSTANTIATE_TEST_SUITE_P(algorithms, checked, testing::ValuesIn(all_names()), [](const auto& one) {
  std::string spelling = one.param;
  for (char& c : spelling) c = c == '-' ? '_' : c;
  return spelling;
});

}  // namespace
}  // namespace doorway::lab
