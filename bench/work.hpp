// Time: a clock that costs little, and work of a given length.
#pragma once

#include <chrono>
#include <cstdint>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace doorway::bench {

// A count that all processors agree on (the time stamp counter on x86-64, where current processors have an invariant one).
inline std::uint64_t ticks() {
#if defined(__x86_64__)
  unsigned ignored = 0;
  return __rdtscp(&ignored);
#else
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
}

// Turns of this loop are what work is made of: a chain of additions that the compiler can neither shorten nor leave out. A
// worker that is interrupted does the rest afterwards, as with real work.
inline void work(std::uint64_t turns) {
  std::uint64_t chain = turns;
  for (std::uint64_t i = 0; i < turns; ++i) asm volatile("" : "+r"(chain));
}

// Measured when first asked for, by the thread that is alone then.
struct calibration {
  double ticks_per_ns = 1;
  double turns_per_ns = 1;
  double clock_ns = 0;  // what one ticks() costs
  [[nodiscard]] double ns(std::uint64_t from, std::uint64_t to) const {
    return to > from ? static_cast<double>(to - from) / ticks_per_ns : 0;
  }
  [[nodiscard]] std::uint64_t turns(double ns) const { return static_cast<std::uint64_t>(ns * turns_per_ns + 0.5); }
};
[[nodiscard]] const calibration& calibrated();

}  // namespace doorway::bench
