// The catalogue against the code: whatever a program can compare, is compared.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "doorway/algorithms/all.hpp"
#include "doorway/core/survey.hpp"
#include "lab/catalogue/catalogue.hpp"
#include "lab/catalogue/formula.hpp"
#include "lab/properties/property.hpp"
#include "lab/threads/make_subject.hpp"

namespace doorway::lab {
namespace {

// n = 1 .. 9, every k, every l, a few numbers of sessions.
std::vector<parameters> sizes(const entry& one) {
  std::vector<parameters> all;
  for (process_id n = 1; n <= 9; ++n)
    for (process_id k = 1; k <= (takes(one, "k") ? n : 1); ++k)
      for (process_id l = takes(one, "l") ? k : 0; l <= (takes(one, "l") ? n : 0); ++l)
        for (word s = takes(one, "s") ? 1 : 0; s <= (takes(one, "s") ? 3U : 0U); ++s)
          all.push_back({.n = n, .k = k, .l = l, .sessions = s});
  return all;
}

std::string spelt(const parameters& size) {
  return "n=" + std::to_string(size.n) + " k=" + std::to_string(size.k) + " l=" + std::to_string(size.l) +
         " s=" + std::to_string(size.sessions);
}

formula::variables variables(const parameters& size) {
  return {{"n", size.n}, {"k", size.k}, {"l", size.l}, {"s", static_cast<std::int64_t>(size.sessions)}};
}

// Runs for every algorithm that is both in the code and in the catalogue; `names` below sees to the others.
template <class Check>
void for_each_entry(Check&& check) {
  for_each_algorithm([&]<template <class> class Algorithm>(std::string_view name) {
    const auto* one = find_entry(name);
    if (one == nullptr) return;
    SCOPED_TRACE(std::string(name));
    check.template operator()<Algorithm>(*one);
  });
}

TEST(catalogue, names) {
  std::set<std::string> coded;
  for_each_algorithm([&]<template <class> class>(std::string_view name) { coded.emplace(name); });
  std::set<std::string> described;
  for (const auto& file : doorway::catalogue::files()) {
    const auto one = entry::parse(file.text);
    EXPECT_EQ(one.at("name"), file.name) << "a file is called as the algorithm in it";
    described.insert(one.at("name").get<std::string>());
  }
  EXPECT_EQ(coded, described);
}

TEST(catalogue, problem) {
  for_each_entry([]<template <class> class Algorithm>(const entry& one) {
    const char* spelt_problem[] = {"mutual exclusion", "k-exclusion", "group exclusion"};
    EXPECT_EQ(one.at("problem"), spelt_problem[static_cast<int>(Algorithm<survey>::solves)]);
  });
}

TEST(catalogue, what_is_needed_beside_reads_and_writes) {
  for_each_entry([]<template <class> class Algorithm>(const entry& one) {
    const bool adds = requires { Algorithm<survey>::needs_fetch_add; };
    EXPECT_EQ(one.value("needs", "nothing"), adds ? "fetch-and-add" : "nothing");
  });
}

TEST(catalogue, number_of_registers) {
  for_each_entry([]<template <class> class Algorithm>(const entry& one) {
    for (const auto& size : sizes(one)) {
      std::int64_t count = 0;
      for (const auto& array : declarations<Algorithm>(size)) count += static_cast<std::int64_t>(array.size());
      const auto text = one.at("registers").at("count").get<std::string>();
      EXPECT_EQ(formula::value(text, variables(size)), count) << text << " with " << spelt(size);
    }
  });
}

TEST(catalogue, bits) {
  for_each_entry([]<template <class> class Algorithm>(const entry& one) {
    const auto text = one.at("registers").at("bits").get<std::string>();
    for (const auto& size : sizes(one)) {
      std::int64_t bits = 0;
      bool bounded = true;
      for (const auto& array : declarations<Algorithm>(size)) {
        bounded = bounded && array.domain != unbounded;
        if (array.domain != unbounded)
          bits += static_cast<std::int64_t>(array.size() * static_cast<std::size_t>(std::bit_width(array.domain - 1)));
      }
      EXPECT_EQ(text != "unbounded", bounded) << spelt(size);
      if (bounded && text != "unbounded") {
        EXPECT_EQ(formula::value(text, variables(size)), bits) << text << " with " << spelt(size);
      }
    }
  });
}

TEST(catalogue, class_of_registers_and_names_of_arrays) {
  for_each_entry([]<template <class> class Algorithm>(const entry& one) {
    const auto& registers = one.at("registers");
    const auto atomic = registers.value("atomic", std::vector<std::string>{});
    std::set<std::string> declared;
    for (const auto& array : declarations<Algorithm>({.n = 4, .l = takes(one, "l") ? 1U : 0U, .sessions = 2})) {
      const std::string name(array.name);
      declared.insert(name);
      const bool excepted = std::find(atomic.begin(), atomic.end(), name) != atomic.end();
      EXPECT_EQ(excepted ? "atomic" : registers.at("class").get<std::string>(),
                array.strength == strength::safe ? "safe" : "atomic")
          << name;
    }
    for (const auto& name : atomic) EXPECT_TRUE(declared.contains(name)) << name;
    for (const auto& name : quiescent_arrays(one)) EXPECT_TRUE(declared.contains(name)) << name;
  });
}

// An algorithm that marks the end of its doorway has one, and then the catalogue says which lines it is. A process that is alone may
// have a shorter way in: so somebody comes in company, where that can go in too.
TEST(catalogue, doorway) {
  for_each_entry([]<template <class> class Algorithm>(const entry& one) {
    const bool two = Algorithm<survey>::solves == problem::k_exclusion;
    const auto lock = make_subject(one.at("name").get<std::string>(),
                                   {.n = 3, .k = two ? 2U : 1U, .l = takes(one, "l") ? 2U : 0U, .sessions = 2});
    ASSERT_NE(lock, nullptr);
    std::atomic<std::uint64_t> stamps{0};
    attempt first{.session = 1, .stamps = &stamps};
    attempt second{.process = 1, .session = 1, .stamps = &stamps};
    ASSERT_TRUE(lock->enter(first));
    if (two && first.doorway_ended == 0 && !one.at("doorway").is_null()) {
      ASSERT_TRUE(lock->enter(second));
      lock->exit(1);
    }
    lock->exit(0);
    EXPECT_EQ(one.at("doorway").is_null(), first.doorway_ended == 0 && second.doorway_ended == 0);
  });
}

TEST(catalogue, claims_are_known_and_have_a_place) {
  std::set<std::string> known;
  for (const auto& claim : paper_claims()) known.insert(claim.key);
  for (const auto& one : lab::catalogue()) {
    SCOPED_TRACE(one.at("name").get<std::string>());
    EXPECT_TRUE(claims(one, "exclusion"));
    EXPECT_TRUE(claims(one, "starvation_freedom") || claims(one, "deadlock_freedom"));
    for (const auto& [key, claim] : one.at("claimed").items()) {
      EXPECT_TRUE(known.contains(key)) << key;
      EXPECT_TRUE(claim.at("claim") == "holds" || claim.at("claim") == "denied") << key;
      EXPECT_FALSE(claim.at("place").get<std::string>().empty()) << key;
      EXPECT_EQ(claim.contains("crashes"),
                claim.at("claim") == "holds" && (key.ends_with("deadlock_freedom") || key == "starvation_freedom"))
          << key;
    }
  }
}

TEST(catalogue, the_rest_is_complete) {
  const std::set<std::string> verdicts{"HOLDS", "HOLDS up to the bound", "VIOLATED", "INCONCLUSIVE"};
  for (const auto& one : lab::catalogue()) {
    SCOPED_TRACE(one.at("name").get<std::string>());
    EXPECT_FALSE(one.at("title").get<std::string>().empty());
    EXPECT_FALSE(one.at("figure").get<std::string>().empty());
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(DOORWAY_SOURCE_DIR) / one.at("file").get<std::string>()));
    EXPECT_FALSE(one.at("paper").at("authors").empty());
    EXPECT_FALSE(one.at("paper").at("title").get<std::string>().empty());
    EXPECT_FALSE(one.at("paper").at("venue").get<std::string>().empty());
    EXPECT_GE(one.at("paper").at("year").get<int>(), 1965) << "Dijkstra's was the first";
    for (const auto* model : {"cc", "dsm"})
      EXPECT_FALSE(one.at("rmr").at(model).at("bound").get<std::string>().empty());
    EXPECT_TRUE(one.at("notes").is_array());
    for (const auto& check : one.at("checked")) {
      for (const auto* field : {"property", "n", "k", "passages", "crashes", "registers", "verdict"})
        EXPECT_TRUE(check.contains(field)) << field;
      const auto verdict = check.at("verdict").get<std::string>();
      EXPECT_TRUE(verdicts.contains(verdict));
      EXPECT_TRUE(check.contains("states") || !verdict.starts_with("HOLDS")) << check.dump();
      EXPECT_EQ(check.contains("reason"), verdict == "INCONCLUSIVE") << check.dump();
    }
  }
}

// A row of the claims table is checked by something, or says why not.
TEST(catalogue, stated_rows_are_checked_or_say_why_not) {
  for (const auto& one : lab::catalogue()) {
    SCOPED_TRACE(one.at("name").get<std::string>());
    if (!one.contains("stated")) continue;
    for (const auto& stated : one.at("stated")) {
      EXPECT_FALSE(stated.at("place").get<std::string>().empty());
      EXPECT_FALSE(stated.at("says").get<std::string>().empty());
      EXPECT_TRUE(stated.contains("by") || stated.contains("why")) << stated.at("says");
    }
  }
}

}  // namespace
}  // namespace doorway::lab
