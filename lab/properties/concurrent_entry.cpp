#include "lab/properties/property.hpp"

namespace doorway::lab::properties {

constexpr property concurrent_entry{
    .name = "concurrent-entry",
    .means = "while no other session is wanted, who wants to enter does, in a bounded number of own steps",
    .claimed = {{{"concurrent_entry", "concurrent entry", "without a conflicting session, nobody waits"}}},
    .of_groups = true,
    .cycle =
        [](process_id p, const inquiry& of) {
          const auto one_session = [p, n = of.code().size().n](const global_state& at) {
            for (process_id q = 0; q < n; ++q)
              if ((at.at(q).marks & in_remainder) == 0 && at.at(q).session != at.at(p).session) return false;
            return true;
          };
          return cycle_query{.p = p, .fair = false, .also = one_session};
        },
    .round =
        [](const witness& of, process_id p) {
          return of.enters_never(p) && of.all_along([&](const auto& at, std::size_t) {
            for (const auto& other : at.all)
              if (!is_outside(other) && other.session != at.all[p].session) return false;
            return true;
          });
        },
    .ends = "cannot enter on its own, though all want its session",
    .flaws = {"alone"},
};

}  // namespace doorway::lab::properties
