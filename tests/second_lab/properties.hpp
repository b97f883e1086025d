// What is judged of a system that has been explored, by the names that the catalogue uses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system.hpp"

namespace doorway::second {

// Does it hold? Nothing: not judged here. fcfs: of a system with_order. resets: of the arrays whose registers are in
// `resetting`; none: of all.
[[nodiscard]] std::optional<bool> holds(const system& of, std::string_view property,
                                        const std::vector<std::uint32_t>& resetting = {});

[[nodiscard]] bool needs_order(std::string_view property);

}  // namespace doorway::second
