// Time as the notes tell it: nanoseconds since boot, sleep included. No clock that anybody can set back.
#pragma once

#include <time.h>

#include "doorway/core/registers.hpp"

namespace doorway::processes {

namespace detail {
inline word nanoseconds(clockid_t clock) {
  timespec at{};
  ::clock_gettime(clock, &at);
  return static_cast<word>(at.tv_sec) * 1'000'000'000 + static_cast<word>(at.tv_nsec);
}
}  // namespace detail

inline word now() { return detail::nanoseconds(CLOCK_BOOTTIME); }

// A cheap clock, some milliseconds coarse; it stands still while the machine sleeps.
inline word ticks() { return detail::nanoseconds(CLOCK_MONOTONIC_COARSE); }
// How long the machine has slept: now() is never before ticks() + slept().
inline word slept() {
  const word awake = detail::nanoseconds(CLOCK_MONOTONIC);
  return now() - awake;
}

}  // namespace doorway::processes
