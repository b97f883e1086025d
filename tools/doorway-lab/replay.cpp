// doorway-lab replay FILE: a counterexample, played again step by step on the algorithm itself.

#include <fmt/core.h>

#include <fstream>
#include <memory>
#include <sstream>

#include "commands.hpp"
#include "lab/rerun.hpp"
#include "trace_json.hpp"

namespace doorway::lab {
namespace {

// Does what happened break what the trace says it breaks?
bool ends_as_told(const read_trace& of, const rerun_result& seen, problem solves) {
  switch (of.what) {
    case claim::exclusion:
      return solves == problem::group_exclusion ? seen.sessions > 1 : seen.inside > of.of.size.inside();
    case claim::declarations: return seen.wrong != flaw::none;
    case claim::fcfs: return seen.inside > 0;
    default: return seen.turns;
  }
}

void replay_command(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error(fmt::format("cannot read {}", path));
  const read_trace of = parse_trace(text.str());
  const auto code = of.of.make();
  const auto seen = rerun(*code, of.steps);
  fmt::print("{} n={} k={}: {}\n\n{}\n", of.of.name, of.of.size.n, of.of.size.k, name(of.what), drawn(of.steps));
  if (!seen.complaint.empty()) throw std::runtime_error(fmt::format("the code does not do this: {}", seen.complaint));
  if (!ends_as_told(of, seen, code->solves())) throw std::runtime_error("played, and nothing was violated");
  fmt::print("played on the code: {} steps, {}\n", seen.steps, name(verdict::violated));
}

}  // namespace

void add_replay(CLI::App& app) {
  auto* command = app.add_subcommand("replay", "play a counterexample of check again");
  auto path = std::make_shared<std::string>();
  command->add_option("file", *path, "what check --trace has written")->required();
  command->callback([path] { replay_command(*path); });
}

}  // namespace doorway::lab
