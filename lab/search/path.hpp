// A shortest path to a state, and among those one with the fewest changes from one process to another.
//
// The exploration keeps no parents. It is run once more up to the depth of the goal, keeping its levels, and then the levels
// are walked backwards: which states of the level before have a step into the states that lead to the goal?
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

#include "lab/search/explore.hpp"
#include "lab/search/product.hpp"

namespace doorway::lab {

template <std::size_t Words>
struct path {
  key<Words> first{};
  std::vector<std::pair<edge, key<Words>>> steps;  // and the state after each

  [[nodiscard]] const key<Words>& last() const { return steps.empty() ? first : steps.back().second; }
};

// A model that stops as soon as it sees a state for which goal(key) is true.
template <class Model, class Goal>
class seeking {
 public:
  using key_type = typename Model::key_type;
  struct notes {
    bool stop = false;
    key_type found{};
    typename Model::notes of_model;
  };
  seeking(const Model& of, const Goal& goal) : of_(of), goal_(goal) {}
  [[nodiscard]] key_type initial() const { return of_.initial(); }
  void watch_first(const key_type& /*first*/, notes& /*pad*/) const {}  // it is not what is sought
  template <class Visit>
  void successors(const key_type& from, notes& pad, Visit&& visit) const {
    of_.steps(from, pad.of_model, [&](const edge&, const key_type& to) {
      if (!pad.stop && goal_(to)) {
        pad.stop = true;
        pad.found = to;
      }
      visit(to);
    });
  }

 private:
  const Model& of_;
  const Goal& goal_;
};

// What is left of time or memory is not enough to find the way again.
struct no_path : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `then`: the process that takes the step after the goal; n if that does not matter.
template <class Model, class Goal>
auto shortest_path(const Model& model, exploration_limits limits, const Goal& goal, process_id then) {
  using key_type = typename Model::key_type;
  constexpr std::size_t words = std::tuple_size_v<key_type>;
  using costs = std::array<std::uint32_t, most_lab_processes>;  // by the process that steps next
  struct way {
    costs cost;
    std::array<std::pair<edge, key_type>, most_lab_processes> step;
  };
  constexpr std::uint32_t never = std::numeric_limits<std::uint32_t>::max() / 2;

  path<words> found;
  found.first = model.initial();
  if (goal(found.first)) return found;

  limits.keep_levels = true;
  limits.report = nullptr;
  const seeking<Model, Goal> seeker(model, goal);
  exploration<seeking<Model, Goal>> search(seeker, limits);
  if (search.run() != ending::stopped)
    throw no_path("there was not enough time or memory left to find the way there again");
  std::map<key_type, way> ahead;
  for (std::size_t t = 0; t < search.threads() && ahead.empty(); ++t)
    if (search.notes(t).stop) {
      way end{};
      for (process_id p = 0; p < most_lab_processes; ++p) end.cost[p] = then >= model.of().n() || p == then ? 0 : never;
      ahead.emplace(search.notes(t).found, end);
    }

  std::vector<std::map<key_type, way>> ways(search.levels().size());
  for (std::size_t depth = search.levels().size(); depth-- > 0;) {
    const auto& next = depth + 1 < ways.size() ? ways[depth + 1] : ahead;
    for (const auto& from : search.levels()[depth]) {
      way here{};
      here.cost.fill(never);
      typename Model::notes pad;
      model.steps(from, pad, [&](const edge& by, const key_type& to) {
        const auto at = next.find(to);
        if (at == next.end()) return;
        std::uint32_t best = never;
        for (process_id q = 0; q < most_lab_processes; ++q)
          best = std::min(best, at->second.cost[q] + (q == by.p ? 0U : 1U));
        if (best < here.cost[by.p]) {
          here.cost[by.p] = best;
          here.step[by.p] = {by, to};
        }
      });
      if (*std::min_element(here.cost.begin(), here.cost.end()) < never) ways[depth].emplace(from, here);
    }
  }

  key_type at = found.first;
  process_id last = most_lab_processes;
  for (const auto& level : ways) {
    const way& here = level.at(at);
    process_id best = 0;
    std::uint32_t least = never;
    for (process_id p = 0; p < most_lab_processes; ++p)
      if (const auto cost = here.cost[p] + (p == last ? 0U : 1U); here.cost[p] < never && cost < least) {
        best = p;
        least = cost;
      }
    last = best;
    found.steps.push_back(here.step[best]);
    at = here.step[best].second;
  }
  return found;
}

}  // namespace doorway::lab
