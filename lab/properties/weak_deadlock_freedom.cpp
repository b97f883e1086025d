#include "lab/properties/property.hpp"

namespace doorway::lab::properties {

// Taubenfeld 2013.
constexpr property weak_deadlock_freedom{
    .name = "weak-deadlock-freedom",
    .means = "deadlock-freedom while at most k are outside their remainders",
    .claimed = {{{"weak_deadlock_freedom", "weakly deadlock-free",
                  "somebody gets in if at most k are outside their remainder"}}},
    .cycle =
        [](process_id p, const inquiry& of) {
          const auto few = [k = of.code().size().k](const global_state& at) { return at.crowd() <= k; };
          return cycle_query{.p = p, .nobody_enters = true, .also = few};
        },
    .round =
        [](const witness& of, process_id p) {
          return of.enters_never(p) && of.is_fair_to_others(p) && of.nobody_enters() && of.few_compete();
        },
    .ends = "waits for ever, and nobody enters, though no more than k compete",
    .flaws = {"forgetful"},
};

}  // namespace doorway::lab::properties
