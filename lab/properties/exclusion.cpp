#include <algorithm>

#include "lab/properties/property.hpp"

namespace doorway::lab::properties {

constexpr property exclusion{
    .name = "exclusion",
    .means = "never more than k are inside; group exclusion: never two sessions",
    .claimed = {{{"exclusion", "exclusion", "never more inside than allowed, never two sessions together", "exclusion"},
                 {"abort"}}},
    .unseen = [](const inquiry& of) -> std::string_view {
      if (const auto never = nobody_is_kept_out(of); !never.empty()) return never;
      // An algorithm that never lets two in says nothing of k > 1.
      const bool several = std::min(of.code().size().inside(), of.code().size().n) > 1;
      return several && of.measured.seen.inside < 2 ? "two are inside at once" : "";
    },
    .watch =
        [](watch& on, const inquiry& of) {
          on.crowding = claim::exclusion;
          on.dead_are_out = of.asked().dead_are_out;
        },
    .run = [](const witness& of) -> std::string {
      return (of.groups() ? of.sessions() > 1 : of.inside() > of.code().size().inside()) ? exclusion.ends_so(of.code())
                                                                                         : "";
    },
    .ends_so = [](const program& code) -> std::string {
      if (code.solves() == problem::group_exclusion) return "two sessions are inside at once";
      const auto most = code.size().inside();
      return std::to_string(most + 1) + " are inside at once, " + std::to_string(most) + " may be";
    },
    .flaws = {"impatient"},
};

}  // namespace doorway::lab::properties
