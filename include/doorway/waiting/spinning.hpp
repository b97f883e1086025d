// Waiting awake: whether it helps on this machine, in which way, and for how long.
//
// A sleeper goes in 7 to 25 us after the one before it has left, one that is awake within the time of a cache line. So where
// sections are short, a lock whose waiters sleep is ten times slower than one whose waiters are awake when it is their turn. But
// a waiter that is awake keeps a processor from others, perhaps from the one it waits for, and it looks at registers that others
// write, which holds them up. So:
//
// - The next one spins.
// - As long as there is a processor for each of those before p and for p itself, p looks now and then: the more are before it,
//   the more rarely. Between two looks it gives way, in case that somebody needs just this processor.
// - Where there are more of them than processors, all but the next one only give way.
// - A process that finds that the others take long to leave, or is far away, sleeps. A sleeper is woken when it is its turn (parking.hpp).
//
// How it goes on 16 processors: docs/many_cores.md.
#pragma once

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "doorway/core/registers.hpp"
#include "doorway/waiting/giving_way.hpp"
#include "doorway/waiting/patience.hpp"

namespace doorway::spinning {

// The processors that this process may use, when it started.
inline process_id count_processors() {
  cpu_set_t may_run;
  CPU_ZERO(&may_run);
  const int count = sched_getaffinity(0, sizeof may_run, &may_run) == 0 ? CPU_COUNT(&may_run) : 1;
  return count > 0 ? static_cast<process_id>(count) : 1;
}

// What a waiter asks of the machine that it runs on. (A test has another one, whose time it makes itself.)
struct this_machine {
  using time_point = patience::clock::time_point;
  static inline const process_id processors = count_processors();

  static time_point now() { return patience::clock::now(); }
  static void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }
  static bool give_way(time_point& then) { return spinning::give_way(then); }
};

// About 15 us where a pause takes 25 ns or more (7 us on a Xeon where it takes 13): what it takes to wake a sleeper on another
// processor.
inline constexpr int looks = 512;
// About four microseconds: what it takes until the one inside has left, if it was only passing through, or until the one
// before p, if its turn has come, is running again. Ten times as long is much worse where the two share a processor.
inline constexpr int few_looks = 160;
// Pauses between two looks, for each process but one that must leave before: 0.1 us on a Xeon, 0.3 us on an EPYC, less than any
// hand-off takes. On the Xeon (16 processors, 2026-11-18) 8 to 16 threads pass 10 to 20 % more often with 8 than with none, as
// often with 16, and with 32 or 64 a fifth to a half less often: they come too late.
inline constexpr int pauses_for_each = 8;
// A process that has more than this many before it for each processor sleeps.
inline constexpr process_id near = 8;
// Giving way so often without getting in: the one inside stays for long. Unless the others leave so quickly that waking
// sleepers, 7 to 25 us each time, would be a good part of it all. (Xeon, sections of 20 us: 28 thousand passages a second of 16
// threads with 50 us, on 15 processors; 17 with 20 us, on 3; 17 if all sleep, on one. Sections of 100 us: no difference.)
inline constexpr int turns = 64;
inline constexpr std::chrono::microseconds long_section{50};
// But no more often than this for each processor. Where everybody gives way, a turn takes as many switches as there are waiters
// for each processor: the one inside stays for more than 32 switches, then. On two processors these are the 64 turns: more
// of them cost half of the passages where two may be inside (2 of the Xeon's, 8 threads, k = 2: 438 instead of 996 thousand).
inline constexpr int turns_for_each = 32;

enum class way : std::uint8_t { sleep, spin, look_now_and_then, give_way };

// How to wait if so many must leave before, on a machine with so many processors.
constexpr way way_to_wait(process_id before, process_id processors) {
  if (processors <= 1) return way::sleep;  // alone on it, a thread that is awake keeps away the one it waits for
  if (before <= 1) return way::spin;
  if (before < processors) return way::look_now_and_then;
  return before <= near * processors ? way::give_way : way::sleep;
}
constexpr int pauses(process_id before) { return pauses_for_each * static_cast<int>(before - 1); }

// How long it is worth while to give way: so many turns, and then as long as the others leave quickly, but not for ever.
template <class Time>
class allowance {
 public:
  allowance(Time now, process_id processors)
      : most_(std::max(turns, turns_for_each * static_cast<int>(processors))), until_(now + long_section) {}
  [[nodiscard]] bool is_spent(Time now) const { return turns_ >= most_ || (turns_ >= turns && now >= until_); }
  // One turn more, in which so many have left.
  void turn(process_id left) {
    ++turns_;
    until_ += left * long_section;
  }

 private:
  int turns_ = 0;
  int most_;
  Time until_;
};

template <class Ready, class Machine>
bool spin(Ready& ready, int most, Machine& on) {
  for (int i = 0; i < most; ++i) {
    on.relax();
    if (ready()) return true;
  }
  return false;
}

// Waits awake for ready() as long as that is worth while; `ahead` tells how many must leave before. False: better sleep.
template <class Ready, class Ahead, class Machine = this_machine>
bool stay_awake(Ready& ready, Ahead& ahead, const patience& how_long, Machine&& on = {}) {
  process_id before = ahead();
  const way how = way_to_wait(before, on.processors);
  if (how == way::sleep) return false;
  if (how == way::spin) return spin(ready, looks, on);
  auto now = on.now();
  for (allowance left(now, on.processors); !left.is_spent(now) && !how_long.over();) {
    if (before <= 1) {
      if (spin(ready, few_looks, on)) return true;
    } else if (how == way::look_now_and_then) {
      for (int i = pauses(before); i > 0; --i) on.relax();
    }
    if (!on.give_way(now)) return before <= 1 && spin(ready, looks, on);
    if (ready()) return true;
    const process_id were_before = before;
    before = ahead();
    left.turn(before < were_before ? were_before - before : 0);
  }
  return false;
}

}  // namespace doorway::spinning
