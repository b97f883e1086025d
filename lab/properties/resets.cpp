#include <algorithm>

#include "lab/properties/property.hpp"

namespace doorway::lab::properties {

constexpr property resets{
    .name = "resets",
    .means = "when all are in their remainders, the registers hold their initial values",
    .claimed = {{{"resets", "resets", "tickets are back at zero when all have left"}}},
    .state = [](const global_state& at, const inquiry& of) -> std::string {
      for (process_id p = 0; p < at.of.n(); ++p)
        if ((at.at(p).marks & (in_remainder | has_stores)) != in_remainder) return "";
      const auto& registers = at.of.registers();
      const auto& named = of.asked().resetting;
      for (std::uint32_t r = 0; r < registers.size(); ++r) {
        const word value = at.of.value(at.key, at.now, r);
        if (value == registers[r].initial) continue;
        const std::string array = registers[r].name.substr(0, registers[r].name.find('['));
        if (named.empty() || std::find(named.begin(), named.end(), array) != named.end())
          return "all are in their remainders, and " + registers[r].name + " is " + to_string(value) + ", not " +
                 to_string(registers[r].initial);
      }
      return "";
    },
    .run = [](const witness& of) -> std::string {
      const auto& all = of.moments().back().all;
      if (std::any_of(all.begin(), all.end(), [](const auto& p) { return !is_outside(p) || p.has_stores(); }))
        return "";
      for (std::uint32_t r = 0; r < of.now().registers().size(); ++r)
        if (of.now().registers()[r] != of.now().info(r).initial)
          return "all are in their remainders, and " + of.now().info(r).name + " is not what it was in the beginning";
      return "";
    },
    .flaws = {"forgetful"},
};

}  // namespace doorway::lab::properties
