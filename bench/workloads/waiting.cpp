// 64 workers wait while one holds: how much of a processor do they burn?
#include "../work.hpp"
#include "workload.hpp"

namespace doorway::bench {

namespace {

sample measure(const contestant& who, const cell& at, std::chrono::nanoseconds time) {
  const auto lock = made(who, at);
  double burnt = 0;
  double elapsed = 0;
  crew workers(place_of(at), at.workers, [&](unsigned me, crew::signals& signals) {
    const auto mine = lock->sit(me);
    signals.ready();
    mine->lock();
    mine->unlock();
  });
  const auto holder = lock->sit(at.workers);
  holder->lock();
  workers.begin();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // until all of them wait in earnest
  const auto start = ticks();
  const double before = workers.processor_seconds();
  std::this_thread::sleep_for(time);
  burnt = workers.processor_seconds() - before;
  elapsed = calibrated().ns(start, ticks()) * 1e-9;
  holder->unlock();
  workers.finish();
  return {{"processor_percent", 100 * burnt / elapsed}};
}

}  // namespace

workload waiting() {
  std::vector<cell> cells;
  for (const auto* where : {"threads", "processes"})
    cells.push_back({.workload = "waiting", .where = where, .workers = 64});
  return {.name = "waiting",
          .cells = cells,
          .full = std::chrono::seconds(1),
          .quick = std::chrono::milliseconds(200),
          .quick_rounds = 1,
          .takes_part = not_a_variant,
          .measure = measure};
}

}  // namespace doorway::bench
