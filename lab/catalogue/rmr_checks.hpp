// The catalogue's `rmr`: what was measured beside what the paper claims, to be measured again. Everything is drawn from one seed,
// so that a second measurement gives the same numbers.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "lab/catalogue/catalogue.hpp"
#include "lab/rmr/study.hpp"

namespace doorway::lab {

// The largest number of RMRs of a passage found for each n, and how it grows.
struct worst_found {
  entry by_n = entry::array();
  entry growth = nullptr;
};

[[nodiscard]] inline worst_found worst_of(const rmr::study& found) {
  worst_found out;
  const auto points = rmr::worst_by_n(found);
  for (const auto& at : points) out.by_n.push_back(static_cast<std::uint64_t>(at.y));
  if (found.waits.local_spin())
    if (const auto fitted = rmr::fit(points)) out.growth = rmr::to_string(fitted->what);
  return out;
}

// Is it local-spin, what is the worst passage found for a few n, how does it grow, and (n = 2) the worst of all schedules. Where
// a logarithm is claimed n must be larger for it to be seen; where the bound depends on how many are about, two of n are, too.
[[nodiscard]] inline entry measured_rmrs(const entry& algorithm, const std::string& model) {
  const auto takes = [&](const char* parameter) { return lab::takes(algorithm, parameter); };
  const auto bound = algorithm.at("rmr").at(model).at("bound").get<std::string>();
  const bool logarithm = bound.find("log") != std::string::npos;
  rmr::inquiry what{
      .name = algorithm.at("name").get<std::string>(),
      .make = rmr::maker_of(algorithm.at("name").get<std::string>()),
      .model = model == "dsm" ? rmr::dsm : rmr::cc,
      .sizes = logarithm ? std::vector<process_id>{4, 8, 16, 32, 64} : std::vector<process_id>{2, 4, 8, 16},
      .schedules = {"random", "round-robin", "greedy"},
      .size = {}};
  what.size = [&](process_id n) {
    parameters size{.n = std::min(n, optional_field(algorithm, "most_n", most_processes))};
    if (takes("k")) size.k = n > 2 ? 2 : 1;
    if (takes("l")) size.l = std::min(size.k + 1, n - 1);
    if (takes("s")) size.sessions = 2;
    return size;
  };
  what.bounds.passages = 500;
  what.bounds.steps = 500 * what.bounds.passages;
  if (rmr::can_search_exactly()) what.exact = {2};
  const auto found = rmr::carry_out(what);

  auto exact = entry::array();
  for (const auto& row : found.exact) {
    if (!row.found.complete) continue;
    entry rmrs = row.found.rmrs;
    if (row.found.without_end) rmrs = nullptr;
    exact.push_back({{"n", row.size.n}, {"k", row.size.k}, {"passages", row.passages}, {"rmrs", rmrs}});
  }
  const auto worst = worst_of(found);
  entry out{{"settings", std::string(logarithm ? "n = 4, 8, 16, 32, 64" : "n = 2, 4, 8, 16") +
                             "; k = 2; 500 passages for each n and schedule"},
            {"local_spin", found.waits.local_spin()},
            {"growth", worst.growth},
            {"worst", worst.by_n},
            {"exact", exact}};
  if (bound.find("min(c") != std::string::npos) {
    what.active = 2;
    what.exact.clear();
    const auto of_two = worst_of(rmr::carry_out(what));
    out["two_active"] = {{"growth", of_two.growth}, {"worst", of_two.by_n}};
  }
  return out;
}

}  // namespace doorway::lab
