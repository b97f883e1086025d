// The wrong ones, by name: those written out one by one, and every algorithm with a flaw of flawed.hpp.
//
//     for_each_wrong([]<template <class> class Wrong>(std::string_view name) { ... });
#pragma once

#include <string_view>

#include "wrong/anderson_moir_two_steps.hpp"
#include "wrong/bakery_no_doorway.hpp"
#include "wrong/black_white_bakery_abort_flips.hpp"
#include "wrong/black_white_bakery_printed.hpp"
#include "wrong/black_white_group_bakery_naive.hpp"
#include "wrong/black_white_group_bakery_plain_abort.hpp"
#include "wrong/fcfs_locks.hpp"
#include "wrong/group_bakery_no_choosing.hpp"
#include "wrong/group_locks.hpp"
#include "wrong/k_bakery_cc_fast_never_crowded.hpp"
#include "wrong/k_bakery_cc_wide_leaves_first.hpp"
#include "wrong/k_bakery_fife_fast_never_crowded.hpp"
#include "wrong/k_bakery_fife_fast_no_capture.hpp"
#include "wrong/k_bakery_fife_fast_unseen.hpp"
#include "wrong/k_bakery_fife_safe_printed.hpp"
#include "wrong/k_bakery_no_announce.hpp"
#include "wrong/k_bakery_reset_fife_no_ignore.hpp"
#include "wrong/k_bakery_reset_fife_printed.hpp"
#include "wrong/k_bakery_reset_fife_safe_one_copy.hpp"
#include "wrong/k_bakery_reset_fife_safe_printed.hpp"
#include "wrong/k_bakery_reset_fife_safe_two_copies.hpp"
#include "wrong/k_bakery_reset_safe_no_bypass.hpp"
#include "wrong/k_bakery_reset_safe_swapped.hpp"
#include "wrong/levels_off_by_one.hpp"
#include "wrong/peterson_swapped.hpp"
#include "wrong/reader_gate.hpp"
#include "wrong/tree_locks.hpp"
#include "wrong/two_bits_no_second_look.hpp"

namespace doorway::wrong {

template <class Visit>
constexpr void for_each_wrong(Visit&& visit) {
  visit.template operator()<anderson_moir_two_steps>("anderson-moir-two-steps");
  visit.template operator()<bakery_no_doorway>("bakery-no-doorway");
  visit.template operator()<black_white_bakery_abort_flips>("black-white-bakery-abort-flips");
  visit.template operator()<black_white_bakery_printed>("black-white-bakery-printed");
  visit.template operator()<black_white_group_bakery_naive>("black-white-group-bakery-naive");
  visit.template operator()<black_white_group_bakery_plain_abort>("black-white-group-bakery-plain-abort");
  visit.template operator()<group_bakery_no_choosing>("group-bakery-no-choosing");
  visit.template operator()<k_bakery_cc_fast_never_crowded>("k-bakery-cc-fast-never-crowded");
  visit.template operator()<k_bakery_cc_wide_leaves_first>("k-bakery-cc-wide-leaves-first");
  visit.template operator()<k_bakery_fife_fast_never_crowded>("k-bakery-fife-fast-never-crowded");
  visit.template operator()<k_bakery_fife_fast_no_capture>("k-bakery-fife-fast-no-capture");
  visit.template operator()<k_bakery_fife_fast_unseen>("k-bakery-fife-fast-unseen");
  visit.template operator()<k_bakery_fife_safe_printed>("k-bakery-fife-safe-printed");
  visit.template operator()<k_bakery_no_announce>("k-bakery-no-announce");
  visit.template operator()<k_bakery_reset_fife_no_ignore>("k-bakery-reset-fife-no-ignore");
  visit.template operator()<k_bakery_reset_fife_printed>("k-bakery-reset-fife-printed");
  visit.template operator()<k_bakery_reset_fife_safe_one_copy>("k-bakery-reset-fife-safe-one-copy");
  visit.template operator()<k_bakery_reset_fife_safe_printed>("k-bakery-reset-fife-safe-printed");
  visit.template operator()<k_bakery_reset_fife_safe_two_copies>("k-bakery-reset-fife-safe-two-copies");
  visit.template operator()<k_bakery_reset_safe_no_bypass>("k-bakery-reset-safe-no-bypass");
  visit.template operator()<k_bakery_reset_safe_swapped>("k-bakery-reset-safe-swapped");
  visit.template operator()<levels_off_by_one>("levels-off-by-one");
  visit.template operator()<peterson_swapped>("peterson-swapped");
  visit.template operator()<two_bits_no_second_look>("two-bits-no-second-look");
  visit.template operator()<tree_lock_swapped>("tree-lock-swapped");
  visit.template operator()<abortable_tree_lock_half_abort>("abortable-tree-lock-half-abort");
  visit.template operator()<abortable_tree_lock_plain_recover>("abortable-tree-lock-plain-recover");
  visit.template operator()<adaptive_tree_lock_lets_go_early>("adaptive-tree-lock-lets-go-early");
  visit.template operator()<adaptive_tree_lock_lets_go_first>("adaptive-tree-lock-lets-go-first");
  visit.template operator()<fcfs_abortable_no_barricade>("fcfs-abortable-no-barricade");
  visit.template operator()<fcfs_queue_no_dummy>("fcfs-queue-no-dummy");
  visit.template operator()<fcfs_queue_no_wait>("fcfs-queue-no-wait");
  visit.template operator()<group_no_second_look>("group-from-abortable-no-second-look");
  visit.template operator()<group_no_taking_back>("group-from-abortable-no-taking-back");
  visit.template operator()<group_not_seen>("group-from-abortable-not-seen");
  visit.template operator()<group_no_wait>("group-from-abortable-no-wait");
  visit.template operator()<keane_moir_leaves_at_once>("keane-moir-leaves-at-once");
  visit.template operator()<reader_gate_no_wait>("reader-gate-no-wait");
  visit.template operator()<reader_gate_leaves_first>("reader-gate-leaves-first");
  visit.template operator()<reader_gate_says_late>("reader-gate-says-late");
  visit.template operator()<reader_gate_seen_late>("reader-gate-seen-late");
  visit.template operator()<reader_gate_abort_is_exit>("reader-gate-abort-is-exit");
  visit.template operator()<reader_gate_recover_is_exit>("reader-gate-recover-is-exit");
}

}  // namespace doorway::wrong
