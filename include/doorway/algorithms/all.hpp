// Every algorithm of the library, by the name that the tools and the catalogue use.
//
//     for_each_algorithm([]<template <class> class Algorithm>(std::string_view name) { ... });
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/abortable_tree_lock.hpp"
#include "doorway/algorithms/blocks/adaptive_tree_lock.hpp"
#include "doorway/algorithms/blocks/tree_lock.hpp"
#include "doorway/algorithms/group_exclusion/black_white_group_bakery.hpp"
#include "doorway/algorithms/group_exclusion/group_bakery.hpp"
#include "doorway/algorithms/group_exclusion/group_from_abortable.hpp"
#include "doorway/algorithms/group_exclusion/keane_moir.hpp"
#include "doorway/algorithms/group_exclusion/reader_gate.hpp"
#include "doorway/algorithms/k_exclusion/afek.hpp"
#include "doorway/algorithms/k_exclusion/anderson_moir.hpp"
#include "doorway/algorithms/k_exclusion/bounded_fife.hpp"
#include "doorway/algorithms/k_exclusion/group_tournament.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_fife.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_fife_fast.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_fife_safe.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_reset_fife.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_reset_fife_safe.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_reset_safe.hpp"
#include "doorway/algorithms/k_exclusion/levels.hpp"
#include "doorway/algorithms/k_exclusion/naive_levels.hpp"
#include "doorway/algorithms/k_exclusion/partial_exclusion.hpp"
#include "doorway/algorithms/k_exclusion/two_bits.hpp"
#include "doorway/algorithms/k_exclusion/weak_one_bit.hpp"
#include "doorway/algorithms/mutual_exclusion/adaptive_fcfs_queue.hpp"
#include "doorway/algorithms/mutual_exclusion/bakery.hpp"
#include "doorway/algorithms/mutual_exclusion/black_white_bakery.hpp"
#include "doorway/algorithms/mutual_exclusion/fcfs_abortable.hpp"
#include "doorway/algorithms/mutual_exclusion/fcfs_queue.hpp"
#include "doorway/algorithms/mutual_exclusion/one_bit.hpp"
#include "doorway/core/facts.hpp"

namespace doorway {

namespace detail {
template <template <class> class... Algorithms, class Visit>
constexpr void visit_each(Visit& visit) {
  (visit.template operator()<Algorithms>(name_of<Algorithms>), ...);
}
}  // namespace detail

template <class Visit>
constexpr void for_each_algorithm(Visit&& visit) {
  // clang-format off
  detail::visit_each<
      // mutual exclusion
      bakery,
      black_white_bakery,
      one_bit,
      tree_lock,
      abortable_tree_lock,
      adaptive_tree_lock,
      fcfs_abortable,
      fcfs_queue,
      adaptive_fcfs_queue,
      // k-exclusion
      k_bakery,
      k_bakery_cc,
      k_bakery_cc_fast,
      k_bakery_cc_wide,
      k_bakery_fife,
      k_bakery_fife_fast,
      k_bakery_fife_safe,
      k_bakery_reset_safe,
      k_bakery_reset_fife,
      k_bakery_reset_fife_safe,
      naive_levels,
      levels,
      group_tournament,
      two_bits,
      weak_one_bit,
      partial_exclusion,
      bounded_fife,
      unbounded_fife,
      afek,
      anderson_moir,
      // group exclusion
      group_bakery,
      black_white_group_bakery,
      group_from_abortable,
      keane_moir,
      reader_gate>(visit);
  // clang-format on
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
