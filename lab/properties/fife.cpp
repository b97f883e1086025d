#include "lab/properties/arrivals.hpp"
#include "lab/properties/order.hpp"

namespace doorway::lab::properties {

// In group exclusion: by one of its own session (He et al. 2017, P7), which is another order than that of fcfs.
constexpr property fife{
    .name = "fife",
    .means = "first in, first enabled: who is overtaken can enter in a bounded number of own steps",
    .claimed = {{{"fife", "FIFE",
                  "first in, first enabled: who is overtaken can enter in a bounded number of own steps"}}},
    .unseen = [](const inquiry& of) -> std::string_view {
      constexpr auto overtaken = order_of_arrival::somebody_is_overtaken;
      if (const auto never = nobody_waits(of); !never.empty()) return never;
      const auto never =
          of.groups() ? nobody_is_ahead<order_within_session>(of) : nobody_is_ahead<order_of_arrival>(of);
      // Where only one may be inside, nobody is overtaken, and FIFE is FCFS.
      const bool may_be = of.code().size().n > 1 && (of.groups() || of.code().size().inside() > 1);
      const bool is = of.groups() ? of.saw<order_within_session>(overtaken) : of.saw<order_of_arrival>(overtaken);
      return never.empty() && may_be && !is ? "somebody is overtaken" : never;
    },
    .watch =
        [](watch& on, const inquiry& of) {
          auto& order = of.groups() ? on.remembered.the<order_within_session>() : on.remembered.the<order_of_arrival>();
          order.remembers_overtaken = true;
        },
    .cycle =
        [](process_id p, const inquiry& of) {
          const order_of_arrival& order = of.groups() ? of.look().remembered.the<order_within_session>()
                                                      : of.look().remembered.the<order_of_arrival>();
          const auto overtaken = [p, &order](const global_state& at) { return order.is_overtaken(at.key, p); };
          return cycle_query{.p = p, .where = in_waiting, .fair = false, .also = overtaken};
        },
    .round =
        [](const witness& of, process_id p) {
          const arrivals order(of);
          return of.all_along(
              [&](const auto& at, std::size_t i) { return waits(at.all[p]) && order.at(i).overtaken[p]; });
        },
    .ends = "has been overtaken, and cannot enter on its own",
    .flaws = {"early"},
};

}  // namespace doorway::lab::properties
