// The catalogue's `rmr`: what was measured beside what the paper claims, to be measured again. Everything is drawn from one seed,
// so that a second measurement gives the same numbers.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lab/catalogue/catalogue.hpp"
#include "lab/rmr/study.hpp"

namespace doorway::lab {

// n = 2 .. 16: is it local-spin, what is the worst passage found, how does it grow, and (n = 2) the worst of all schedules.
[[nodiscard]] inline entry measured_rmrs(const entry& algorithm, const std::string& model) {
  const auto takes = [&](const char* parameter) {
    const auto& all = algorithm.at("parameters");
    return std::find(all.begin(), all.end(), parameter) != all.end();
  };
  rmr::inquiry what{.name = algorithm.at("name").get<std::string>(),
                    .model = model == "dsm" ? rmr::dsm : rmr::cc,
                    .sizes = {2, 4, 8, 16},
                    .schedules = {"random", "round-robin", "greedy"},
                    .size = {}};
  what.size = [&](process_id n) {
    parameters size{.n = n};
    if (takes("k")) size.k = n > 2 ? 2 : 1;
    if (takes("l")) size.l = std::min(size.k + 1, n - 1);
    if (takes("s")) size.sessions = 2;
    return size;
  };
  what.bounds.passages = 500;
  what.bounds.steps = 500 * what.bounds.passages;
  if (rmr::can_search_exactly()) what.exact = {2};
  const auto found = rmr::carry_out(what);

  auto worst = entry::array();
  std::vector<rmr::point> points;
  for (std::size_t i = 0; i < what.sizes.size(); ++i) {
    std::uint64_t most = 0;
    for (const auto& line : found.lines) most = std::max(most, line.by_n[i].worst);
    worst.push_back(most);
    points.push_back({static_cast<double>(what.sizes[i]), static_cast<double>(most)});
  }
  auto exact = entry::array();
  for (const auto& row : found.exact) {
    if (!row.found.complete) continue;
    entry rmrs = row.found.rmrs;
    if (row.found.without_end) rmrs = nullptr;
    exact.push_back({{"n", row.size.n}, {"k", row.size.k}, {"passages", row.passages}, {"rmrs", rmrs}});
  }
  const bool local = found.waits.local_spin();
  entry growth = nullptr;
  if (local)
    if (const auto fitted = rmr::fit(points)) growth = rmr::spelt(fitted->what);
  return {{"settings", "n = 2, 4, 8, 16; k = 2; 500 passages for each n and schedule"},
          {"local_spin", local},
          {"growth", growth},
          {"worst", worst},
          {"exact", exact}};
}

}  // namespace doorway::lab
