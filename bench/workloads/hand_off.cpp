// Two workers take turns: from the moment before the one unlocks until the other is inside, having waited awake. Each keeps its
// own record of times, so that nothing but the lock goes to and fro. What the clock itself costs is taken off. The least that
// this can be is what a cache line takes: measured in the same way.
#include <algorithm>

#include "../statistics.hpp"
#include "../work.hpp"
#include "workload.hpp"

namespace doorway::bench {

namespace {

constexpr std::size_t most_kept = 20'000;

struct visit {
  std::uint64_t in = 0, out = 0;
  unsigned who = 0;
};

sample measure(const contestant& who, const cell& at, std::chrono::nanoseconds time) {
  const auto lock = made(who, at);
  const auto turns = calibrated().turns(at.section_ns);
  const shared_array<visit> record(2 * most_kept);
  const shared_array<std::atomic<bool>> leaving;
  {
    crew workers(place_of(at), 2, [&](unsigned me, crew::signals& signals) {
      const auto mine = lock->sit(me);
      visit* const first = &record[me * most_kept];
      signals.ready();
      for (std::size_t i = 0;; ++i) {
        mine->lock();
        first[i] = {.in = ticks(), .who = me};
        // The first to leave says so before it unlocks: the other one, once more inside, leaves too and waits for nobody.
        const bool last = i + 1 == most_kept || signals.stopped() || leaving->load(std::memory_order_relaxed);
        if (last) leaving->store(true, std::memory_order_relaxed);
        work(turns);
        first[i].out = ticks();
        mine->unlock();
        if (last) break;
      }
    });
    workers.run_for(time);
  }
  std::vector<visit> visits;
  for (std::size_t i = 0; i < 2 * most_kept; ++i)
    if (record[i].out != 0) visits.push_back(record[i]);
  std::sort(visits.begin(), visits.end(), [](const visit& a, const visit& b) { return a.in < b.in; });
  std::vector<double> took;
  for (std::size_t i = 1; i < visits.size(); ++i)
    if (visits[i].who != visits[i - 1].who)
      took.push_back(std::max(0.0, calibrated().ns(visits[i - 1].out, visits[i].in) - calibrated().clock_ns));
  return {
      {"ns", median(took)},
      {"hand_offs", static_cast<double>(took.size())},
      {"share", static_cast<double>(took.size()) / static_cast<double>(std::max<std::size_t>(visits.size(), 2) - 1)}};
}

}  // namespace

workload hand_off() {
  std::vector<cell> cells;
  for (const auto* where : {"threads", "processes"})
    cells.push_back({.workload = "hand-off", .where = where, .workers = 2, .section_ns = 2000});
  return {.name = "hand-off",
          .cells = cells,
          .full = std::chrono::milliseconds(150),
          .quick = std::chrono::milliseconds(30),
          .takes_part = not_a_variant,
          .measure = measure,
          .beside_a_line = true};
}

}  // namespace doorway::bench
