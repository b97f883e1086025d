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

namespace doorway {

template <class Visit>
constexpr void for_each_algorithm(Visit&& visit) {
  // mutual exclusion
  visit.template operator()<bakery>("bakery");
  visit.template operator()<black_white_bakery>("black-white-bakery");
  visit.template operator()<one_bit>("one-bit");
  visit.template operator()<tree_lock>("tree-lock");
  visit.template operator()<abortable_tree_lock>("abortable-tree-lock");
  visit.template operator()<adaptive_tree_lock>("adaptive-tree-lock");
  visit.template operator()<fcfs_abortable>("fcfs-abortable");
  visit.template operator()<fcfs_queue>("fcfs-queue");
  visit.template operator()<adaptive_fcfs_queue>("adaptive-fcfs-queue");
  // k-exclusion
  visit.template operator()<k_bakery>("k-bakery");
  visit.template operator()<k_bakery_cc>("k-bakery-cc");
  visit.template operator()<k_bakery_cc_fast>("k-bakery-cc-fast");
  visit.template operator()<k_bakery_cc_wide>("k-bakery-cc-wide");
  visit.template operator()<k_bakery_fife>("k-bakery-fife");
  visit.template operator()<k_bakery_fife_fast>("k-bakery-fife-fast");
  visit.template operator()<k_bakery_fife_safe>("k-bakery-fife-safe");
  visit.template operator()<k_bakery_reset_safe>("k-bakery-reset-safe");
  visit.template operator()<k_bakery_reset_fife>("k-bakery-reset-fife");
  visit.template operator()<k_bakery_reset_fife_safe>("k-bakery-reset-fife-safe");
  visit.template operator()<naive_levels>("naive-levels");
  visit.template operator()<levels>("levels");
  visit.template operator()<group_tournament>("group-tournament");
  visit.template operator()<two_bits>("two-bits");
  visit.template operator()<weak_one_bit>("weak-one-bit");
  visit.template operator()<partial_exclusion>("partial-exclusion");
  visit.template operator()<bounded_fife>("bounded-fife");
  visit.template operator()<unbounded_fife>("unbounded-fife");
  visit.template operator()<afek>("afek");
  visit.template operator()<anderson_moir>("anderson-moir");
  // group exclusion
  visit.template operator()<group_bakery>("group-bakery");
  visit.template operator()<black_white_group_bakery>("black-white-group-bakery");
  visit.template operator()<group_from_abortable>("group-from-abortable");
  visit.template operator()<keane_moir>("keane-moir");
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
