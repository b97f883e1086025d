#include "catalogue/mutants.hpp"

#include <array>
#include <utility>

#include "doorway/algorithms/all.hpp"
#include "lab/machine/program_by_name.hpp"
#include "wrong/all.hpp"
#include "wrong/flawed.hpp"

namespace doorway::lab {
namespace {

using wrong::kind_of_flaw;
constexpr std::array<std::pair<std::string_view, kind_of_flaw>, 7> flaws{{
    {"impatient ", kind_of_flaw::impatient},
    {"early ", kind_of_flaw::early},
    {"forgetful ", kind_of_flaw::forgetful},
    {"stuck ", kind_of_flaw::stuck},
    {"alone ", kind_of_flaw::alone},
    {"narrow ", kind_of_flaw::narrow},
    {"plain ", kind_of_flaw::plain},
}};

template <template <class> class Algorithm>
std::unique_ptr<program> with_flaw(kind_of_flaw flaw, const setting& how) {
  wrong::flaw_to_have = flaw;
  auto made = std::make_unique<program_of<wrong::flawed<Algorithm>::template lock>>(how.size, how);
  wrong::flaw_to_have = kind_of_flaw::none;
  return made;
}

}  // namespace

std::unique_ptr<program> program_or_mutant(const setting& how) {
  const std::string_view name = how.algorithm;
  std::unique_ptr<program> made;
  for (const auto& [adjective, flaw] : flaws)
    if (name.starts_with(adjective))
      with_algorithm(name.substr(adjective.size()), [&, with = flaw]<template <class> class Algorithm>(
                                                        std::string_view) { made = with_flaw<Algorithm>(with, how); });
  wrong::for_each_wrong([&]<template <class> class Wrong>(std::string_view known) {
    if (known == name) made = std::make_unique<program_of<Wrong>>(how.size, how);
  });
  return made ? std::move(made) : named_program(how);
}

std::vector<std::string> wrong_names() {
  std::vector<std::string> all;
  wrong::for_each_wrong([&]<template <class> class Wrong>(std::string_view name) { all.emplace_back(name); });
  return all;
}

}  // namespace doorway::lab
