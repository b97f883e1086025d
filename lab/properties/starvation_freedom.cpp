#include "lab/properties/property.hpp"

namespace doorway::lab::properties {

constexpr property starvation_freedom{
    .name = "starvation-freedom",
    .means = "nobody is in its entry section for ever",
    .claimed = {{{"starvation_freedom", "starvation-free", "every process that tries gets in"},
                 {"crash_tolerance", "crash-tolerant", "the above also with up to k-1 crashes"}}},
    .unseen = nobody_is_kept_out,
    .cycle = [](process_id p, const inquiry&) { return cycle_query{.p = p}; },
    .round = [](const witness& of, process_id p) { return of.enters_never(p) && of.is_fair_to_others(p); },
    .ends = "waits for ever",
    .flaws = {"forgetful"},
};

}  // namespace doorway::lab::properties
