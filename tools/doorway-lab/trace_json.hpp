// Counterexamples as JSON: written by `doorway-lab check --trace FILE`, read by `doorway-lab replay FILE`.
#pragma once

#include <memory>
#include <string>

#include "lab/catalogue/catalogue.hpp"
#include "lab/machine/program.hpp"
#include "lab/trace/replay_trace.hpp"
#include "lab/trace/trace.hpp"
#include "lab/verdict.hpp"

namespace doorway::lab {

// What a trace is a trace of.
struct subject_of_check {
  std::string name;
  parameters size;
  behaviour conduct;
  register_model registers = register_model::declared;
  std::uint32_t crashes = 0;

  // Throws if there is no such algorithm.
  [[nodiscard]] std::unique_ptr<program> make() const;
};

[[nodiscard]] std::string_view name(register_model what);

[[nodiscard]] entry subject_json(const subject_of_check& of);
[[nodiscard]] entry trace_json(const subject_of_check& of, const finding& what);

struct read_trace {
  subject_of_check of;
  claim what = claim::exclusion;
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

// Plays it on the code. Empty if it ends in the violation that it is said to end in; else why not.
[[nodiscard]] std::string objection(const program& code, const read_trace& of, rerun_result& seen);

}  // namespace doorway::lab
