#include "serve/spelling.hpp"

#include <fmt/core.h>

#include <charconv>

#include "serve/programs.hpp"

namespace doorway::lab::serving {
namespace {

world::move step_from(std::string_view text) {
  const auto wrong = [&] { return refused(fmt::format("'{}' is no step: a step is 0, 0_3, 0x or 0d", text)); };
  world::move step;
  const char* const end = text.data() + text.size();
  auto [at, error] = std::from_chars(text.data(), end, step.p);
  if (error != std::errc()) throw wrong();
  if (at != end && (*at == 'x' || *at == 'd')) {
    step.crash = *at == 'x';
    step.drain = *at == 'd';
    ++at;
  }
  if (at == end) return step;
  if (*at++ != '_' || step.drain) throw wrong();
  if (std::string_view(at, end) == "oo") {
    step.value = infinity;
    return step;
  }
  word value = 0;
  const auto number = std::from_chars(at, end, value);
  if (number.ec != std::errc() || number.ptr != end) throw wrong();
  step.value = value;
  return step;
}

}  // namespace

std::string spelt(const world::move& step) {
  std::string text = std::to_string(step.p);
  if (step.drain) return text + 'd';
  if (step.crash) text += 'x';
  return step.value ? text + '_' + to_string(*step.value) : text;
}

std::string spelt(const std::vector<world::move>& run) {
  std::string text;
  for (const auto& step : run) text += (text.empty() ? "" : ".") + spelt(step);
  return text;
}

std::vector<world::move> run_from(std::string_view text) {
  std::vector<world::move> run;
  while (!text.empty()) {
    const auto end = std::min(text.find('.'), text.size());
    if (run.size() == most_steps) throw refused(fmt::format("a run here has at most {} steps", most_steps));
    run.push_back(step_from(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return run;
}

std::vector<world::move> moves_of(const program& code, const trace& of) {
  if (of.steps.size() > most_steps)
    throw refused(fmt::format("a run of {} steps; here one has at most {}", of.steps.size(), most_steps));
  world on(code, false);
  std::vector<world::move> run;
  for (const auto& step : of.steps) {
    world::move how{step.p, step.crash, {}, step.kind == action::drain};
    if (step.p < on.n() && !how.drain) {
      const bool ends = on.view(step.p).next.kind == action::write_end;
      if (step.crash ? ends : on.undecided(step.p)) how.value = ends ? step.left : step.value;
    }
    if (const auto why = on.take(step); !why.empty())
      throw refused(fmt::format("step {}, process {}: the code does not do this: {}", run.size() + 1, step.p, why));
    run.push_back(how);
  }
  return run;
}

trace told(const program& code, const std::vector<world::move>& run) {
  world on(code, false);
  trace all;
  all.n = on.n();
  for (const auto& step : run) {
    trace_step one;
    if (const auto why = on.take(step, one); !why.empty())
      throw refused(fmt::format("step {}, process {}: {}", all.steps.size() + 1, step.p, why));
    all.steps.push_back(std::move(one));
  }
  all.loop = all.steps.size();
  return all;
}

}  // namespace doorway::lab::serving
