// A cycle to show: from one state of a component that fair_cycle.hpp has found, around and back, fair as promised.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "lab/fair_cycle.hpp"

namespace doorway::lab {

template <class Model>
path<fair_cycle_search<Model>::words> fair_cycle_search<Model>::cycle(const cycle_query& what,
                                                                      const std::vector<member>& members,
                                                                      const key_type& begin) const {
  const product& of = model_.of();
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

  std::uint32_t content = 0;
  const auto note = [&](const key_type& state) {
    product::states now{};
    of.unpack(state, now);
    for (process_id q = 0; q < of.n(); ++q)
      if (is_idle(q, now[q])) content |= 1U << q;
  };
  note(begin);
  content &= ~(1U << what.p);
  for (process_id q = 0; q < of.n(); ++q) {
    const process_id who = (what.p + q) % of.n();
    if (who != what.p && !what.fair) break;
    if ((content >> who & 1U) != 0) continue;
    const std::size_t before = round.steps.size();
    // A step of its own, or a state in which it may rest.
    go([&](const edge& by, const key_type& to) {
      product::states now{};
      of.unpack(to, now);
      return by.p == who || (who != what.p && is_idle(who, now[who]));
    });
    for (std::size_t i = before; i < round.steps.size(); ++i) {
      content |= 1U << round.steps[i].first.p;
      note(round.steps[i].second);
    }
  }
  if (round.last() != begin) go([&](const edge&, const key_type& to) { return to == begin; });

  // What is printed is checked: a step of p, and everybody treated as promised.
  std::uint32_t steps = 0;
  content = 0;
  note(begin);
  for (const auto& [by, state] : round.steps) {
    steps |= 1U << by.p;
    note(state);
  }
  if ((steps >> what.p & 1U) == 0 || (what.fair && (content | steps) != (std::uint32_t{1} << of.n()) - 1))
    throw std::logic_error("a cycle that is not fair");
  return round;
}

}  // namespace doorway::lab
