// From the moment before the holder unlocks until a worker that has gone to sleep in lock() is inside.
#include <algorithm>

#include "../statistics.hpp"
#include "../work.hpp"
#include "workload.hpp"

namespace doorway::bench {

namespace {

using std::chrono::microseconds;

// Who is where in the n-th turn.
struct turn {
  std::atomic<unsigned> held{0}, waiting{0}, done{0};
  std::atomic<std::uint64_t> released{0};
};
void until(const std::atomic<unsigned>& what, unsigned is) {
  while (what != is) std::this_thread::sleep_for(microseconds(50));
}

sample measure(const contestant& who, const cell& at, std::chrono::nanoseconds time) {
  const auto lock = made(who, at);
  const auto turns = static_cast<unsigned>(time / std::chrono::milliseconds(1));
  const shared_array<turn> now;
  const shared_array<double> took(turns);
  crew workers(place_of(at), 2, [&](unsigned me, crew::signals& signals) {
    const auto mine = lock->sit(me);
    signals.ready();
    for (unsigned i = 1; i <= turns; ++i) {
      if (me == 0) {
        mine->lock();
        now->held = i;
        until(now->waiting, i);
        std::this_thread::sleep_for(microseconds(700));  // asleep by now
        now->released = ticks();
        mine->unlock();
        until(now->done, i);
      } else {
        until(now->held, i);
        now->waiting = i;
        mine->lock();
        took[i - 1] = calibrated().ns(now->released, ticks());
        mine->unlock();
        now->done = i;
      }
    }
  });
  workers.begin();
  workers.finish();
  std::vector<double> all;
  for (unsigned i = 0; i < turns; ++i) all.push_back(took[i] * 1e-3);
  return {{"us", median(all)}, {"us_99", quantile(all, 0.99)}};
}

}  // namespace

workload wake_up() {
  std::vector<cell> cells;
  for (const auto* where : {"threads", "processes"})
    cells.push_back({.workload = "wake-up", .where = where, .workers = 2});
  return {.name = "wake-up",
          .cells = cells,
          .full = std::chrono::milliseconds(100),
          .quick = std::chrono::milliseconds(30),
          .takes_part = [](const contestant& who, const cell& at) { return not_a_variant(who, at) && !who.spins; },
          .measure = measure};
}

}  // namespace doorway::bench
