// The lab and the second lab see the same states, each first at the same depth, and the same steps between them: of every algorithm
// for two processes, of the small ones for three, with crashes, safe registers, store buffers, giving up and recovery. It would catch,
// in either lab, an exploration that loses a state or a step, or finds one that is not; a private state that is forgotten, or two
// that are taken for one; a store buffer, a crash, a flickering read or an order of arrival that is not what it should be.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "doorway/algorithms/all.hpp"
#include "lab/machine/program_by_name.hpp"
#include "second_lab/subject.hpp"
#include "seen_by_the_lab.hpp"

namespace doorway::lab {
namespace {

// States of the second lab: beyond that only so many levels are compared as it has. More where nothing special happens.
constexpr std::uint64_t many = 20'000;
constexpr std::uint64_t very_many = 60'000;

setting basic(const std::string& name, process_id n) {
  setting how;
  how.algorithm = name;
  how.size.n = n;
  with_algorithm(name, [&]<template <class> class Algorithm>(std::string_view) {
    if (problem_of<Algorithm> == problem::group_exclusion) how.size.sessions = 2;
    if (problem_of<Algorithm> == problem::k_exclusion) how.size.k = n - 1;
  });
  if (name == "partial-exclusion") how.size.l = how.size.k;
  how.passages = 2;
  return how;
}

constexpr std::string_view plain = "plain";
struct variant {
  std::string_view name;
  void (*set)(setting&);
};
constexpr variant variants[] = {
    {plain, [](setting&) {}},
    {"without_end", [](setting& how) { how.passages = 0; }},
    {"crash", [](setting& how) { how.crashes = 1; }},
    {"safe", [](setting& how) { how.registers = register_model::safe; }},
    {"safe_crash", [](setting& how) { how.registers = register_model::safe, how.crashes = 1; }},
    {"stores", [](setting& how) { how.buffer = usual_buffer; }},
    {"abort", [](setting& how) { how.abort = true; }},
    {"recover", [](setting& how) { how.recover = true, how.crashes = 1; }},
    {"three", [](setting& how) { how = basic(how.algorithm, 3), how.passages = 1; }},
    {"three_crash", [](setting& how) { how = basic(how.algorithm, 3), how.passages = 1, how.crashes = 1; }},
};

// Here a read that meets a write is answered by every value of the register, one by one: black-white-group-bakery's tokens have too many.
bool has_few_values(const second::subject& of, const setting& how) {
  if (how.registers != register_model::safe) return true;
  const auto registers = of.registers();
  return std::none_of(registers.begin(), registers.end(),
                      [](const auto& one) { return one.domain != unbounded && one.domain > 1000; });
}
bool can(const second::subject& of, const setting& how) {
  return has_few_values(of, how) && (!how.abort || of.can(second::part::abort)) &&
         (!how.recover || of.can(second::part::recover));
}
bool grows(const second::subject& of) {
  for (const auto& one : of.registers())
    if (one.domain == unbounded) return true;
  return false;
}

class sights : public testing::TestWithParam<std::string> {};

TEST_P(sights, are_the_same) {
  std::uint64_t complete = 0;
  bool is_small = false;
  for (const auto& [name, set] : variants) {
    SCOPED_TRACE(name);
    setting how = basic(GetParam(), 2);
    set(how);
    const auto subject = second::make_subject(GetParam(), how.size);
    if (!can(*subject, how) || (how.passages == 0 && grows(*subject)) || (how.size.n > 2 && !is_small)) continue;
    const auto look = [&, name = name] {
      auto same = as_the_second_has_it(how);
      same.most_states = name == plain && how.passages == 1 ? very_many : many;
      auto all = std::make_unique<second::system>(*subject, same, true);
      all->explore();
      return all;
    };
    auto all = look();
    is_small = is_small || (all->is_complete() && how.passages == 2);
    if (!all->is_complete() && how.passages == 2) {
      how.passages = 1;
      all = look();
    }
    complete += all->is_complete() ? 1U : 0U;
    const auto seen = second::view_of(*all);
    const auto found = seen_by_the_lab(*named_program(how), all->complete_depth());
    EXPECT_EQ(second::difference(found, seen), "") << in_options(how);
    if (all->is_complete()) {
      EXPECT_LE(found.states, seen.states) << "the lab's states are minimal";
    }
  }
  if (GetParam() != "adaptive-fcfs-queue") {
    EXPECT_GE(complete, 1U);
  }
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for_each_algorithm([&]<template <class> class>(std::string_view name) { names.emplace_back(name); });
  return names;
}

INSTANTIATE_TEST_SUITE_P(second, sights, testing::ValuesIn(all_names()), [](const auto& one) {
  std::string spelling = one.param;
  for (char& c : spelling) c = c == '-' ? '_' : c;
  return spelling;
});

}  // namespace
}  // namespace doorway::lab
