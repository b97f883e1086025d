// Deadlines: the standard's durations and time points, of any clock, as time points of the steady clock.
#pragma once

#include <chrono>
#include <type_traits>

namespace doorway {

namespace detail {
// Longer than anybody waits, short enough that now + forever overflows nowhere.
inline constexpr std::chrono::hours forever{24 * 36525};

template <class Rep, class Period>
[[nodiscard]] constexpr bool beyond_forever(const std::chrono::duration<Rep, Period>& time) {
  return std::chrono::duration<double>(time) >= std::chrono::duration<double>(forever);
}
}  // namespace detail

// Now and `timeout`, rounded up; now for one that is negative or not a number; a century from now at the most.
template <class Rep, class Period>
[[nodiscard]] std::chrono::steady_clock::time_point deadline_after(const std::chrono::duration<Rep, Period>& timeout) {
  using clock = std::chrono::steady_clock;
  if (!(timeout > timeout.zero())) return clock::now();
  if (detail::beyond_forever(timeout)) return clock::now() + detail::forever;
  return clock::now() + std::chrono::ceil<clock::duration>(timeout);
}

// attempt(deadline) until it is true or `when` has come. A clock other than the steady one may run at another pace or
// be set, so it is asked again when an attempt has failed: false only once `when` has come by that clock too.
template <class Clock, class Duration, class Attempt>
[[nodiscard]] bool try_until(const std::chrono::time_point<Clock, Duration>& when, Attempt&& attempt) {
  const auto left = [&when] {
    const auto now = Clock::now();
    if (when <= now) return deadline_after(Duration::zero());
    // Compared as seconds first: the difference of two time points far apart overflows.
    if (detail::beyond_forever(std::chrono::duration<double>(when.time_since_epoch()) -
                               std::chrono::duration<double>(now.time_since_epoch())))
      return deadline_after(detail::forever);
    return deadline_after(when - now);
  };
  if constexpr (std::is_same_v<Clock, std::chrono::steady_clock>) return attempt(left());
  do {
    if (attempt(left())) return true;
  } while (Clock::now() < when);
  return false;
}

}  // namespace doorway
