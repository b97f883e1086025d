// Every algorithm of the library, by the name that the tools and the catalogue use.
//
//     for_each_algorithm([]<template <class> class Algorithm>(std::string_view name) { ... });
#pragma once

#include <string_view>

#include "doorway/k_exclusion/k_bakery.hpp"
#include "doorway/k_exclusion/k_bakery_cc.hpp"
#include "doorway/k_exclusion/k_bakery_fife.hpp"
#include "doorway/k_exclusion/k_bakery_fife_safe.hpp"
#include "doorway/k_exclusion/k_bakery_reset_fife.hpp"
#include "doorway/k_exclusion/k_bakery_reset_fife_safe.hpp"
#include "doorway/k_exclusion/k_bakery_reset_safe.hpp"
#include "doorway/mutual_exclusion/bakery.hpp"

namespace doorway {

template <class Visit>
constexpr void for_each_algorithm(Visit&& visit) {
  // mutual exclusion
  visit.template operator()<bakery>("bakery");
  // k-exclusion
  visit.template operator()<k_bakery>("k-bakery");
  visit.template operator()<k_bakery_cc>("k-bakery-cc");
  visit.template operator()<k_bakery_fife>("k-bakery-fife");
  visit.template operator()<k_bakery_fife_safe>("k-bakery-fife-safe");
  visit.template operator()<k_bakery_reset_safe>("k-bakery-reset-safe");
  visit.template operator()<k_bakery_reset_fife>("k-bakery-reset-fife");
  visit.template operator()<k_bakery_reset_fife_safe>("k-bakery-reset-fife-safe");
}

// visit() for the algorithm of that name; false if there is none.
template <class Visit>
constexpr bool with_algorithm(std::string_view wanted, Visit&& visit) {
  bool found = false;
  for_each_algorithm([&]<template <class> class Algorithm>(std::string_view name) {
    if (name != wanted) return;
    found = true;
    visit.template operator()<Algorithm>(name);
  });
  return found;
}

}  // namespace doorway
