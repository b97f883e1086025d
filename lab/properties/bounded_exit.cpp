#include "lab/properties/property.hpp"

namespace doorway::lab::properties {

constexpr property bounded_exit{
    .name = "bounded-exit",
    .means = "leaving takes a bounded number of own steps",
    .claimed = {{{"bounded_exit", "bounded exit", "leaving takes a bounded number of own steps", "exclusion"}}},
    .cycle = [](process_id p, const inquiry&) { return cycle_query{.p = p, .where = in_exit, .fair = false}; },
    .round =
        [](const witness& of, process_id p) {
          return of.all_along([&](const auto& at, std::size_t) { return is_at(at.all[p], stage::exit); });
        },
    .ends = "takes steps for ever and is never out",
    .flaws = {"stuck"},
};

}  // namespace doorway::lab::properties
