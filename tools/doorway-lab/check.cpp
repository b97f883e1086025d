// doorway-lab check NAME: every interleaving of a bounded number of passages, and what it says of each property.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>

#include "command_text.hpp"
#include "commands.hpp"
#include "lab/catalogue/setting_json.hpp"
#include "lab/catalogue/trace_json.hpp"
#include "lab/check.hpp"
#include "memory_option.hpp"
#include "serve/written.hpp"
#include "size_options.hpp"
#include "trace_file.hpp"

namespace doorway::lab {
namespace {

constexpr int violated_status = 1;
constexpr int inconclusive_status = 3;
constexpr unsigned most_threads = 256;

struct check_options {
  std::string name;
  size_options size;
  std::string passages = "1";
  std::uint32_t crashes = 0;
  std::string registers = "declared";
  std::optional<std::uint32_t> preemptions;
  bool abort = false;
  bool recover = false;
  bool any_order = false;
  std::string memory_order = "sc";
  std::optional<std::uint32_t> buffer;
  std::vector<std::string> properties;
  std::uint64_t memory = std::uint64_t{8} << 30U;
  std::string time = "5m";
  unsigned threads = 0;
  std::uint64_t cap = 0;
  std::string trace_file;
  std::string html_file;
  bool json = false;
};

double seconds_of(const std::string& text) {
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string unit = text.substr(used);
  const double factor = unit.empty() || unit == "s" ? 1 : unit == "m" ? 60 : unit == "h" ? 3600 : 0;
  if (used == 0 || factor == 0 || !(value > 0))
    throw CLI::ValidationError(fmt::format("--time {}: give a time such as 90s, 5m or 2h", text));
  return value * factor;
}

std::uint32_t passages_of(const std::string& text) {
  if (text == "unbounded") return 0;
  std::size_t used = 0;
  long value = 0;
  try {
    value = std::stol(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  if (used != text.size() || value < 1 || value > 1000)
    throw CLI::ValidationError(fmt::format("--passages {}: give 1 to 1000, or unbounded", text));
  return static_cast<std::uint32_t>(value);
}

// A line on a terminal, and every few seconds a line elsewhere.
class narrator {
 public:
  void operator()(const progress& at) {
    const bool terminal = isatty(STDERR_FILENO) != 0;
    constexpr double pace = 5;
    if (!terminal && at.seconds < told_ + pace) return;
    told_ = at.seconds;
    told_anything_ = terminal;
    fmt::print(stderr, "{}depth {}, {} states, {:.1f} M/s, frontier {}, {:.0f} MB, {:.0f} s{}",
               terminal ? "\r\033[K" : "", at.depth, at.states,
               static_cast<double>(at.states) / std::max(at.seconds, 1e-9) / 1e6, at.frontier,
               static_cast<double>(at.bytes) / 1e6, at.seconds, terminal ? "" : "\n");
  }
  void done() const {
    if (told_anything_) fmt::print(stderr, "\r\033[K");
  }

 private:
  double told_ = 0;
  bool told_anything_ = false;
};

std::string verdict_of(const finding& f) {
  std::string text(f.is == verdict::holds_up_to ? "HOLDS up to " + f.bound : name(f.is));
  if (f.is == verdict::inconclusive) text += ": " + f.reason;
  if (f.steps) text += ", in at most " + counted(*f.steps, "own step", "own steps");
  return text;
}

std::string figures_of(const figures& f) {
  const auto& e = f.explored;
  std::string components;
  for (auto c : f.components) components += fmt::format("{}{}", components.empty() ? "" : "+", c);
  return fmt::format(
      "{} states{}, {} steps between them, depth {}, {:.2f} s; {} bits a state, {:.1f} bytes of memory; "
      "components {} from {} steps of the code, {} round{}",
      e.states,
      f.from_rest_to_rest ? " at rest"
      : f.by_order        ? " of tickets by their order"
                          : "",
      e.edges, e.depth, f.seconds, f.bits,
      static_cast<double>(e.bytes) / static_cast<double>(std::max<std::uint64_t>(e.states, 1)), components, f.steps,
      f.rounds,
      f.lazy          ? ", learned on the way"
      : f.rounds == 1 ? ""
                      : "s");
}

entry report_json(const setting& of, const report& found) {
  entry all = setting_json(of);
  const auto& m = found.measured;
  all["states"] = m.explored.states;
  all["edges"] = m.explored.edges;
  all["depth"] = m.explored.depth;
  all["seconds"] = m.seconds;
  all["bytes"] = m.explored.bytes;
  all["bits"] = m.bits;
  all["components"] = m.components;
  all["rounds"] = m.rounds;
  all["lazy"] = m.lazy;
  all["by_order"] = m.by_order;
  all["from_rest_to_rest"] = m.from_rest_to_rest;
  all["most_inside"] = m.seen.inside;
  all["findings"] = entry::array();
  for (const auto& f : found.findings) {
    entry one{{"property", name(f.what)}, {"verdict", name(f.is)}};
    if (!f.bound.empty()) one["bound"] = f.bound;
    if (!f.reason.empty()) one["reason"] = f.reason;
    if (f.steps) one["own_steps"] = *f.steps;
    if (f.counterexample) one["trace"] = trace_json(of, f);
    all["findings"].push_back(one);
  }
  return all;
}

// A usage error if the algorithm lacks what it is asked to do: giving up, coming back.
std::unique_ptr<program> make(const topic& one, const setting& of) try {
  return one.code.make(of);
} catch (const std::invalid_argument& error) {
  throw CLI::ValidationError(fmt::format("{}: {}", of.algorithm, error.what()));
}

// Is there a register whose flickering reads have no bound of their own?
bool needs_cap(const program& code) {
  const auto& all = code.shared().registers();
  return std::any_of(all.begin(), all.end(), [](const auto& r) { return r.safe && r.domain == unbounded; });
}

void check_command(const check_options& options, const topics& all) {
  const auto& asked_about = all.named(options.name);
  const auto& one = asked_about.about;
  options.size.check();
  options.size.check_fits(one);
  setting of{.algorithm = options.name,
             .size = options.size.for_algorithm(one),
             .passages = passages_of(options.passages),
             .crashes = options.crashes,
             .abort = options.abort,
             .recover = options.recover,
             .any_order = options.any_order,
             .preemptions = options.preemptions,
             .cap = options.cap};
  if (options.crashes > of.size.n)
    throw CLI::ValidationError(fmt::format("--crashes {}: there are only {} processes", options.crashes, of.size.n));
  if (options.recover && options.crashes == 0)
    throw CLI::ValidationError("--recover: nobody crashes; give --crashes too");
  if (options.memory_order == "tso") {
    if (options.registers == "safe")
      throw CLI::ValidationError(
          "--memory-order tso: stores of machine words are buffered, and those are atomic, not safe");
    of.buffer = options.buffer.value_or(usual_buffer);
    of.registers = register_model::atomic;
  } else if (options.buffer) {
    throw CLI::ValidationError(fmt::format(
        "--store-buffer {}: there are no store buffers; give --memory-order tso too, or leave --store-buffer out",
        *options.buffer));
  }
  if (options.registers == "atomic") of.registers = register_model::atomic;
  if (options.registers == "safe") of.registers = register_model::safe;

  question asked;
  if (!options.properties.empty()) asked.claims.clear();
  for (const auto& text : options.properties) {
    const auto what = find_claim(text);
    if (!what)
      throw CLI::ValidationError(
          fmt::format("--property {}: there is none of that name; the properties are: {}", text, claim_names()));
    asked.claims.push_back(*what);
  }
  // Who does not ask for it may let a register grow beyond its domain.
  of.domains = std::find(asked.claims.begin(), asked.claims.end(), claim::declarations) != asked.claims.end();
  asked.limits.memory = options.memory;
  asked.limits.seconds = seconds_of(options.time);
  asked.limits.threads = options.threads;
  auto tell = std::make_shared<narrator>();
  asked.limits.report = [tell](const progress& at) { (*tell)(at); };

  const auto code = make(asked_about, of);
  if (options.cap != 0 && !needs_cap(*code))
    throw CLI::ValidationError(fmt::format(
        "--cap {}: {} has no safe register without a domain here; give --registers safe, or leave --cap out",
        options.cap, of.algorithm));
  trace_file to(options.trace_file);
  trace_file page(options.html_file, "--html");
  const report found = check(*code, asked);
  tell->done();
  if (options.json) {
    fmt::print("{}\n", report_json(of, found).dump(2));
  } else {
    fmt::print("{} {}\n{}\n", of.algorithm, in_options(of), figures_of(found.measured));
    for (const auto& f : found.findings) {
      fmt::print("  {:<24}{}\n", name(f.what), verdict_of(f));
      if (f.counterexample) fmt::print("\n{}\n", drawn(*f.counterexample));
    }
  }
  if (page.wanted()) {
    std::vector<std::string> names;
    for (const auto what : asked.claims) names.emplace_back(name(what));
    page.write_text(serving::answer_page(serving::programs(all), *code, found,
                                         checking_command(all.called(), of, &asked_about.about, false, names), ""));
  }
  const auto first =
      std::find_if(found.findings.begin(), found.findings.end(), [](const auto& f) { return bool(f.counterexample); });
  if (first == found.findings.end()) {
    to.write_nothing(options.json ? stderr : stdout);
  } else if (to.wanted()) {
    to.write(trace_json(of, *first));
    if (!options.json) fmt::print("play it again: {} {}\n", all.command("replay"), options.trace_file);
  }
  if (found.overall() == verdict::violated) throw CLI::RuntimeError(violated_status);
  if (found.overall() == verdict::inconclusive) throw CLI::RuntimeError(inconclusive_status);
}

}  // namespace

void add_check(CLI::App& app, const topics& of) {
  auto* command =
      app.add_subcommand("check", "try every interleaving of a few processes; 0 holds, 1 violated, 3 unknown");
  auto options = std::make_shared<check_options>();
  options->size.n = 3;
  options->size.most = most_lab_processes;
  command->add_option("name", options->name, "an algorithm, as doorway-lab list has it")->required();
  options->size.add_to(*command);
  command->add_option("--passages", options->passages, "that each process makes: a number, or unbounded (1)");
  command->add_option("--crashes", options->crashes, "how many processes may be crashed at the same time (0)");
  command->add_option("--registers", options->registers, "declared, atomic or safe (as the algorithm declares them)")
      ->check(CLI::IsMember({"declared", "atomic", "safe"}));
  command->add_option("--preemptions", options->preemptions, "only runs with at most so many preemptions")
      ->check(CLI::NonNegativeNumber);
  command->add_flag("--abort", options->abort, "a waiting process may give up at any await");
  command->add_flag("--recover", options->recover, "a crashed process may be recovered, and come back");
  command->add_flag("--any-order", options->any_order, "row writes, maxima and collects in any order, not ascending");
  command
      ->add_option("--memory-order", options->memory_order,
                   "sc, or tso: each process has a store buffer, as on x86, which announces empty (sc)")
      ->check(CLI::IsMember({"sc", "tso"}));
  command->add_option("--store-buffer", options->buffer, "tso: how many stores fit into a buffer (16)")
      ->check(CLI::Range(1, 64));
  command
      ->add_option("--property", options->properties,
                   "one or more of: " + claim_names() + " (the first four if not given)")
      ->delimiter(',');
  add_memory(*command, options->memory, "at most this much, such as 8G (8G)");
  command->add_option("--time", options->time, "at most this long, such as 90s, 5m, 2h (5m)");
  command->add_option("--threads", options->threads, "how many (as many as there are processors)")
      ->check(CLI::Range(1U, most_threads));
  command->add_option("--cap", options->cap, "safe registers without a domain: the largest value that flickers")
      ->check(CLI::PositiveNumber);
  command->add_option("--trace", options->trace_file, "write the first counterexample to this file, as JSON");
  command->add_option("--html", options->html_file,
                      "write a page to this file: the answer, each counterexample to be played");
  command->add_flag("--json", options->json, "as JSON");
  command->footer(std::string("Exit status: 0 all that was asked holds (up to the bound that is named), 1 something is "
                              "violated,\n2 wrong usage, 3 it is not known (memory, time) or doorway-lab failed.\n\n") +
                  trace_legend);
  command->callback([options, &of] { check_command(*options, of); });
}

}  // namespace doorway::lab
