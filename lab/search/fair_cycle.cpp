#include "lab/search/fair_cycle.hpp"

namespace doorway::lab {

// A state is on a cycle if its strongly connected component has another state, or if it leads to itself.
std::vector<bool> local_cycles(const product& of, process_id p, std::uint16_t marks, bool outside_critical) {
  const automaton& local = of.component(p);
  const auto count = static_cast<std::uint32_t>(local.nodes.size());
  const auto allowed = [&](std::uint32_t s) {
    const auto mine = of.at(p, s).marks;
    return (marks == 0 || (mine & marks) != 0) && !(outside_critical && (mine & in_critical) != 0);
  };
  constexpr std::uint32_t closed = ~std::uint32_t{0};
  std::vector<std::uint32_t> order(count, 0);
  std::vector<std::uint32_t> low(count, 0);
  std::vector<bool> turns(count, false);
  std::vector<std::uint32_t> stack;
  std::vector<std::pair<std::uint32_t, std::size_t>> frames;
  std::uint32_t next = 0;
  const auto open = [&](std::uint32_t s) {
    order[s] = low[s] = ++next;
    stack.push_back(s);
    frames.emplace_back(s, 0);
  };
  for (std::uint32_t root = 0; root < count; ++root) {
    if (order[root] != 0 || !allowed(root)) continue;
    open(root);
    while (!frames.empty()) {
      const auto s = frames.back().first;
      const auto& edges = local.nodes[s].next;
      if (frames.back().second <= edges.size()) {  // the last is the drain
        const auto at = frames.back().second++;
        const auto to = at < edges.size() ? edges[at] : local.nodes[s].drain;
        if (to == automaton::unknown || !allowed(to)) continue;
        if (to == s) turns[s] = true;
        if (order[to] == 0) open(to);
        else if (order[to] != closed) low[s] = std::min(low[s], order[to]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().first] = std::min(low[frames.back().first], low[s]);
      if (low[s] != order[s]) continue;
      const bool alone = stack.back() == s;
      for (;;) {
        const auto member = stack.back();
        stack.pop_back();
        order[member] = closed;
        if (!alone) turns[member] = true;
        if (member == s) break;
      }
    }
  }
  return turns;
}

bool cycles_only_read(const product& of) {
  for (process_id p = 0; p < of.n(); ++p) {
    const automaton& local = of.component(p);
    const auto turns = local_cycles(of, p, 0, false);
    for (std::uint32_t s = 0; s < turns.size(); ++s) {
      const auto next = local.seen(s).next.kind;
      if (turns[s] && next != action::read && next != action::pause && next != action::choice) return false;
    }
  }
  return true;
}

}  // namespace doorway::lab
