#include "lab/properties/property.hpp"

namespace doorway::lab::properties {

constexpr property deadlock_freedom{
    .name = "deadlock-freedom",
    .means = "if somebody is in its entry section for ever, somebody enters again and again",
    .claimed = {{{"deadlock_freedom", "deadlock-free", "if somebody tries, somebody gets in", "starvation_freedom"},
                 {"crash_tolerance"}}},
    .unseen = nobody_is_kept_out,
    .cycle = [](process_id p, const inquiry&) { return cycle_query{.p = p, .nobody_enters = true}; },
    .round = [](const witness& of,
                process_id p) { return of.enters_never(p) && of.is_fair_to_others(p) && of.nobody_enters(); },
    .ends = "waits for ever, and nobody enters",
    .flaws = {"forgetful"},
};

}  // namespace doorway::lab::properties
