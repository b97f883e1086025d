#include "variables.hpp"

#include <fmt/format.h>

#include "inside_itself.hpp"

namespace doorway::tool {

command::environment variables_of_command(const request& wanted, const std::vector<process_id>& slots,
                                          std::chrono::milliseconds waited, const std::string& inside) {
  command::environment all{{"DOORWAY_SLOT", std::nullopt},
                           {"DOORWAY_SESSION", wanted.session},
                           {"DOORWAY_NAME", fmt::format("{}", fmt::join(wanted.names, " "))},
                           {"DOORWAY_WAITED_MS", std::to_string(waited.count())},
                           {inside_variable, inside}};
  if (slots.empty()) return all;
  all.front().second = std::to_string(slots.front());
  if (wanted.names.size() > 1)
    for (std::size_t i = 0; i < slots.size(); ++i)
      all.emplace_back(fmt::format("DOORWAY_SLOT_{}", i + 1), std::to_string(slots[i]));
  if (!wanted.variable.empty())
    all.emplace_back(wanted.variable,
                     wanted.values.empty() ? std::to_string(slots.front()) : wanted.values[slots.front()]);
  return all;
}

}  // namespace doorway::tool
