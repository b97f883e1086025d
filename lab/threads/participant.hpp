// A participant: one thread that goes through the subject again and again, and keeps its own books.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <random>
#include <string>
#include <thread>

#include "lab/threads/bypass.hpp"
#include "lab/threads/monitor.hpp"
#include "lab/threads/outcome.hpp"
#include "lab/threads/subject.hpp"

namespace doorway::lab {

// What the participants of one run share.
struct arena {
  subject& what;
  const plan how;            // a copy: threads that hang may still read it when the caller's is gone
  const bool one_at_a_time;  // k = 1, or groups: then the order of entries can be judged (bypass.hpp)
  thread_monitor watch;
  entries order;
  std::atomic<std::uint64_t> stamps{0};
  std::atomic<bool> go{false};         // all threads are there
  std::atomic<bool> stop{false};       // no new attempts
  std::atomic<bool> cancelled{false};  // and those that wait give up: something hangs
  std::atomic<process_id> running{0};

  arena(subject& s, const plan& p)
      : what(s),
        how(p),
        one_at_a_time(s.size().inside() == 1 || s.solves() == problem::group_exclusion),
        watch(s.size().inside(), s.solves() == problem::group_exclusion ? s.size().sessions : 0) {}
};

class alignas(words_per_line * sizeof(word)) participant {
  using clock = std::chrono::steady_clock;

 public:
  enum class place : std::uint8_t { outside, waiting, inside };

  void run(arena& all, process_id p) {
    while (!all.go) std::this_thread::yield();
    std::minstd_rand random(p + 1);
    const auto one_in = [&](std::uint64_t n) { return random() % n == 0; };
    for (std::uint64_t i = 0; !all.stop && (all.how.attempts_each == 0 || i < all.how.attempts_each); ++i) {
      one_attempt(all, p, random);
      if (one_in(16)) std::this_thread::yield();
    }
    all.running.fetch_sub(1);
  }

  [[nodiscard]] place where() const { return where_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t passages() const { return passages_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t withdrawn() const { return withdrawn_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::chrono::nanoseconds worst_wait() const { return std::chrono::nanoseconds(worst_wait_.load()); }
  [[nodiscard]] std::uint64_t worst_bypass() const { return worst_bypass_.load(); }
  [[nodiscard]] bool bypass_at_least() const { return bypass_at_least_.load(); }
  [[nodiscard]] bool saw_a_doorway() const { return saw_a_doorway_.load(); }

 private:
  void one_attempt(arena& all, process_id p, std::minstd_rand& random) {
    const word sessions = all.what.size().sessions;
    attempt now{.process = p, .cancelled = &all.cancelled, .stamps = &all.stamps};
    if (all.what.solves() == problem::group_exclusion)
      now.session = all.how.own_sessions ? word{p} + 1 : 1 + random() % sessions;

    where_ = place::waiting;
    entries::arrival mine{.session = now.session, .reported = all.order.reported()};
    mine.begun = all.stamps.fetch_add(1) + 1;
    const auto start = clock::now();
    if (all.how.timeouts) now.how_long = patience::until(start + std::chrono::microseconds(random() % 2001));
    if (!all.what.enter(now)) {
      all.what.abort(p);
      where_ = place::outside;
      bump(withdrawn_);
      return;
    }
    all.watch.entered(p, now.session);
    where_ = place::inside;
    keep_largest(worst_wait_, (clock::now() - start).count());
    mine.doorway_ended = now.doorway_ended;
    count_bypass(all, p, mine);
    all.how.inside(p, now.session);
    // Now and then somebody else runs while this process is inside: with few cores, nothing would be seen otherwise.
    if (random() % 16 == 0) std::this_thread::yield();
    all.watch.leaves(now.session);
    all.what.exit(p);
    where_ = place::outside;
    bump(passages_);
  }

  void count_bypass(arena& all, process_id p, const entries::arrival& mine) {
    const auto late = all.order.report(mine);
    keep_largest(worst_bypass_, late.overtaken);
    if (late.at_least) bypass_at_least_ = true;
    if (mine.doorway_ended != 0) saw_a_doorway_ = true;
    if (late.overtaken > 0 && all.how.first_come_first_served && all.one_at_a_time)
      all.watch.breach("process " + std::to_string(p) + " was overtaken by " + std::to_string(late.overtaken) +
                       " that came after its doorway");
  }

  // Only this thread writes them, others only look.
  static void bump(std::atomic<std::uint64_t>& count) {
    count.store(count.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  template <class T, class U>
  static void keep_largest(std::atomic<T>& largest, U value) {
    if (static_cast<T>(value) > largest.load(std::memory_order_relaxed))
      largest.store(static_cast<T>(value), std::memory_order_relaxed);
  }

  std::atomic<place> where_{place::outside};
  std::atomic<std::uint64_t> passages_{0};
  std::atomic<std::uint64_t> withdrawn_{0};
  std::atomic<std::int64_t> worst_wait_{0};
  std::atomic<std::uint64_t> worst_bypass_{0};
  std::atomic<bool> bypass_at_least_{false};
  std::atomic<bool> saw_a_doorway_{false};
};

}  // namespace doorway::lab
