#include "trace_json.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "lab/machine/program_by_name.hpp"

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
constexpr named<register_model, 3> models{
    {{register_model::declared, "declared"}, {register_model::atomic, "atomic"}, {register_model::safe, "safe"}}};

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

std::int64_t number_in(const entry& all, const char* key, std::int64_t least, std::int64_t most) {
  const auto& found = all.at(key);
  const bool whole = found.is_number_integer();
  const auto value = whole ? found.get<std::int64_t>() : 0;
  if (!whole || value < least || value > most)
    throw std::runtime_error(fmt::format("a trace with {} = {}; it is {} to {}", key, found.dump(), least, most));
  return value;
}

entry step_json(const trace_step& step) {
  entry one{{"process", step.p}, {"does", step.crash ? "crash" : name_in(actions, step.kind)}};
  if (step.crash) one["while"] = name_in(actions, step.kind);
  if (!step.name.empty()) {
    one["register"] = step.name;
    one["value"] = step.value;
    if (step.kind != action::read) one["left"] = step.left;
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
  step.value = one.value("value", word{0});
  step.left = one.value("left", word{0});
  step.flickered = one.value("flickered", false);
  step.buffered = one.value("buffered", false);
  step.before = find_in(stages, one.at("from").get<std::string>());
  step.after = find_in(stages, one.at("to").get<std::string>());
  step.was_crashed = one.value("recovered", false);
  return step;
}

}  // namespace

std::string_view name(register_model what) { return name_in(models, what); }

std::unique_ptr<program> subject_of_check::make() const {
  auto made = named_program(name, size, conduct, registers);
  if (!made) throw std::runtime_error(fmt::format("there is no algorithm '{}'", name));
  return made;
}

entry subject_json(const subject_of_check& of) {
  return {{"algorithm", of.name},
          {"n", of.size.n},
          {"k", of.size.k},
          {"l", of.size.l},
          {"sessions", std::max<word>(1, of.size.sessions)},
          {"passages", of.conduct.passages},
          {"crashes", of.crashes},
          {"registers", name(of.registers)},
          {"abort", of.conduct.abort},
          {"recover", of.conduct.recover},
          {"any_order", of.conduct.any_order},
          {"domains", of.conduct.domains},
          {"store_buffer", of.conduct.buffer}};
}

entry trace_json(const subject_of_check& of, const finding& what) {
  entry all = subject_json(of);
  all["property"] = name(what.what);
  const trace& steps = what.counterexample.value();
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

std::string objection(const program& code, const read_trace& of, rerun_result& seen) {
  seen = rerun(code, of.steps);
  if (!seen.complaint.empty()) return "the code does not do this: " + seen.complaint;
  if (seen.crashed > of.of.crashes) return fmt::format("{} are crashed at once", seen.crashed);
  if (!seen.broken.contains(std::string(name(of.what)))) return "played, and nothing was violated";
  return "";
}

read_trace parse_trace(const std::string& text) try {
  const entry all = entry::parse(text);
  read_trace read;
  read.of.name = all.at("algorithm");
  constexpr std::int64_t most_n = 64, most_sessions = 1024, most_passages = 1000,
                         most_buffer = 64;  // as check and walk take them
  const auto n = number_in(all, "n", 1, most_n);
  const auto sessions = static_cast<word>(number_in(all, "sessions", 0, most_sessions));
  read.of.size = {.n = static_cast<process_id>(n),
                  .k = static_cast<process_id>(number_in(all, "k", 1, n)),
                  .l = static_cast<process_id>(number_in(all, "l", 0, n)),
                  .sessions = sessions};
  read.of.conduct = {.passages = static_cast<std::uint32_t>(number_in(all, "passages", 0, most_passages)),
                     .abort = all.at("abort"),
                     .recover = all.at("recover"),
                     .any_order = all.value("any_order", false),
                     .domains = all.at("domains"),
                     .buffer = static_cast<std::uint32_t>(
                         all.contains("store_buffer") ? number_in(all, "store_buffer", 0, most_buffer) : 0)};
  read.of.registers = find_in(models, all.at("registers").get<std::string>());
  read.of.crashes = static_cast<std::uint32_t>(number_in(all, "crashes", 0, n));
  const auto what = find_claim(all.at("property").get<std::string>());
  if (!what) throw std::runtime_error("a trace of an unknown property");
  read.what = *what;
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
