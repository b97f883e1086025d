#include "lab/rmr/longest.hpp"

#include <algorithm>

namespace doorway::lab::rmr {

longest::longest(const payments& graph) : graph_(graph), way_(graph.size()), number_(graph.size()), low_(graph.size()) {
  for (std::uint32_t state = 0; state < graph.size(); ++state)
    if (number_[state] == 0) visit(state);
}

void longest::visit(std::uint32_t root) {
  struct frame {
    std::uint32_t state;
    const payment* next;
  };
  std::vector<frame> path;
  const auto enter = [&](std::uint32_t state) {
    number_[state] = low_[state] = next_++;
    open_.push_back(state);
    path.push_back({state, graph_.begin(state)});
  };
  enter(root);
  while (!path.empty()) {
    auto& [state, next] = path.back();
    if (next != graph_.end(state)) {
      const payment taken = *next++;
      if (taken.ends()) continue;  // what comes after is another passage
      if (number_[taken.to()] == 0) enter(taken.to());
      else if (number_[taken.to()] != done) low_[state] = std::min(low_[state], number_[taken.to()]);
      continue;
    }
    const std::uint32_t left = state;
    path.pop_back();
    if (!path.empty()) low_[path.back().state] = std::min(low_[path.back().state], low_[left]);
    if (low_[left] == number_[left]) close(left);
  }
}

// The states of open_ from `root` on are a component.
void longest::close(std::uint32_t root) {
  const auto first = std::find(open_.rbegin(), open_.rend(), root).base() - 1;
  std::uint32_t best = 0;
  for (auto it = first; it != open_.end(); ++it)
    for (const payment* e = graph_.begin(*it); e != graph_.end(*it); ++e) {
      if (e->ends()) best = std::max(best, e->cost());
      else if (number_[e->to()] != done)  // inside
        best = e->cost() == 0 ? best : without_end;
      else best = way_[e->to()] == without_end ? without_end : std::max(best, way_[e->to()] + e->cost());
      if (best == without_end) break;
    }
  for (auto it = first; it != open_.end(); ++it) {
    way_[*it] = best;
    number_[*it] = done;
  }
  open_.erase(first, open_.end());
}

}  // namespace doorway::lab::rmr
