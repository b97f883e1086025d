#include "lab/search/independence.hpp"

#include <algorithm>

namespace doorway::lab {
namespace {

// What the monitors see of it: not where a look begins and ends.
stage section(stage at) { return at == stage::awaiting ? stage::waiting : at; }

}  // namespace

independence::independence(const product& of) : n_(of.n()) {
  if (!of.knows_all() || of.crashes() > 0 || of.registers().size() > most_registers) return;
  for (process_id p = 0; p < n_; ++p) {
    const automaton& a = of.component(p);
    auto& to_come = to_come_.emplace_back(a.nodes.size());
    auto& next = next_.emplace_back(a.nodes.size());
    std::vector<std::vector<std::uint32_t>> before(a.nodes.size());
    for (std::uint32_t s = 0; s < a.nodes.size(); ++s) {
      const observation& here = a.seen(s);
      const auto where = here.next.where;
      const bool reads = answers(here.next.kind);
      const bool writes = here.next.kind == action::write || here.next.kind == action::write_end ||
                          (reads && here.next.kind != action::read);
      if (reads) to_come[s].reads.set(where);
      if (writes) to_come[s].writes.set(where);
      const auto same_section = [&](std::uint32_t to) {
        return to == automaton::unknown || (section(a.seen(to).at) == section(here.at) &&
                                            a.seen(to).session == here.session && a.seen(to).next.kind != action::bad);
      };
      if ((reads || writes) && std::all_of(a.nodes[s].next.begin(), a.nodes[s].next.end(), same_section))
        next[s] = {writes ? touch::kind::write : touch::kind::read, where};
      for (const auto to : a.nodes[s].next)
        if (to != automaton::unknown) before[to].push_back(s);
    }
    // What comes later comes also for the states that lead there.
    std::vector<std::uint32_t> todo(a.nodes.size());
    for (std::uint32_t s = 0; s < a.nodes.size(); ++s) todo[s] = s;
    while (!todo.empty()) {
      const auto s = todo.back();
      todo.pop_back();
      for (const auto from : before[s]) {
        const auto reads = to_come[from].reads | to_come[s].reads;
        const auto writes = to_come[from].writes | to_come[s].writes;
        if (reads == to_come[from].reads && writes == to_come[from].writes) continue;
        to_come[from] = {reads, writes};
        todo.push_back(from);
      }
    }
  }
}

}  // namespace doorway::lab
