// Waiting awake: whether it helps on this machine, in which way, and for how long.
//
// Whoever is next may spin: it takes over within the time of a cache line, where a sleeper on another processor takes about 15 us.
// But while it spins it keeps a processor from others, perhaps from the one it waits for. So where more are about than
// there are processors, those who are not next give way at once, and the next one after a few microseconds; and those who are
// far away sleep.
#pragma once

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

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
// About four microseconds: what it takes until whoever is inside has left, if it was only passing through, or until the one
// before p, if its turn has come, is running again. Ten times as long is much worse where the two share a processor.
inline constexpr int few_looks = 160;
// Whoever has more than this many before it for each processor sleeps.
inline constexpr process_id near = 8;
// Giving way so often without getting in: whoever is inside stays for long.
inline constexpr int turns = 64;
// Giving way takes a microsecond or two, if the others only pass through. If it takes this long, somebody has better things to
// do, and giving way to it is dear: not for so many times as long. So at most that part of the time is lost by it. But a little
// is free: the kernel has its own to do now and then, for a few milliseconds, and that says nothing of the next turn.
inline constexpr std::chrono::microseconds long_turn{200};
inline constexpr std::chrono::milliseconds longest_turn{20};
inline constexpr int times_as_long = 64;
inline constexpr std::chrono::milliseconds free_of_charge{8};
inline constexpr std::chrono::seconds soon{1};  // whoever has found it dear a moment ago does not try twice
// As the ticks of the clock: dear until then, learnt by one thread, for all of them; and until when this thread has paid for
// what it has lost.
inline constinit std::atomic<std::chrono::steady_clock::rep> dear_until{0};
inline constinit thread_local std::chrono::steady_clock::rep paid_until{0};

inline void took_long(std::chrono::steady_clock::time_point now, std::chrono::steady_clock::duration turn) {
  using clock = std::chrono::steady_clock;
  const auto at = now.time_since_epoch().count();
  const auto price = times_as_long * std::min<clock::duration>(turn, longest_turn).count();
  paid_until = std::max(paid_until, at) + price;
  if (paid_until - at > times_as_long * clock::duration(free_of_charge).count() ||
      at - dear_until.load(std::memory_order_relaxed) < clock::duration(soon).count())
    dear_until.store(at + price, std::memory_order_relaxed);
}

// Gives way; `then` is the time, before and after. False: it is too dear at present, and has not been done.
inline bool give_way(std::chrono::steady_clock::time_point& then) {
  if (then.time_since_epoch().count() < dear_until.load(std::memory_order_relaxed)) return false;
  sched_yield();
  const auto now = std::chrono::steady_clock::now();
  const auto turn = now - std::exchange(then, now);
  if (turn > long_turn) [[unlikely]]
    took_long(now, turn);
  return true;
}

template <class Ready>
bool spin(Ready& ready, int most) {
  for (int i = 0; i < most; ++i) {
    relax();
    if (ready()) return true;
  }
  return false;
}

// Waits awake for ready() as long as that is worth while; `ahead` tells how many must leave before. False: better sleep.
template <class Ready, class Ahead>
bool stay_awake(Ready& ready, Ahead& ahead, const patience& how_long) {
  if (processors <= 1) return false;  // alone on it, whoever spins keeps away the one it waits for
  process_id before = ahead();
  if (before < processors) return before <= 1 && spin(ready, looks);
  auto then = patience::clock::now();
  for (int turn = 0; turn < turns && before <= near * processors && !how_long.over(); ++turn) {
    if (before <= 1 && spin(ready, few_looks)) return true;
    if (!give_way(then)) return before <= 1 && spin(ready, looks);
    if (ready()) return true;
    before = ahead();
  }
  return false;
}

}  // namespace doorway::spinning
