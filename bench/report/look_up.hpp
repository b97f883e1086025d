// Finding things in the results, and writing numbers.
#pragma once

#include <fmt/core.h>

#include <cmath>
#include <string>

#include "../results.hpp"

namespace doorway::bench {

// Our lock that stands for us in this cell.
[[nodiscard]] inline std::string ours_in(const cell& at) {
  if (at.where == "processes") return "doorway::named_k_mutex";
  return at.k == 1 ? "doorway::mutex" : "doorway::k_mutex";
}

// Three digits or so; nothing for what is not there.
[[nodiscard]] inline std::string figure(double value) {
  if (std::isnan(value)) return "";
  const double size = std::abs(value);
  return size >= 100  ? fmt::format("{:.0f}", value)
         : size >= 10 ? fmt::format("{:.1f}", value)
                      : fmt::format("{:.2f}", value);
}

[[nodiscard]] inline std::string section_text(unsigned ns) { return fmt::format("{} ns", ns); }

}  // namespace doorway::bench
