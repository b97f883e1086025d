// The report: tables with ratios, which of the bars are met, and plots. All of it comes from the results.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "../results.hpp"

namespace doorway::bench {

// A bar that was set beforehand, and whether it is met.
struct verdict {
  std::string bar, measured;
  enum { met, missed, not_measured } result = not_measured;
};
[[nodiscard]] std::vector<verdict> bars(const results& from);

// File names and their contents.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> plots(const results& from);

[[nodiscard]] std::string bars_table(const results& from);
[[nodiscard]] std::string markdown(const results& from);

// README.md and the plots.
void write_report(const results& from, const std::string& folder);

// The figures in the README of the project, which has two marks around them.
void write_quote(const results& from, const std::string& file);

}  // namespace doorway::bench
