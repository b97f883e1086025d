// A counterexample to read: one column for each process, the paper's line labels, a bracket around what repeats, and a star
// at the critical step (replay_trace.hpp says what that is). A line is a step, as long as the whole fits on a screen.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/machine/step.hpp"

namespace doorway::lab {

struct trace {
  process_id n = 0;
  std::vector<trace_step> steps;
  std::size_t loop = 0;                 // the steps from here on repeat for ever; steps.size(): none do
  std::string last_line;                // what has gone wrong
  std::optional<std::size_t> critical;  // the step after which it had to
  std::string critical_line;            // what that means here
};

[[nodiscard]] std::string to_string(const trace_step& step);
// At most `width` characters a line where the names allow it. If there are more steps than `height`, what a process does at
// one label is one line; if that is still too much, what it does before it is interrupted is two: up to its last step, and that.
[[nodiscard]] std::string drawn(const trace& of, std::size_t width = 120, std::size_t height = 48);

}  // namespace doorway::lab
