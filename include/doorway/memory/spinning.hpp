// Waiting awake: whether it helps on this machine, in which way, and for how long.
//
// Whoever is next may spin: it takes over within the time of a cache line, where a sleeper on another processor takes about 15 us.
// But while it spins it keeps a processor from others, perhaps from the one it waits for. So where more are about than
// there are processors, those who are not next give way at once, and the next one after a microsecond; and those who are far
// away sleep.
#pragma once

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "doorway/memory/patience.hpp"
#include "doorway/registers.hpp"

namespace doorway::spinning {

// The processors that this process may use, when it started.
inline process_id count_processors() {
  cpu_set_t may_run;
  CPU_ZERO(&may_run);
  const int count = sched_getaffinity(0, sizeof may_run, &may_run) == 0 ? CPU_COUNT(&may_run) : 1;
  return count > 0 ? static_cast<process_id>(count) : 1;
}
inline const process_id processors = count_processors();

inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// About 15 us where a pause takes 25 ns or more: what it takes to wake a sleeper on another processor.
inline constexpr int looks = 512;
// About a microsecond.
inline constexpr int few_looks = 40;
// Whoever has more than this many before it for each processor sleeps.
inline constexpr process_id near = 8;
// Giving way so often without getting in: whoever is inside stays for long.
inline constexpr int turns = 64;
// Giving way takes a microsecond or two, if the others only pass through. If it takes this long, somebody has better things to
// do, and giving way to it is dear: not for so many times as long. So at most that part of the time is lost by it.
inline constexpr std::chrono::microseconds long_turn{200};
inline constexpr std::chrono::milliseconds longest_turn{
    20};  // whatever else stopped the process, it says nothing of the next turn
inline constexpr int times_as_long = 32;
inline constinit std::atomic<std::chrono::steady_clock::rep> not_before{0};  // learnt by one thread, for all of them

// Spins until ready(), if p is next, for so many looks.
template <class Ready, class Ahead>
bool spin(Ready& ready, Ahead& ahead, int most) {
  for (int i = 0; i < most && ahead() <= 1; ++i) {
    relax();
    if (ready()) return true;
  }
  return false;
}

// Waits awake for ready() as long as that is worth while; `ahead` tells how many must leave before. False: better sleep.
template <class Ready, class Ahead>
bool stay_awake(Ready& ready, Ahead& ahead, const patience& how_long) {
  using clock = std::chrono::steady_clock;
  if (processors <= 1) return false;  // alone on it, whoever spins keeps away the one it waits for
  if (ahead() < processors) return spin(ready, ahead, looks);
  auto then = clock::now();
  for (int turn = 0; turn < turns && ahead() <= near * processors && !how_long.over(); ++turn) {
    if (then.time_since_epoch().count() < not_before.load(std::memory_order_relaxed)) return spin(ready, ahead, looks);
    if (spin(ready, ahead, few_looks)) return true;
    sched_yield();
    if (ready()) return true;
    const auto now = clock::now();
    if (now - then > long_turn)
      not_before.store(
          (now + times_as_long * std::min<clock::duration>(now - then, longest_turn)).time_since_epoch().count(),
          std::memory_order_relaxed);
    then = now;
  }
  return false;
}

}  // namespace doorway::spinning
