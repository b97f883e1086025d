// A victim that comes now and then, against three that come again as soon as they have left. How long it waits at worst.
#include "../statistics.hpp"
#include "../work.hpp"
#include "workload.hpp"

namespace doorway::bench {

namespace {

constexpr std::size_t most_kept = 200'000;

sample measure(const contestant& who, const cell& at, std::chrono::nanoseconds time) {
  const auto lock = made(who, at);
  const auto turns = calibrated().turns(at.section_ns);
  const shared_array<double> waits(most_kept);
  const shared_array<std::size_t> count;
  *count = 0;
  {
    crew workers(place_of(at), at.workers, [&](unsigned me, crew::signals& signals) {
      const auto mine = lock->sit(me);
      signals.ready();
      while (!signals.stopped()) {
        const auto start = ticks();
        mine->lock();
        const auto inside = ticks();
        work(turns);
        mine->unlock();
        if (me != 0) continue;
        if (signals.measured() && *count < most_kept) waits[(*count)++] = calibrated().ns(start, inside);
        std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
    });
    workers.rescue_by([&] { lock->rescue(); });
    workers.run_for(time);
  }
  std::vector<double> all;
  for (std::size_t i = 0; i < *count; ++i) all.push_back(waits[i]);
  return {{"worst_wait_ms", quantile(all, 1) * 1e-6}, {"median_wait_us", median(all) * 1e-3}};
}

}  // namespace

workload victim() {
  std::vector<cell> cells;
  for (const auto* where : {"threads", "processes"})
    cells.push_back({.workload = "victim", .where = where, .workers = 4, .section_ns = 2000});
  return {.name = "victim",
          .cells = cells,
          .full = std::chrono::seconds(3),
          .quick = std::chrono::milliseconds(250),
          .quick_rounds = 2,
          .takes_part = not_a_variant,
          .measure = measure};
}

}  // namespace doorway::bench
