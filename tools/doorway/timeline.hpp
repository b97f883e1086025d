// The demo's picture: a row for each job, time from left to right.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace doorway::tool {

// Times are nanoseconds from the start of the demo.
struct timeline_row {
  std::string label;
  std::int64_t arrived = 0;
  std::int64_t entered = 0;
  std::int64_t left = 0;
  int slot = 0;
  std::int64_t wrapper_killed = 0;  // 0: was not
  std::int64_t killed = 0;
};

struct timeline_style {
  std::size_t width = 100;
  bool utf8 = false;
  bool colour = false;

  static timeline_style of_stdout();
};

[[nodiscard]] std::string draw(const std::vector<timeline_row>& rows, const timeline_style& style);

}  // namespace doorway::tool
