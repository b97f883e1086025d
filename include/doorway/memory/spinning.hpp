// Spinning: whether it helps on this machine, and for how long.
#pragma once

#include <sched.h>

namespace doorway::spinning {

// The processors that this process may use, when it started.
inline int processors() {
  cpu_set_t may_run;
  CPU_ZERO(&may_run);
  return sched_getaffinity(0, sizeof may_run, &may_run) == 0 ? CPU_COUNT(&may_run) : 1;
}

// Alone on one processor, whoever spins keeps away the one it waits for.
inline const bool helps = processors() > 1;

inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// About 15 us where a pause takes 25 ns or more: what it takes to wake a sleeper on another processor.
inline constexpr int looks = 512;

}  // namespace doorway::spinning
