#include "lab/properties/property.hpp"

namespace doorway::lab::properties {

constexpr property bounded_abort{
    .name = "bounded-abort",
    .means = "giving up takes a bounded number of own steps; ask with --abort",
    .claimed = {{{"abort", "abort", "a process that waits may give up: its registers go back to their initial values",
                  "exclusion"}}},
    .unseen = [](const inquiry& of) -> std::string_view {
      return (of.measured.seen.marks & in_abort) != 0 ? "" : "somebody gives up";
    },
    .cycle = [](process_id p, const inquiry&) { return cycle_query{.p = p, .where = in_abort, .fair = false}; },
    .round =
        [](const witness& of, process_id p) {
          return of.all_along([&](const auto& at, std::size_t) { return is_at(at.all[p], stage::abort); });
        },
    .ends = "takes steps for ever and is never out",
    .flaws = {"stuck"},
};

}  // namespace doorway::lab::properties
