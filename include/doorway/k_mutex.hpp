// doorway::k_mutex: up to k threads inside, in arrival order. Lockable and TimedLockable.
//
//     doorway::k_mutex slots(3);                            three inside, room for 64 threads
//     { const std::lock_guard inside(slots); ... }
//
// Guarantees, with the default algorithm k-bakery-cc-fast and capacity N:
//     progress    every waiter gets in, even if up to k-1 threads stop for ever anywhere in the lock
//     fairness    k-FCFS: when a thread enters, fewer than k that arrived before it still wait
//     RMRs        O(N) per passage in the CC model
//     giving up   try_lock and the timed forms: O(N) own steps to withdraw, whatever the others do
//     unlock      O(N) own steps at most, O(1) when nobody sleeps
// basic_k_mutex<k_bakery_fife_fast> (algorithms/k_exclusion/k_bakery_fife_fast.hpp) is FIFE besides: a thread that arrived before one that has
// entered can enter at once. It has 2N^2 + 2N registers.
// It is no semaphore: a permit belongs to the thread that took it, and a thread has at most one.
// Errors and duties: basic_lock.hpp. Clocks: timed_mutex.hpp.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/locks/basic_lock.hpp"
#include "doorway/waiting/deadline.hpp"

namespace doorway {

template <template <class> class Algorithm, class Memory = threads>
class basic_k_mutex : public basic_lock<Algorithm, Memory> {
  static_assert(problem_of<Algorithm> == problem::k_exclusion, "a k_mutex wants an algorithm for k-exclusion");

 public:
  explicit basic_k_mutex(process_id k, process_id capacity = usual_capacity)
      : basic_lock<Algorithm, Memory>(parameters{.n = capacity, .k = k}) {}

  // How many may be inside.
  [[nodiscard]] process_id k() const noexcept { return this->size().k; }

  void lock() { this->acquire(1); }
  [[nodiscard]] bool try_lock() requires withdraws<Algorithm> { return this->acquire_at_once(1); }
  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& timeout) requires withdraws<Algorithm> {
    return this->acquire_until(deadline_after(timeout), 1);
  }
  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(
      const std::chrono::time_point<Clock, Duration>& when) requires withdraws<Algorithm> {
    return try_until(when, [this](auto deadline) { return this->acquire_until(deadline, 1); });
  }
  void unlock() { this->release(); }
};

using k_mutex = basic_k_mutex<k_bakery_cc_fast>;

}  // namespace doorway
