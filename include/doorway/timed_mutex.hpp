// doorway::timed_mutex: a std::timed_mutex of plain reads and writes. TimedLockable.
//
// A mutex (mutex.hpp: guarantees, errors) whose waiters may give up. A waiter whose time is over withdraws in O(N) own
// steps with the default algorithm, whatever the others do, and loses its place; nobody else does.
//
// basic_timed_mutex<fcfs_abortable> (algorithms/mutual_exclusion/fcfs_abortable.hpp) spins on registers of its own only: O(N) RMRs in
// the DSM model too, the same order, and withdrawal in O(N) own steps.
//
// With a clock other than the steady clock the wait is measured by the steady clock and that clock is asked at its end;
// if it is behind by then, the thread queues anew.
#pragma once

#include "doorway/mutex.hpp"
#include "doorway/waiting/deadline.hpp"

namespace doorway {

template <template <class> class Algorithm, class Memory = threads>
class basic_timed_mutex : public basic_mutex<Algorithm, Memory> {
 public:
  using basic_mutex<Algorithm, Memory>::basic_mutex;

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& timeout) requires withdraws<Algorithm> {
    return this->acquire_until(deadline_after(timeout), 1);
  }
  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(
      const std::chrono::time_point<Clock, Duration>& when) requires withdraws<Algorithm> {
    return try_until(when, [this](auto deadline) { return this->acquire_until(deadline, 1); });
  }
};

using timed_mutex = basic_timed_mutex<k_bakery_cc_fast>;

}  // namespace doorway
