// A suite: the algorithms that a program of the lab can be asked about. Behind plain functions, so that what asks is compiled once.
//
//     const auto mine = doorway::lab::suite_of<szymanski, peterson>("szymanski, peterson");
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "doorway/core/facts.hpp"
#include "doorway/core/survey.hpp"
#include "lab/machine/program.hpp"
#include "lab/rmr/program.hpp"
#include "lab/sampling/walk.hpp"
#include "lab/threads/subject.hpp"

namespace doorway::lab {

struct known_algorithm {
  std::string name;
  problem solves = problem::mutual_exclusion;
  process_id most = most_processes;  // that it can be built for
  std::string claims;                // the properties that its class says it has, with commas; empty: it does not say
  std::function<std::unique_ptr<program>(const setting&)> make;                       // for searches
  rmr::maker make_counting;                                                           // for RMRs
  std::function<std::unique_ptr<random::subject>(const parameters&)> make_for_walks;  //
  std::function<std::unique_ptr<subject>(const parameters&)> make_on_threads;         //
  std::function<std::vector<declaration>(const parameters&)> registers;
};
using suite = std::vector<known_algorithm>;

template <template <class> class Algorithm>
[[nodiscard]] known_algorithm facts_of(std::string name) {
  known_algorithm one;
  one.name = std::move(name);
  one.solves = problem_of<Algorithm>;
  one.most = most_of<Algorithm>;
  if constexpr (requires { Algorithm<survey>::claims; }) one.claims = Algorithm<survey>::claims;
  one.registers = declarations<Algorithm>;
  return one;
}

template <template <class> class Algorithm>
[[nodiscard]] known_algorithm known(std::string name) {
  auto one = facts_of<Algorithm>(std::move(name));
  one.make = [](const setting& how) { return std::make_unique<program_of<Algorithm>>(how.size, how); };
  one.make_counting = rmr::make_program_of<Algorithm>;
  one.make_for_walks = [](const parameters& size) { return std::make_unique<random::subject_of<Algorithm>>(size); };
  one.make_on_threads = [](const parameters& size) { return std::make_unique<subject_of<Algorithm>>(size); };
  return one;
}

// A class's name as the tools spell it: mine::black_white<..> is black-white.
[[nodiscard]] std::string spelt_as_option(std::string_view class_name);
// The names between the commas.
[[nodiscard]] std::vector<std::string> between_commas(std::string_view text);

// These classes, called as `names` calls them, or as they call themselves (`name`, core/facts.hpp).
template <template <class> class... Algorithms>
[[nodiscard]] suite suite_of(std::string_view names) {
  const auto called = between_commas(names);
  suite all;
  const auto add = [&]<template <class> class Algorithm>() {
    if constexpr (requires { Algorithm<survey>::name; })
      all.push_back(known<Algorithm>(std::string(name_of<Algorithm>)));
    else all.push_back(known<Algorithm>(spelt_as_option(called.at(all.size()))));
  };
  (add.template operator()<Algorithms>(), ...);
  return all;
}

// Every algorithm of the library; each kind of program is compiled once, elsewhere.
[[nodiscard]] suite library_suite();

}  // namespace doorway::lab
