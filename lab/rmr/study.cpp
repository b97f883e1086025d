#include "lab/rmr/study.hpp"

#include <algorithm>

#include "lab/rmr/burns_lamport.hpp"

namespace doorway::lab::rmr {

namespace {

constexpr std::uint32_t exact_passages = 2;  // each

figures figures_for(const inquiry& what, const std::string& schedule, process_id n) {
  const auto size = what.size(n);
  const auto algorithm = what.make(size, 0);
  if (schedule == paper_schedule) return burns_lamport(*algorithm, what.model);
  crew all(*algorithm, what.model, what.seed, what.active);
  const auto how = make_schedule(schedule, what.seed);
  figures seen = measure(all, *how, what.bounds);
  seen.n = n;
  return seen;
}

std::optional<growth> growth_of(const std::vector<figures>& all, bool worst) {
  std::vector<point> points;
  points.reserve(all.size());
  for (const auto& one : all)
    points.push_back({static_cast<double>(one.n), worst ? static_cast<double>(one.worst) : one.mean});
  return fit(points);
}

// As many passages as fit, at most two.
void search(const inquiry& what, process_id n, std::vector<exact_row>& rows) {
  for (std::uint32_t passages = 1; passages <= exact_passages; ++passages) {
    const auto size = what.size(n);
    what.progress("exact", n);
    rows.push_back({size, passages, search_exactly(*what.make(size, passages), what.model)});
    if (!rows.back().found.complete) return;
  }
}

}  // namespace

std::vector<point> worst_by_n(const study& of) {
  std::vector<point> worst;
  for (std::size_t i = 0; i < of.lines.front().by_n.size(); ++i) {
    std::uint64_t most = 0;
    for (const auto& line : of.lines) most = std::max(most, line.by_n[i].worst);
    worst.push_back({static_cast<double>(of.lines.front().by_n[i].n), static_cast<double>(most)});
  }
  return worst;
}

bool has_paper_schedule(const std::string& name) { return name == "one-bit"; }

study carry_out(const inquiry& what) {
  study all;
  for (const auto& schedule : what.schedules) {
    line one{.schedule = schedule, .by_n = {}, .mean = {}, .worst = {}};
    for (const process_id n : what.sizes) {
      what.progress(schedule, n);
      one.by_n.push_back(figures_for(what, schedule, n));
    }
    one.mean = growth_of(one.by_n, false);
    one.worst = growth_of(one.by_n, true);
    all.lines.push_back(std::move(one));
  }
  what.progress("waiting", 0);
  all.waits = observe_waiting({what.make, what.size(most_processes), what.model}, what.seed);
  // Without a bound the largest found says how long we looked, and no more.
  if (!all.waits.local_spin())
    for (auto& one : all.lines)
      if (one.schedule != paper_schedule) one.worst.reset();
  for (const process_id n : what.exact) search(what, n, all.exact);
  return all;
}

}  // namespace doorway::lab::rmr
