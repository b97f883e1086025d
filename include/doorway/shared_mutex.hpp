// doorway::shared_mutex and shared_timed_mutex: readers together, writers alone. SharedLockable, SharedTimedLockable.
//
// Group mutual exclusion in other words: all readers are one session, every writer is a session of its own.
//
// The default algorithm is reader-gate: a reader that finds no writer writes only a line of its own, and meets nobody. Writers, and
// readers who have found a writer, queue in arrival order; nobody starves. What it does not promise: arrival order between readers
// and writers (a reader passes a writer that has not raised its gate yet), nor that a reader never waits for another reader (right after
// a writer has left it may). Where arrival order counts, basic_shared_mutex<group_bakery> has it, at the price of a queue for readers.
//
// There is no upgrade: a reader that wants to write unlocks first. A thread that holds the
// lock either way and asks again, either way, gets resource_deadlock_would_occur (try_lock, try_lock_shared: false);
// unlock of a shared hold, or unlock_shared of an exclusive one, operation_not_permitted. Other errors and duties:
// basic_lock.hpp. Clocks: timed_mutex.hpp.
#pragma once

#include "doorway/algorithms/group_exclusion/reader_gate.hpp"
#include "doorway/locks/basic_lock.hpp"
#include "doorway/waiting/deadline.hpp"

namespace doorway {

template <template <class> class Algorithm, class Memory = threads>
class basic_shared_mutex : public basic_lock<Algorithm, Memory> {
  static_assert(problem_of<Algorithm> == problem::group_exclusion,
                "a shared_mutex wants an algorithm for group mutual exclusion");
  static_assert(most_processes < Algorithm<Memory>::largest_session, "every thread needs a session to write in");

 public:
  explicit basic_shared_mutex(process_id capacity = usual_capacity)
      : basic_lock<Algorithm, Memory>(parameters{.n = capacity}) {}

  void lock() { this->acquire(writing()); }
  [[nodiscard]] bool try_lock() requires withdraws<Algorithm> { return this->acquire_at_once(writing()); }
  void unlock() {
    this->release([](word session) { return session != reading; });
  }

  void lock_shared() { this->acquire(reading); }
  [[nodiscard]] bool try_lock_shared() requires withdraws<Algorithm> { return this->acquire_at_once(reading); }
  void unlock_shared() {
    this->release([](word session) { return session == reading; });
  }

 protected:
  static constexpr word reading = 1;
  [[nodiscard]] static word writing() { return reading + 1 + thread_index(); }
};

template <template <class> class Algorithm, class Memory = threads>
class basic_shared_timed_mutex : public basic_shared_mutex<Algorithm, Memory> {
 public:
  using basic_shared_mutex<Algorithm, Memory>::basic_shared_mutex;

  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(const std::chrono::duration<Rep, Period>& timeout) requires withdraws<Algorithm> {
    return this->acquire_until(deadline_after(timeout), this->writing());
  }
  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(
      const std::chrono::time_point<Clock, Duration>& when) requires withdraws<Algorithm> {
    return try_until(when, [this](auto deadline) { return this->acquire_until(deadline, this->writing()); });
  }
  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_shared_for(
      const std::chrono::duration<Rep, Period>& timeout) requires withdraws<Algorithm> {
    return this->acquire_until(deadline_after(timeout), this->reading);
  }
  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_shared_until(
      const std::chrono::time_point<Clock, Duration>& when) requires withdraws<Algorithm> {
    return try_until(when, [this](auto deadline) { return this->acquire_until(deadline, this->reading); });
  }
};

using shared_mutex = basic_shared_mutex<reader_gate>;
using shared_timed_mutex = basic_shared_timed_mutex<reader_gate>;

}  // namespace doorway
