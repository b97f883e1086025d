#include "lab/properties/arrivals.hpp"
#include "lab/properties/order.hpp"

namespace doorway::lab::properties {

constexpr property fcfs{
    .name = "fcfs",
    .means = "first come, first served, from the end of one doorway before the start of the other; k > 1: k-FCFS",
    .claimed = {{{"fcfs", "FCFS",
                  "first come, first served: from the end of one's doorway before the start of the other's"},
                 {"k_fcfs", "k-FCFS",
                  "a process that enters has not left k behind whose doorways ended before its own began", "fife"}}},
    .unseen =
        [](const inquiry& of) {
          const auto never = nobody_waits(of);
          return never.empty() ? nobody_is_ahead<order_of_arrival>(of) : never;
        },
    .watch = [](watch& on, const inquiry&) { on.remembered.the<order_of_arrival>().forbids = claim::fcfs; },
    .run = [](const witness& of) -> std::string {
      const bool kept = arrivals(of).last().passed.size() < of.code().size().inside();
      return kept ? "" : "the last process overtakes whom it must not";
    },
    .ends = "overtakes whom it must not",
    .flaws = {"early", "impatient"},
};

}  // namespace doorway::lab::properties
