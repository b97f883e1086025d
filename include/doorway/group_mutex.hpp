// doorway::group_mutex: any number of threads inside, all of one session at a time.
//
//     doorway::group_mutex rooms;                           room for 64 threads
//     rooms.lock(7); ... rooms.unlock();                    inside together with all who came for session 7
//     auto seven = rooms.session(7);                        the same as a TimedLockable, for the standard's guards
//     { const std::lock_guard inside(seven); ... }
//
// Guarantees, with the default algorithm group-bakery and capacity N:
//     progress    starvation-free: whoever waits gets in, if all of other sessions leave
//     fairness    first come, first served between threads of different sessions
//     RMRs        O(N) per passage in the CC model
//     giving up   try_lock and the timed forms: O(N) own steps to withdraw, whatever the others do
// Errors and duties: basic_lock.hpp. Clocks: timed_mutex.hpp.
#pragma once

#include "doorway/basic_lock.hpp"
#include "doorway/deadline.hpp"
#include "doorway/group_exclusion/group_bakery.hpp"

namespace doorway {

template <template <class> class Algorithm, class Memory = threads>
class basic_group_mutex : public basic_lock<Algorithm, Memory> {
  static_assert(problem_of<Algorithm> == problem::group_exclusion,
                "a group_mutex wants an algorithm for group mutual exclusion");

 public:
  // Sessions are 1 .. largest_session.
  static constexpr word largest_session = Algorithm<Memory>::largest_session;

  class session_view;

  explicit basic_group_mutex(process_id capacity = usual_capacity)
      : basic_lock<Algorithm, Memory>(parameters{.n = capacity}) {}

  void lock(word session) { this->acquire(checked(session)); }
  [[nodiscard]] bool try_lock(word session) requires withdraws<Algorithm> {
    return this->acquire_at_once(checked(session));
  }
  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(word session,
                                  const std::chrono::duration<Rep, Period>& timeout) requires withdraws<Algorithm> {
    return this->acquire_until(deadline_after(timeout), checked(session));
  }
  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(
      word session, const std::chrono::time_point<Clock, Duration>& when) requires withdraws<Algorithm> {
    checked(session);
    return try_until(when, [this, session](auto deadline) { return this->acquire_until(deadline, session); });
  }
  void unlock() { this->release(); }

  // This lock with the session filled in. A view: copy it freely, keep the lock alive.
  [[nodiscard]] session_view session(word number) { return session_view(*this, checked(number)); }

 private:
  static word checked(word session) {
    if (session == 0 || session > largest_session) [[unlikely]]
      detail::fail_session(session, largest_session);
    return session;
  }
};

template <template <class> class Algorithm, class Memory>
class basic_group_mutex<Algorithm, Memory>::session_view {
 public:
  [[nodiscard]] word session() const noexcept { return session_; }

  void lock() const { rooms_->lock(session_); }
  [[nodiscard]] bool try_lock() const requires withdraws<Algorithm> { return rooms_->try_lock(session_); }
  template <class Rep, class Period>
  [[nodiscard]] bool try_lock_for(
      const std::chrono::duration<Rep, Period>& timeout) const requires withdraws<Algorithm> {
    return rooms_->try_lock_for(session_, timeout);
  }
  template <class Clock, class Duration>
  [[nodiscard]] bool try_lock_until(
      const std::chrono::time_point<Clock, Duration>& when) const requires withdraws<Algorithm> {
    return rooms_->try_lock_until(session_, when);
  }
  void unlock() const { rooms_->unlock(); }

 private:
  friend class basic_group_mutex;
  session_view(basic_group_mutex& rooms, word session) : rooms_(&rooms), session_(session) {}

  basic_group_mutex* rooms_;
  word session_;
};

using group_mutex = basic_group_mutex<group_bakery>;

}  // namespace doorway
