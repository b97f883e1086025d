// Every interleaving of a timestamp system: do the properties of doorway/algorithms/blocks/timestamps.hpp hold?
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lab/machine/program.hpp"
#include "lab/search/explore.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab {

struct timestamp_report {
  bool complete = false;  // everything that can be reached was
  std::string broken;     // empty, or what has gone wrong
  std::optional<trace> how;
  progress explored;
  bool lazy = false;        // learned on the way
  std::uint64_t scans = 0;  // that ended on the way
};

// `code` is a timestamp_program.
[[nodiscard]] timestamp_report check_timestamps(const program& code, const exploration_limits& limits);

}  // namespace doorway::lab
