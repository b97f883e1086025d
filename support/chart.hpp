// A picture of curves, as a whole SVG file.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace doorway::support {

struct curve {
  std::string name;                               // in the legend, unless dashed
  std::vector<std::pair<double, double>> points;  // x, y
  std::size_t colour = 0;                         // which of the colours; curves that belong together share one
  bool dashed = false;                            // thin, without dots
};

struct chart {
  std::string title, x_name, y_name;
  std::vector<curve> curves;
  std::vector<double> x_ticks;
  std::string aside;         // beside the legend
  std::string warning;       // below it
  bool logarithmic = false;  // both axes; all numbers must be positive then
};

[[nodiscard]] std::string svg(const chart& what);

}  // namespace doorway::support
