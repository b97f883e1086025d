// doorway-lab replay FILE: a counterexample, played again step by step on the algorithm itself.

#include <fmt/core.h>

#include <fstream>
#include <memory>
#include <sstream>

#include "commands.hpp"
#include "trace_json.hpp"

namespace doorway::lab {
namespace {

void replay_command(const std::string& path, bool every_step) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error(fmt::format("cannot read {}", path));
  const read_trace of = parse_trace(text.str());
  const auto code = of.of.make();
  rerun_result seen;
  const std::string why = objection(*code, of, seen);
  fmt::print("{} n={} k={}: {}\n\n{}\n", of.of.name, of.of.size.n, of.of.size.k, name(of.what),
             drawn(of.steps, 120, every_step ? of.steps.steps.size() : 48));
  if (!why.empty()) throw std::runtime_error(why);
  fmt::print("played on the code: {} steps, {}\n", seen.steps, name(verdict::violated));
}

}  // namespace

void add_replay(CLI::App& app) {
  auto* command = app.add_subcommand("replay", "play a counterexample of check again");
  auto path = std::make_shared<std::string>();
  command->add_option("file", *path, "what check --trace has written")->required();
  auto every_step = std::make_shared<bool>(false);
  command->add_flag("--steps", *every_step, "show every step, also where that is more than a screen");
  command->callback([path, every_step] { replay_command(*path, *every_step); });
}

}  // namespace doorway::lab
