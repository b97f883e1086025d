// doorway::named_group_mutex: any number inside, all of one session at a time, among all who know its name, in any process
// of this machine.
//
//     doorway::named_group_mutex rooms("database");
//     rooms.lock(7); ... rooms.unlock();                    inside together with all who came for session 7
//     auto seven = rooms.session(7);                        the same as a TimedLockable, for the standard's guards
//     { const std::lock_guard inside(seven); ... }
//
// Guarantees: those of group_mutex.hpp, and that nobody's death keeps a session in: named_lock.hpp.
#pragma once

#include <string>
#include <utility>

#include "doorway/group_exclusion/group_bakery.hpp"
#include "doorway/named_lock.hpp"

namespace doorway {

template <template <class> class Algorithm>
class basic_named_group_mutex : public named_lock<Algorithm> {
  static_assert(problem_of<Algorithm> == problem::group_exclusion,
                "a named_group_mutex wants an algorithm for group mutual exclusion");

 public:
  // Sessions are 1 .. largest_session.
  static constexpr word largest_session = Algorithm<waking>::largest_session;

  class session_view;

  explicit basic_named_group_mutex(std::string name, const named_options& options = {})
      : named_lock<Algorithm>(std::move(name), 1, options) {}

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

template <template <class> class Algorithm>
class basic_named_group_mutex<Algorithm>::session_view {
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
  friend class basic_named_group_mutex;
  session_view(basic_named_group_mutex& rooms, word session) : rooms_(&rooms), session_(session) {}

  basic_named_group_mutex* rooms_;
  word session_;
};

using named_group_mutex = basic_named_group_mutex<group_bakery>;

}  // namespace doorway
