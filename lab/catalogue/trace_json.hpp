// Runs as JSON: counterexamples, written by `doorway-lab check --trace FILE`, and what somebody has stepped through in `doorway-lab serve`; read
// by `doorway-lab replay FILE`.
#pragma once

#include <optional>
#include <string>

#include "lab/catalogue/entry.hpp"
#include "lab/check.hpp"
#include "lab/trace/replay_trace.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab {

[[nodiscard]] entry trace_json(const setting& of, const finding& what);
// breaks: none, of a run that is only shown.
[[nodiscard]] entry run_json(const setting& of, const trace& steps, std::optional<claim> breaks);

struct read_trace {
  setting of;
  std::optional<claim> what;  // that it breaks
  trace steps;
};
// Throws std::runtime_error that says what is wrong with the text.
[[nodiscard]] read_trace parse_trace(const std::string& text);

// What the marks in a drawn trace mean.
inline constexpr const char* trace_legend =
    "A trace has a line for each step and a column for each process; before an access stands the label that its line "
    "has\n"
    "in the text. Long traces are drawn with several steps in a line.\n"
    "  *   the step that decided it\n"
    "  |   these steps are repeated for ever\n"
    "  oo  infinity\n"
    "  ?   a read during a write of a safe register: any value can come of it, this one did";

// Plays it on the code. Empty if it ends in the violation that it is said to end in, if any; else why not.
[[nodiscard]] std::string objection(const program& code, const read_trace& of, rerun_result& seen);

}  // namespace doorway::lab
