#include "lab/properties/arrivals.hpp"
#include "lab/properties/order.hpp"

namespace doorway::lab::properties {

// He et al. 2017, P8.
constexpr property strong_concurrent_entry{
    .name = "strong-concurrent-entry",
    .means = "the same while every other session is wanted only by those that came later",
    .claimed = {{{"strong_concurrent_entry", "strong concurrent entry",
                  "nobody waits for a conflicting session that came later"}}},
    .of_groups = true,
    .unseen = nobody_is_ahead<order_of_arrival>,
    .watch = [](watch& on, const inquiry&) { on.remembered.the<order_of_arrival>().until_out = true; },
    .cycle =
        [](process_id p, const inquiry& of) {
          const auto came_first = [p, &order = of.look().remembered.the<order_of_arrival>()](const global_state& at) {
            for (process_id q = 0; q < at.of.n(); ++q)
              if ((at.at(q).marks & in_remainder) == 0 && at.at(q).session != at.at(p).session &&
                  !order.is_ahead(at.key, p, q))
                return false;
            return true;
          };
          return cycle_query{.p = p, .where = in_waiting, .fair = false, .also = came_first};
        },
    .round =
        [](const witness& of, process_id p) {
          const arrivals order(of);
          return of.all_along([&](const auto& at, std::size_t i) {
            for (process_id q = 0; q < of.n(); ++q)
              if (!is_outside(at.all[q]) && at.all[q].session != at.all[p].session && !order.at(i).ahead[q].contains(p))
                return false;
            return waits(at.all[p]);
          });
        },
    .ends = "cannot enter on its own, though all others of other sessions came later",
};

}  // namespace doorway::lab::properties
