// What group_mutex and named_group_mutex have in common: the locking calls with a session, and a lock's view of one session.
// Lock is basic_lock or named_lock.
#pragma once

#include <chrono>
#include <utility>

#include "doorway/locks/basic_lock.hpp"
#include "doorway/waiting/deadline.hpp"

namespace doorway {

template <class Lock, template <class> class Algorithm, word Largest>
class with_sessions : public Lock {
 public:
  // Sessions are 1 .. largest_session.
  static constexpr word largest_session = Largest;

  class session_view;

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

 protected:
  template <class... Arguments>
  explicit with_sessions(Arguments&&... arguments) : Lock(std::forward<Arguments>(arguments)...) {}
  ~with_sessions() = default;

 private:
  static word checked(word session) {
    if (session == 0 || session > largest_session) [[unlikely]]
      detail::fail_session(session, largest_session);
    return session;
  }
};

// TimedLockable.
template <class Lock, template <class> class Algorithm, word Largest>
class with_sessions<Lock, Algorithm, Largest>::session_view {
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
  friend class with_sessions;
  session_view(with_sessions& rooms, word session) : rooms_(&rooms), session_(session) {}

  with_sessions* rooms_;
  word session_;
};

}  // namespace doorway
