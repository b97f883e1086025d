// Abort storm: everybody gives up after a short while and comes again. How many get in, how many give up, and how long after
// their time they are back.
#include <algorithm>

#include "../statistics.hpp"
#include "../work.hpp"
#include "workload.hpp"

namespace doorway::bench {

namespace {

constexpr std::size_t most_kept = 20'000;

struct alignas(64) tally {
  std::uint64_t inside = 0;
  std::uint64_t given_up = 0;
};

sample measure(const contestant& who, const cell& at, std::chrono::nanoseconds time) {
  const auto lock = made(who, at);
  const auto turns = calibrated().turns(at.section_ns);
  const shared_array<tally> tallies(at.workers);
  const shared_array<double> late(at.workers * most_kept);
  double elapsed = 0;
  {
    crew workers(place_of(at), at.workers, [&](unsigned me, crew::signals& signals) {
      const auto mine = lock->sit(me);
      const std::chrono::microseconds patience(at.timeout_us);
      tally counted;
      signals.ready();
      bool measured = false;
      while (!signals.stopped()) {
        if (!measured && signals.measured()) {
          measured = true;
          counted = {};
        }
        const auto start = ticks();
        if (mine->try_lock_for(patience)) {
          work(turns);
          mine->unlock();
          ++counted.inside;
        } else {
          const double over = calibrated().ns(start, ticks()) - at.timeout_us * 1e3;
          late[me * most_kept + counted.given_up++ % most_kept] = std::max(over, 0.0) * 1e-3;
        }
      }
      tallies[me] = counted;
    });
    elapsed = workers.run_for(time);
  }
  std::vector<double> all_late;
  double inside = 0;
  double given_up = 0;
  for (unsigned i = 0; i < at.workers; ++i) {
    inside += static_cast<double>(tallies[i].inside);
    given_up += static_cast<double>(tallies[i].given_up);
    for (std::size_t j = 0; j < std::min<std::size_t>(tallies[i].given_up, most_kept); ++j)
      all_late.push_back(late[i * most_kept + j]);
  }
  return {{"passages_per_s", inside / elapsed},
          {"given_up_per_s", given_up / elapsed},
          {"late_us", quantile(all_late, 0.5)},
          {"late_99_us", quantile(all_late, 0.99)}};
}

}  // namespace

workload abort_storm() {
  std::vector<cell> cells;
  for (const auto* where : {"threads", "processes"})
    for (const unsigned timeout : {20U, 200U})
      cells.push_back({.workload = "storm", .where = where, .workers = 8, .section_ns = 2000, .timeout_us = timeout});
  return {.name = "storm",
          .cells = cells,
          .full = std::chrono::milliseconds(300),
          .quick = std::chrono::milliseconds(40),
          .takes_part =
              [](const contestant& who, const cell& at) {
                return able(who, at) && who.timed && who.name != "doorway::mutex, tight capacity";
              },
          .measure = measure};
}

}  // namespace doorway::bench
