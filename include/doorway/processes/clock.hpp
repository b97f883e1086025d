// Time as the notes tell it: nanoseconds since boot, sleep included. No clock that anybody can set back.
#pragma once

#include <time.h>

#include "doorway/registers.hpp"

namespace doorway::processes {

inline word now() {
  timespec at{};
  ::clock_gettime(CLOCK_BOOTTIME, &at);
  return static_cast<word>(at.tv_sec) * 1'000'000'000 + static_cast<word>(at.tv_nsec);
}

// A cheap clock, some milliseconds coarse; it stands still while the machine sleeps.
inline word ticks() {
  timespec at{};
  ::clock_gettime(CLOCK_MONOTONIC_COARSE, &at);
  return static_cast<word>(at.tv_sec) * 1'000'000'000 + static_cast<word>(at.tv_nsec);
}

}  // namespace doorway::processes
