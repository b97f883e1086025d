// Withdrawal: may a process that waits in this algorithm give up?
//
// try_lock and the timed forms of the front doors withdraw: abort() after enter() returned false. That abort() leaves
// the queue sound, wherever in the waiting room it strikes, is a claim about each algorithm. A front door offers these
// members only where `withdraws<Algorithm>` is true; elsewhere a call of them does not compile.
//
// It is true of an algorithm when the lab has found, with waiters that may give up at any await, that exclusion holds and
// that giving up takes a bounded number of own steps: catalogue/NAME.json has the verdicts and their bounds, and a test
// (tests/lab/checked_test.cpp) holds this list against them. Somebody's own algorithm says so for itself:
//
//     template <>
//     inline constexpr bool doorway::withdraws<my_lock> = true;
#pragma once

namespace doorway {

template <template <class> class Algorithm>
inline constexpr bool withdraws = false;

// clang-format off
template <class> class bakery;                    template <> inline constexpr bool withdraws<bakery> = true;
template <class> class black_white_bakery;        template <> inline constexpr bool withdraws<black_white_bakery> = true;
template <class> class one_bit;                   template <> inline constexpr bool withdraws<one_bit> = true;
template <class> class k_bakery;                  template <> inline constexpr bool withdraws<k_bakery> = true;
template <class> class k_bakery_cc;               template <> inline constexpr bool withdraws<k_bakery_cc> = true;
template <class> class k_bakery_cc_fast;          template <> inline constexpr bool withdraws<k_bakery_cc_fast> = true;
template <class> class k_bakery_cc_wide;          template <> inline constexpr bool withdraws<k_bakery_cc_wide> = true;
template <class> class k_bakery_fife;             template <> inline constexpr bool withdraws<k_bakery_fife> = true;
template <class> class k_bakery_fife_fast;        template <> inline constexpr bool withdraws<k_bakery_fife_fast> = true;
template <class> class k_bakery_fife_safe;        template <> inline constexpr bool withdraws<k_bakery_fife_safe> = true;
template <class> class k_bakery_reset_safe;       template <> inline constexpr bool withdraws<k_bakery_reset_safe> = true;
template <class> class k_bakery_reset_fife;       template <> inline constexpr bool withdraws<k_bakery_reset_fife> = true;
template <class> class k_bakery_reset_fife_safe;  template <> inline constexpr bool withdraws<k_bakery_reset_fife_safe> = true;
template <class> class naive_levels;              template <> inline constexpr bool withdraws<naive_levels> = true;
template <class> class levels;                    template <> inline constexpr bool withdraws<levels> = true;
template <class> class group_tournament;          template <> inline constexpr bool withdraws<group_tournament> = true;
template <class> class two_bits;                  template <> inline constexpr bool withdraws<two_bits> = true;
template <class> class weak_one_bit;              template <> inline constexpr bool withdraws<weak_one_bit> = true;
template <class> class bounded_fife;              template <> inline constexpr bool withdraws<bounded_fife> = true;
template <class> class unbounded_fife;            template <> inline constexpr bool withdraws<unbounded_fife> = true;
template <class> class afek;                      template <> inline constexpr bool withdraws<afek> = true;
template <class> class anderson_moir;             template <> inline constexpr bool withdraws<anderson_moir> = true;
template <class> class partial_exclusion;         template <> inline constexpr bool withdraws<partial_exclusion> = true;
template <class> class group_bakery;              template <> inline constexpr bool withdraws<group_bakery> = true;
template <class> class black_white_group_bakery;  template <> inline constexpr bool withdraws<black_white_group_bakery> = true;
template <class> class abortable_tree_lock;       template <> inline constexpr bool withdraws<abortable_tree_lock> = true;
template <class> class fcfs_abortable;            template <> inline constexpr bool withdraws<fcfs_abortable> = true;
template <class> class group_from_abortable;      template <> inline constexpr bool withdraws<group_from_abortable> = true;
// clang-format on

}  // namespace doorway
