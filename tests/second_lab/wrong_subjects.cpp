#include <array>
#include <utility>

#include "doorway/algorithms/all.hpp"
#include "subject.hpp"
#include "wrong/all.hpp"
#include "wrong/flawed.hpp"

namespace doorway::second {
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

}  // namespace

std::unique_ptr<subject> make_wrong_subject(std::string_view name, const parameters& size) {
  std::unique_ptr<subject> made;
  for (const auto& [adjective, flaw] : flaws) {
    if (!name.starts_with(adjective)) continue;
    wrong::flaw_to_have = flaw;
    with_algorithm(name.substr(adjective.size()), [&]<template <class> class Algorithm>(std::string_view) {
      made = std::make_unique<subject_of<wrong::flawed<Algorithm>::template lock>>(size);
    });
    wrong::flaw_to_have = kind_of_flaw::none;
  }
  if (made == nullptr) made = make_subject(name, size);
  wrong::for_each_wrong([&]<template <class> class Wrong>(std::string_view one) {
    if (one == name) made = std::make_unique<subject_of<Wrong>>(size);
  });
  return made;
}

}  // namespace doorway::second
