// The lab and the second lab give the same verdicts: on what the catalogue says was checked with two processes, on the small ones with
// three, and on the mutants that it names. It would catch a wrong search for fair cycles, a wrong order of arrival, a wrong judgement
// of what was explored; and, where tickets are known by their order only, a quotient that hides a breach.
#include <gtest/gtest.h>

#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "catalogue/mutants.hpp"
#include "doorway/algorithms/all.hpp"
#include "lab/catalogue/catalogue.hpp"
#include "lab/catalogue/checks.hpp"
#include "second_lab/properties.hpp"
#include "second_lab/subject.hpp"
#include "seen_by_the_lab.hpp"

namespace doorway::lab {
namespace {

constexpr std::uint64_t small = 2000;    // states of the lab, with three processes
constexpr std::uint64_t quick = 20'000;  // with two
constexpr std::uint64_t many = 150'000;  // of the second lab: beyond that it can refute, but not confirm

std::uint64_t states_of(const entry& check) { return optional_field<std::uint64_t>(check, "states", 0); }

bool is_for_both(const entry& check) {
  const bool bounded = check.contains("preemptions") || optional_field(check, "any_order", false);
  return !bounded && (check.at("n") == 2 ? states_of(check) <= quick : check.at("n") == 3 && states_of(check) <= small);
}

class verdicts : public testing::TestWithParam<std::string> {
 protected:
  // Both labs are asked the same of the program of that name.
  void compare(const std::string& of, const run& checks) {
    setting how = setting_from(checks.front());
    how.algorithm = of;
    SCOPED_TRACE(of + ", " + in_options(how));
    const auto resetting = quiescent_arrays(*find_entry(GetParam()));
    const report theirs = ask(of, checks, limits_again(false), resetting, program_or_mutant);
    auto same = as_the_second_has_it(how);
    same.most_states = many;
    same.domains_count = false;
    bool order = false;
    for (const auto& check : checks) {
      same.domains_count = same.domains_count || check.at("property") == "declarations";
      order = order || second::needs_order(check.at("property").get<std::string>());
    }
    const auto subject = second::make_wrong_subject(of, how.size);
    if (same.passages == 0 && grows(*subject)) same.passages = how.size.n <= 2 ? 3 : 1;
    second::system all(*subject, same, order);
    all.explore();
    for (const auto& check : checks) {
      const auto property = check.at("property").get<std::string>();
      const auto* one = find_finding(theirs, check);
      ASSERT_NE(one, nullptr) << property;
      const auto ours = second::holds(all, property, registers_of(of, how, check, resetting));
      if (!ours || one->is == verdict::inconclusive) {
        ++not_judged;
        continue;
      }
      const bool lab_refutes = one->is == verdict::violated;
      if (*ours && (!all.is_complete() || same.passages != how.passages)) {
        ++not_confirmed;  // it has not seen all
        continue;
      }
      ++(*ours ? held : broken);
      EXPECT_EQ(!*ours, lab_refutes) << property;
    }
  }
  static bool grows(const second::subject& of) {
    for (const auto& one : of.registers())
      if (one.domain == unbounded) return true;
    return false;
  }
  // Those that are to be back at their initial values.
  static std::vector<std::uint32_t> registers_of(const std::string& of, const setting& how, const entry& check,
                                                 const std::vector<std::string>& resetting) {
    std::vector<std::uint32_t> all;
    if (check.at("property") != "resets" || optional_field<std::string>(check, "arrays", "quiescent") != "quiescent")
      return all;
    setting same = how;
    same.algorithm = of;
    const auto code = program_or_mutant(same);
    const auto& registers = code->shared().registers();
    for (std::uint32_t r = 0; r < registers.size(); ++r) {
      const auto array = registers[r].name.substr(0, registers[r].name.find('['));
      if (std::find(resetting.begin(), resetting.end(), array) != resetting.end()) all.push_back(r);
    }
    return all;
  }

  unsigned held = 0, broken = 0, not_confirmed = 0, not_judged = 0;
};

// Of every algorithm. Where its two processes have too many states, those that its rows are about are few: adaptive-fcfs-queue has
// none, and is asked about one process.
std::vector<run> usual_questions(const std::string& of, bool groups) {
  entry asked{
      {"n", of == "adaptive-fcfs-queue" ? 1 : 2}, {"k", 1}, {"passages", 1}, {"crashes", 0}, {"registers", "declared"}};
  if (groups) asked["sessions"] = 2;
  if (of == "partial-exclusion") asked["l"] = 1;
  const auto about = [&](std::initializer_list<const char*> properties) {
    run all;
    for (const auto* one : properties) {
      all.push_back(asked);
      all.back()["property"] = one;
    }
    return all;
  };
  return {about({"exclusion", "deadlock-freedom", "starvation-freedom", "bounded-exit"}), about({"fcfs"})};
}

TEST_P(verdicts, are_the_same) {
  std::set<std::string> done;
  const auto& algorithm = *find_entry(GetParam());
  const bool groups = algorithm.at("problem") == "group exclusion";
  for (const auto& checks : usual_questions(GetParam(), groups)) compare(GetParam(), checks);
  for (const auto& checks : runs(algorithm, false)) {
    if (!is_for_both(checks.front())) continue;
    compare(GetParam(), checks);
    for (const auto& check : checks) {
      if (!check.contains("mutant") || check.at("n") != 2) continue;
      const auto mutant = check.at("mutant").get<std::string>();
      const run asked{mutant_of(check)};
      if (done.insert(mutant + asked.front().dump()).second) compare(mutant, asked);
    }
  }
  std::cout << held << " hold, " << broken << " are broken, " << not_confirmed
            << " are not broken as far as the second lab went, " << not_judged << " are not judged by both\n";
  EXPECT_GT(held, 0U);
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for_each_algorithm([&]<template <class> class>(std::string_view name) { names.emplace_back(name); });
  return names;
}

INSTANTIATE_TEST_SUITE_P(second, verdicts, testing::ValuesIn(all_names()), [](const auto& one) {
  std::string spelling = one.param;
  for (char& c : spelling) c = c == '-' ? '_' : c;
  return spelling;
});

}  // namespace
}  // namespace doorway::lab
