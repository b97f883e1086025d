// Giving way: the processor to others who can use it, as long as that is not too dear.
#pragma once

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

namespace doorway::spinning {

// A yield takes a microsecond or two while the others only pass through. One over long_turn means that another thread uses the
// processor: this one does not yield for 64 times as long, so at most about 1/64 of the time is lost. The first yield_budget are
// free: now and then the kernel works for a few milliseconds, which says nothing of the next turn.
inline constexpr std::chrono::microseconds long_turn{200};
inline constexpr std::chrono::milliseconds longest_turn{20};
inline constexpr int times_as_long = 64;
inline constexpr std::chrono::milliseconds yield_budget{8};
inline constexpr std::chrono::seconds soon{1};  // a thread that found it dear a moment ago does not try twice
// As the ticks of the clock: dear until then, learnt by one thread, for all of them; and until when this thread has paid for
// what it has lost.
inline constinit std::atomic<std::chrono::steady_clock::rep> yield_disabled_until{0};
inline constinit thread_local std::chrono::steady_clock::rep yield_debt_until{0};

inline void charge_slow_yield(std::chrono::steady_clock::time_point now, std::chrono::steady_clock::duration turn) {
  using clock = std::chrono::steady_clock;
  const auto at = now.time_since_epoch().count();
  const auto price = times_as_long * std::min<clock::duration>(turn, longest_turn).count();
  yield_debt_until = std::max(yield_debt_until, at) + price;
  if (yield_debt_until - at > times_as_long * clock::duration(yield_budget).count() ||
      at - yield_disabled_until.load(std::memory_order_relaxed) < clock::duration(soon).count())
    yield_disabled_until.store(at + price, std::memory_order_relaxed);
}

// Gives way; `then` is the time, before and after. False: it is too dear at present, and has not been done.
inline bool give_way(std::chrono::steady_clock::time_point& then) {
  if (then.time_since_epoch().count() < yield_disabled_until.load(std::memory_order_relaxed)) return false;
  sched_yield();
  const auto now = std::chrono::steady_clock::now();
  const auto turn = now - std::exchange(then, now);
  if (turn > long_turn) [[unlikely]]
    charge_slow_yield(now, turn);
  return true;
}

}  // namespace doorway::spinning
