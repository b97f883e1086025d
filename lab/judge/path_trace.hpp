// A path of the search as a trace.
#pragma once

#include "lab/search/path.hpp"
#include "lab/search/product.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab {

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
    step.flickered = of.registers()[step.where].safe && held == in_flux;  // a sum may be the same word
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
