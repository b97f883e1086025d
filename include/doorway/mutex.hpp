// doorway::mutex: a std::mutex of plain reads and writes. Lockable.
//
//     doorway::mutex m;                                     room for 64 threads
//     { const std::lock_guard inside(m); ... }
//
// Guarantees, with the default algorithm k-bakery-cc-fast for k = 1 and capacity N:
//     progress    starvation-free: every waiter gets in, if every holder leaves
//     fairness    first come, first served: the order in which doorways end
//     RMRs        O(N) per passage in the CC model
//     try_lock    O(N) own steps, in or withdrawn; true on a lock that nobody wants. It stands in the queue until it has
//                 withdrawn: others may have to wait for that, and of two tries at once both may fail
//     unlock      O(N) own steps at most, O(1) when nobody sleeps
//     memory      O(N) registers: about 25 kB at the usual capacity
// Errors and duties: basic_lock.hpp.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/locks/basic_lock.hpp"

namespace doorway {

template <template <class> class Algorithm, class Memory = threads>
class basic_mutex : public basic_lock<Algorithm, Memory> {
  static_assert(problem_of<Algorithm> != problem::group_exclusion,
                "a mutex wants an algorithm for mutual exclusion, or for k-exclusion with k = 1");

 public:
  explicit basic_mutex(process_id capacity = usual_capacity)
      : basic_lock<Algorithm, Memory>(parameters{.n = capacity}) {}

  void lock() { this->acquire(1); }
  [[nodiscard]] bool try_lock() requires withdraws<Algorithm> { return this->acquire_at_once(1); }
  void unlock() { this->release(); }
};

using mutex = basic_mutex<k_bakery_cc_fast>;

}  // namespace doorway
