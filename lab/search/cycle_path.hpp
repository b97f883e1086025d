// A cycle to show: from one state of a component that fair_cycle.hpp has found, around and back, fair as promised.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "lab/search/fair_cycle.hpp"

namespace doorway::lab {

template <class Model>
path<fair_cycle_search<Model>::words> fair_cycle_search<Model>::cycle(const cycle_query& what,
                                                                      const std::vector<member>& members,
                                                                      const key_type& begin) const {
  const auto component = among(members, begin)->second;
  const auto inside = [&](const key_type& state) {
    const auto at = among(members, state);
    return at != members.end() && at->second == component;
  };
  path<words> round;
  round.first = begin;
  // Goes on along the shortest way, by states of the component, until good(edge, key after it).
  const auto go = [&](const auto& good) {
    std::map<key_type, std::pair<key_type, edge>> from;
    std::deque<key_type> queue{round.last()};
    const key_type start = round.last();
    while (!queue.empty()) {
      const key_type at = queue.front();
      queue.pop_front();
      std::optional<std::pair<edge, key_type>> end;
      inner_steps(what, at, [&](const edge& by, const key_type& to, std::uint32_t) {
        if (end || !inside(to)) return;
        if (good(by, to)) end = {by, to};
        else if (to != start && from.try_emplace(to, at, by).second) queue.push_back(to);
      });
      if (!end) continue;
      std::vector<std::pair<edge, key_type>> back{*end};
      for (key_type x = at; x != start; x = from.at(x).first) back.emplace_back(from.at(x).second, x);
      round.steps.insert(round.steps.end(), back.rbegin(), back.rend());
      return;
    }
    throw std::logic_error("a component that is not strongly connected");
  };

  const actors goer = actors{1} << what.p;
  actors content = at_rest(begin) & ~goer;
  for (process_id q = 0; q < 2 * most_lab_processes; ++q) {
    const actors who = actors{1} << (what.p + q) % (2 * most_lab_processes);
    if ((everybody(what) & ~content & who) == 0) continue;
    const std::size_t before = round.steps.size();
    // A step of its own, or a state in which it may rest.
    go([&](const edge& by, const key_type& to) {
      return bit_of(by) == who || (who != goer && (at_rest(to) & who) != 0);
    });
    for (std::size_t i = before; i < round.steps.size(); ++i) {
      content |= bit_of(round.steps[i].first);
      content |= at_rest(round.steps[i].second) & ~goer;
    }
  }
  if (round.last() != begin) go([&](const edge&, const key_type& to) { return to == begin; });

  // What is printed is checked: a step of p, and everybody treated as promised.
  actors steps = 0;
  content = at_rest(begin);
  for (const auto& [by, state] : round.steps) {
    steps |= bit_of(by);
    content |= at_rest(state);
  }
  if ((steps & goer) == 0 || (everybody(what) & ~(content | steps)) != 0)
    throw std::logic_error("a cycle that is not fair");
  return round;
}

}  // namespace doorway::lab
