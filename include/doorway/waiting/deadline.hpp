// Deadlines: the standard's durations and time points, of any clock, as time points of the steady clock.
#pragma once

#include <chrono>

namespace doorway {

namespace detail {

// Longer than anybody waits, short enough that now + forever overflows nowhere.
inline constexpr std::chrono::hours forever{24 * 36525};

// Rounded up, and within 0 .. forever. Compared as seconds in floating point, for the units of the standard overflow when
// one is converted to another. What is not a number is 0.
template <class Rep, class Period>
[[nodiscard]] constexpr std::chrono::nanoseconds within_reason(const std::chrono::duration<Rep, Period>& time) {
  const std::chrono::duration<double> seconds = time;
  if (!(seconds > seconds.zero())) return std::chrono::nanoseconds::zero();
  if (seconds >= forever) return forever;
  return std::chrono::ceil<std::chrono::nanoseconds>(time);
}

template <class Clock, class Duration>
[[nodiscard]] std::chrono::nanoseconds left_until(const std::chrono::time_point<Clock, Duration>& when) {
  const auto now = Clock::now();
  const std::chrono::duration<double> rough =
      std::chrono::duration<double>(when.time_since_epoch()) - std::chrono::duration<double>(now.time_since_epoch());
  if (rough >= forever || rough <= -forever) return within_reason(rough);  // the exact difference might overflow
  return within_reason(when - now);
}

}  // namespace detail

// Now and `timeout`: rounded up; now if it is negative; a century from now at the most.
template <class Rep, class Period>
[[nodiscard]] std::chrono::steady_clock::time_point deadline_after(const std::chrono::duration<Rep, Period>& timeout) {
  return std::chrono::steady_clock::now() + detail::within_reason(timeout);
}

// attempt(deadline) until it is true or `when` has come. A clock other than the steady one may run at another pace or
// be set, so it is asked again when an attempt has failed: false only once `when` has come by that clock too.
template <class Clock, class Duration, class Attempt>
[[nodiscard]] bool try_until(const std::chrono::time_point<Clock, Duration>& when, Attempt&& attempt) {
  do {
    if (attempt(deadline_after(detail::left_until(when)))) return true;
  } while (detail::left_until(when) > std::chrono::nanoseconds::zero());
  return false;
}

}  // namespace doorway
