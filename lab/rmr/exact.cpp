#include "lab/rmr/exact.hpp"

#include <optional>
#include <stdexcept>

#include "lab/automata/learn_by_snapshot.hpp"
#include "lab/rmr/longest.hpp"
#include "lab/rmr/paying_model.hpp"
#include "lab/search/explore.hpp"

namespace doorway::lab::rmr {

namespace {

// Nothing if there are more than `most` states.
template <std::size_t Words>
std::optional<payments> explored(const paying_model<Words>& model, const field& ended, std::size_t most) {
  exploration_limits limits;
  limits.threads = 1;  // the product learns on the way
  limits.seconds = 24 * 3600;
  exploration<paying_model<Words>> all(model, limits);
  if (all.run() != ending::complete || all.reached().states > most) return {};
  const auto& known = all.known(0);
  payments found;
  found.states = known.size();
  for (std::size_t place = 0; place < known.capacity(); ++place) {
    if (known.holds(place)) {
      const auto state = known[place];
      if (model.sets_out(state))
        found.sets_out.push_back({static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(ended.get(state))});
      model.steps(state, [&](const auto& to, bool costs, bool ends) {
        found.edges.emplace_back(static_cast<std::uint32_t>(known.find(to)), costs, ends);
      });
    }
    found.first_edge.push_back(found.edges.size());
  }
  return found;
}

std::optional<payments> explored(learner& code, const program& what, const value_table& values, const cost_model& model,
                                 process_id p, std::size_t most) {
  constexpr std::uint32_t most_private = 1U << 20U;
  product together(code, what.shared().registers(), values, 0, most_private);
  const payer who(p, model, what.how().passages, together);
  if (together.packing().words() <= 3) return explored(paying_model<3>(together, who, most), who.ended(), most);
  return explored(paying_model<layout::most_words>(together, who, most), who.ended(), most);
}

exact_worst search(const program& what, const cost_model& model, std::size_t most) {
  value_table values(what.shared().registers());
  learner code(what, values, {});
  exact_worst found{.complete = true};
  for (process_id p = 0; p < what.size().n && !found.without_end; ++p) {
    const auto graph = explored(code, what, values, model, p, most);
    if (!graph) return {};
    found.states += graph->states;
    const longest ways(*graph);
    for (const auto& [state, passage] : graph->sets_out) {
      const auto rmrs = ways.from(state);
      const bool earlier = rmrs == found.rmrs && p == found.payer && passage < found.passage;
      if (rmrs < found.rmrs || (rmrs == found.rmrs && !earlier)) continue;
      found.without_end = rmrs == longest::without_end;
      found.rmrs = rmrs;
      found.payer = p;
      found.passage = passage;
    }
  }
  return found;
}

}  // namespace

bool can_search_exactly() { return fiber::can_snapshot; }

exact_worst search_exactly(const program& what, const cost_model& model, std::size_t most) {
  try {
    return search(what, model, most);
  } catch (const too_rich&) {
  } catch (const std::length_error&) {  // of private states, of values, of bits of a key
  }
  return {};
}

}  // namespace doorway::lab::rmr
