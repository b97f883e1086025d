#include "lab/rmr/exact.hpp"

#include "lab/rmr/longest.hpp"
#include "lab/rmr/state_graph.hpp"

namespace doorway::lab::rmr {

bool can_search_exactly() { return fiber::can_snapshot; }

exact_worst search_exactly(const subject& what, const cost_model& model, const exact_bounds& bounds) {
  exact_worst found{.complete = true};
  std::vector<std::unique_ptr<local_states>> locals;
  for (process_id p = 0; p < what.size().n; ++p) locals.push_back(std::make_unique<local_states>(what, p));
  for (process_id payer = 0; payer < what.size().n; ++payer) {
    state_graph graph(what, model, bounds, payer, locals);
    if (!graph.explore()) return {};
    found.states += graph.size();
    const longest ways(graph);
    for (std::uint32_t state = 0; state < graph.size(); ++state) {
      const auto rmrs = ways.from(state);
      if (rmrs <= found.rmrs || found.without_end || !graph.sets_out(state)) continue;
      found.without_end = rmrs == longest::without_end;
      found.rmrs = rmrs;
      found.payer = payer;
      found.passage = graph.passage(state);
    }
    if (found.without_end) return found;
  }
  return found;
}

}  // namespace doorway::lab::rmr
