#include <algorithm>
#include <thread>

#include "../statistics.hpp"
#include "../work.hpp"
#include "workload.hpp"

namespace doorway::bench {

std::vector<workload> all_workloads() {
  return {solo(),   contention(), k_sweep(),     between_processes(), abort_storm(),
          victim(), waiting(),    beside_hogs(), hand_off(),          wake_up()};
}

bool able(const contestant& who, const cell& at) {
  if (who.solo_only || at.k < who.least_k || at.k > who.most_k) return false;
  if (who.spins && at.workers > std::thread::hardware_concurrency()) return false;
  return place_of(at) == place::threads ? who.threads : who.processes;
}

bool not_a_variant(const contestant& who, const cell& at) {
  return able(who, at) && who.name != "doorway::mutex, tight capacity" && who.name != "std::timed_mutex";
}

namespace {

struct alignas(64) share {
  std::uint64_t passages = 0;
  std::uint64_t longest_gap = 0;
};

}  // namespace

sample contend(const contestant& who, const cell& at, std::chrono::nanoseconds time) {
  const auto lock = made(who, at);
  const auto turns = calibrated().turns(at.section_ns);
  const shared_array<share> shares(at.workers);
  double elapsed = 0;
  {
    crew workers(place_of(at), at.workers, [&](unsigned me, crew::signals& signals) {
      const auto mine = lock->sit(me);
      share counted;
      signals.ready();
      std::uint64_t last = 0;  // when it was inside
      for (;;) {
        mine->lock();
        const auto now = ticks();
        const bool stopped = signals.stopped();
        const bool measured = signals.measured();
        if (!stopped) work(turns);
        mine->unlock();
        if (measured) {
          const auto from = std::max(last, signals.since());  // a gap is one from the moment that it is measured
          counted.longest_gap = std::max(counted.longest_gap, now - std::min(now, from));
          if (!stopped) ++counted.passages;
        }
        last = now;
        if (stopped) break;
      }
      shares[me] = counted;
    });
    workers.rescue_by([&] { lock->rescue(); });
    elapsed = workers.run_for(time);
  }
  std::vector<double> passages;
  double gap = 0;
  for (unsigned i = 0; i < at.workers; ++i) {
    passages.push_back(static_cast<double>(shares[i].passages));
    gap = std::max(gap, calibrated().ns(0, shares[i].longest_gap));
  }
  return {{"passages_per_s", mean(passages) * at.workers / elapsed},
          {"deviation", relative_deviation(passages)},
          {"longest_gap_ms", gap * 1e-6}};
}

}  // namespace doorway::bench
