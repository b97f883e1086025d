// doorway::named_k_mutex: up to k inside, in arrival order, among all who know its name, in any process of this machine.
// TimedLockable.
//
//     doorway::named_k_mutex gpus("gpu", {.k = 4});
//     { const std::lock_guard inside(gpus); use(gpus.slot()); }
//
// slot() is a number 0 .. k-1 that nobody else inside has, the lowest that is free: for a device, a port, a directory. Reads
// and writes alone cannot give such numbers, so it costs two system calls, more than the whole passage without them; hence it
// is taken when a holder first asks for it, and those who never ask do not pay. owners() shows it once it is taken.
//
// Guarantees: those of k_mutex.hpp, and that a killed holder's place comes back: named_lock.hpp.
#pragma once

#include <string>
#include <utility>

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/locks/named_lock.hpp"

namespace doorway {

struct named_k_options {
  process_id k = 1;  // must be the same for all who use the name
  process_id seats = usual_seats;
  std::string group = {};
  std::string directory = {};
  std::string what = {};
};

template <template <class> class Algorithm>
class basic_named_k_mutex : public named_lock<Algorithm> {
  static_assert(problem_of<Algorithm> == problem::k_exclusion, "a named_k_mutex wants an algorithm for k-exclusion");

 public:
  basic_named_k_mutex(std::string name, const named_k_options& options)
      : named_lock<Algorithm>(std::move(name), options.k,
                              {options.seats, options.group, options.directory, options.what}) {}

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

  // The calling thread's, which is inside; the same until it unlocks.
  [[nodiscard]] process_id slot() { return this->own_slot(); }
};

using named_k_mutex = basic_named_k_mutex<k_bakery_cc_fast>;

}  // namespace doorway
