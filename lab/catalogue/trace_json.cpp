#include "lab/catalogue/trace_json.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "lab/catalogue/setting_json.hpp"

namespace doorway::lab {
namespace {

template <class What, std::size_t Count>
using named = std::array<std::pair<What, std::string_view>, Count>;

constexpr named<action, 12> actions{{{action::read, "read"},
                                     {action::take, "take"},
                                     {action::add, "add"},
                                     {action::write, "write"},
                                     {action::store, "store"},
                                     {action::drain, "drain"},
                                     {action::write_end, "write_end"},
                                     {action::pause, "leave"},
                                     {action::choice, "choose"},
                                     {action::done, "done"},
                                     {action::dead, "dead"},
                                     {action::bad, "bad"}}};
constexpr named<stage, 8> stages{{{stage::remainder, "remainder"},
                                  {stage::doorway, "doorway"},
                                  {stage::waiting, "waiting"},
                                  {stage::awaiting, "awaiting"},
                                  {stage::critical, "critical"},
                                  {stage::exit, "exit"},
                                  {stage::abort, "abort"},
                                  {stage::recover, "recover"}}};
template <class Names, class What>
std::string_view name_in(const Names& names, What what) {
  for (const auto& [one, text] : names)
    if (one == what) return text;
  return "?";
}
template <class Names>
auto find_in(const Names& names, const std::string& wanted) {
  for (const auto& [one, text] : names)
    if (text == wanted) return one;
  throw std::runtime_error(fmt::format("a trace does not know '{}'", wanted));
}

// A word of a register; what is being written, or has no end, by a name.
constexpr const char* being_written = "being written";
entry value_json(word value) {
  if (value == in_flux) return being_written;
  if (value == infinity) return "oo";
  return value;
}
word value_from(const entry& one, const char* key) {
  if (!one.contains(key)) return 0;
  const auto& value = one.at(key);
  if (value == being_written) return in_flux;
  return value == "oo" ? infinity : value.get<word>();
}

entry step_json(const trace_step& step) {
  entry one{{"process", step.p}, {"does", step.crash ? "crash" : name_in(actions, step.kind)}};
  if (step.crash) one["while"] = name_in(actions, step.kind);
  if (!step.name.empty()) {
    one["register"] = step.name;
    one["value"] = value_json(step.value);
    if (step.kind != action::read) one["left"] = value_json(step.left);
    if (step.flickered) one["flickered"] = true;
    if (step.buffered) one["buffered"] = true;
  }
  if (step.kind == action::choice) one["value"] = step.value;
  if (!step.label.empty()) one["label"] = step.label;
  one["from"] = name_in(stages, step.before);
  one["to"] = name_in(stages, step.after);
  if (step.was_crashed) one["recovered"] = true;
  one["text"] = to_string(step);
  return one;
}

trace_step step_from(const entry& one) {
  trace_step step;
  step.p = one.at("process");
  const auto does = one.at("does").get<std::string>();
  step.crash = does == "crash";
  step.kind = find_in(actions, step.crash ? one.at("while").get<std::string>() : does);
  step.name = one.value("register", "");
  step.label = one.value("label", "");
  step.value = value_from(one, "value");
  step.left = value_from(one, "left");
  step.flickered = one.value("flickered", false);
  step.buffered = one.value("buffered", false);
  step.before = find_in(stages, one.at("from").get<std::string>());
  step.after = find_in(stages, one.at("to").get<std::string>());
  step.was_crashed = one.value("recovered", false);
  return step;
}

}  // namespace

entry run_json(const setting& of, const trace& steps, std::optional<claim> breaks) {
  entry all = setting_json(of);
  if (breaks) all["property"] = name(*breaks);
  all["ends"] = steps.last_line;
  if (steps.loop < steps.steps.size()) all["loop"] = steps.loop;
  if (steps.critical) {
    all["critical"] = *steps.critical;
    all["critical_because"] = steps.critical_line;
  }
  all["steps"] = entry::array();
  for (const auto& step : steps.steps) all["steps"].push_back(step_json(step));
  return all;
}

entry trace_json(const setting& of, const finding& what) {
  return run_json(of, what.counterexample.value(), what.what);
}

std::string objection(const program& code, const read_trace& of, rerun_result& seen) {
  if (of.what) return objection(code, of.steps, *of.what, seen);
  seen = rerun(code, of.steps);
  if (!seen.complaint.empty()) return "the code does not do this: " + seen.complaint;
  return seen.crashed > of.of.crashes ? fmt::format("{} are crashed at once", seen.crashed) : "";
}

read_trace parse_trace(const std::string& text) try {
  const entry all = parse_foreign(text);
  read_trace read;
  try {
    read.of = setting_from(all);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("a trace with {}", error.what()));
  }
  if (all.contains("property")) {
    read.what = find_claim(all.at("property").get<std::string>());
    if (!read.what) throw std::runtime_error("a trace of an unknown property");
  }
  read.steps.n = read.of.size.n;
  for (const auto& step : all.at("steps")) read.steps.steps.push_back(step_from(step));
  for (const auto& step : read.steps.steps)
    if (step.p >= read.steps.n) throw std::runtime_error(fmt::format("there is no process {}", step.p));
  read.steps.loop = all.value("loop", read.steps.steps.size());
  if (read.steps.loop > read.steps.steps.size()) throw std::runtime_error("the loop begins after the end");
  read.steps.last_line = all.at("ends");
  if (all.contains("critical")) {
    read.steps.critical = all.at("critical").get<std::size_t>();
    read.steps.critical_line = all.at("critical_because");
  }
  return read;
} catch (const nlohmann::json::exception& error) {
  throw std::runtime_error(fmt::format("not a trace of doorway-lab check: {}", error.what()));
}

}  // namespace doorway::lab
