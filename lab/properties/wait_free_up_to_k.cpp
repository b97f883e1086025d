#include "lab/properties/property.hpp"

namespace doorway::lab::properties {

constexpr property wait_free_up_to_k{
    .name = "wait-free-up-to-k",
    .means = "while at most k are outside their remainders, who wants to enter does, in a bounded number of own steps",
    .claimed = {{{"wait_free_up_to_k", "wait-free up to k", "while at most k try, nobody waits"}}},
    .cycle =
        [](process_id p, const inquiry& of) {
          const auto few = [k = of.code().size().k](const global_state& at) { return at.crowd() <= k; };
          return cycle_query{.p = p, .fair = false, .also = few};
        },
    .round = [](const witness& of, process_id p) { return of.enters_never(p) && of.few_compete(); },
    .ends = "cannot enter on its own, though no more than k compete",
};

}  // namespace doorway::lab::properties
