// A counterexample to read: one column for each process, the paper's line labels, a bracket around what repeats, and a star
// at the critical step (replay_trace.hpp says what that is). A line is a step, as long as the whole fits on a screen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/search/path.hpp"
#include "lab/search/product.hpp"

namespace doorway::lab {

struct trace_step {
  process_id p = 0;
  action kind = action::pause;
  bool crash = false;
  std::uint32_t where = 0;  // read, write, store, write_end, drain
  std::string name;         // of that register
  std::string label;        // the paper's, of the line that makes the access; replay_trace.hpp finds it
  word value = 0;           // read, written, or the number of the choice
  word left = 0;            // a write, or a crash in the middle of one: what the register holds after it
  bool flickered = false;   // a read that met a write: the value is arbitrary
  bool buffered = false;    // a read that found its own store, which others may not see yet
  std::uint32_t input = 0;  // what doorway-lab replay needs: the input's number
  stage before = stage::remainder;
  stage after = stage::remainder;
  bool was_crashed = false;  // somebody else runs recover for it
  flaw wrong = flaw::none;   // what the process is about to do wrong
  std::string wrong_name;    // with which register
};

struct trace {
  process_id n = 0;
  std::vector<trace_step> steps;
  std::size_t loop = 0;                 // the steps from here on repeat for ever; steps.size(): none do
  std::string last_line;                // what has gone wrong
  std::optional<std::size_t> critical;  // the step after which it had to
  std::string critical_line;            // what that means here
};

[[nodiscard]] std::string spelled(word value);
// What a process does wrong, and with which register, if the flaw concerns one.
[[nodiscard]] std::string spelled(flaw what, const std::string& with);
[[nodiscard]] std::string spelled(const trace_step& step);
// At most `width` characters a line where the names allow it. If there are more steps than `height`, what a process does at
// one label is one line; if that is still too much, what it does before it is interrupted is two: up to its last step, and that.
[[nodiscard]] std::string drawn(const trace& of, std::size_t width = 120, std::size_t height = 48);

// One step from the state `from`.
template <std::size_t Words>
[[nodiscard]] trace_step step_of(const product& of, const key<Words>& from, const edge& by, const key<Words>& to) {
  product::states now{};
  product::states then{};
  of.unpack(from, now);
  of.unpack(to, then);
  const observation& seen = of.component(by.p).seen(now[by.p]);
  const observation& next = of.component(by.p).seen(then[by.p]);
  trace_step step;
  step.p = by.p;
  step.kind = seen.next.kind;
  step.crash = by.crash;
  step.input = by.input;
  step.before = seen.at;
  step.after = next.at;
  step.was_crashed = seen.crashed && !by.crash;
  if (next.next.kind == action::bad) {
    step.wrong = static_cast<flaw>(next.next.value);
    if (concerns_a_register(step.wrong)) step.wrong_name = of.registers()[next.next.where].name;
  }
  if (by.drain) {
    step.kind = action::drain;
    step.where = seen.oldest.where;
    step.name = of.registers()[step.where].name;
    step.value = step.left = seen.oldest.value;
    return step;
  }
  if (step.kind == action::choice) step.value = by.input;
  if (!answers(step.kind) && step.kind != action::write && step.kind != action::store && step.kind != action::write_end)
    return step;
  step.where = seen.next.where;
  step.name = of.registers()[step.where].name;
  step.value = seen.next.value;
  step.left = of.value(to, step.where);
  if (answers(step.kind)) {
    const word held = of.value(from, step.where);
    step.flickered = held == in_flux;
    step.buffered = seen.buffered.has_value();
    step.value = step.buffered ? *seen.buffered : step.flickered ? of.values().value(step.where, by.input) : held;
  }
  return step;
}

// The steps of a path, appended.
template <std::size_t Words>
void append(trace& to, const product& of, const path<Words>& steps) {
  key<Words> at = steps.first;
  for (const auto& [by, next] : steps.steps) {
    to.steps.push_back(step_of(of, at, by, next));
    at = next;
  }
}

}  // namespace doorway::lab
