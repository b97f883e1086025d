// doorway::named_mutex: a mutex between all who know its name, in any process of this machine. TimedLockable.
//
//     doorway::named_mutex one("nightly-backup");
//     { const std::lock_guard inside(one); ... }
//
// Guarantees: those of mutex.hpp, and that nobody's death leaves it locked: named_lock.hpp.
#pragma once

#include <string>
#include <utility>

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/locks/named_lock.hpp"

namespace doorway {

template <template <class> class Algorithm>
class basic_named_mutex : public named_lock<Algorithm> {
  static_assert(problem_of<Algorithm> != problem::group_exclusion,
                "a named_mutex wants an algorithm for mutual exclusion, or for k-exclusion with k = 1");

 public:
  explicit basic_named_mutex(std::string name, const named_options& options = {})
      : named_lock<Algorithm>(std::move(name), 1, options) {}

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

using named_mutex = basic_named_mutex<k_bakery_cc_fast>;

}  // namespace doorway
