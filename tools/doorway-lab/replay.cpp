// doorway-lab replay FILE: a counterexample, played again step by step on the algorithm itself.

#include <fmt/core.h>

#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "commands.hpp"
#include "lab/catalogue/trace_json.hpp"
#include "size_options.hpp"

namespace doorway::lab {
namespace {

// A process too many for the algorithm: it would be built for as many as it is told.
void check_size(const topic& one, const setting& of) {
  if (of.size.n > most_n(one.about))
    throw std::runtime_error(
        fmt::format("a trace with n = {}; {} is for at most {}", of.size.n, of.algorithm, most_n(one.about)));
}

void replay_command(const topics& all, const std::string& path, bool every_step) try {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error("cannot be read");
  const read_trace of = parse_trace(text.str());
  if (const auto* one = all.find(of.of.algorithm)) check_size(*one, of.of);
  const auto code = all.make(of.of);
  if (!code) throw std::runtime_error(fmt::format("there is no algorithm '{}'", of.of.algorithm));
  rerun_result seen;
  const std::string why = objection(*code, of, seen);
  fmt::print("{} n={} k={}: {}\n\n{}\n", of.of.algorithm, of.of.size.n, of.of.size.k,
             of.what ? name(*of.what) : "a run", drawn(of.steps, 120, every_step ? of.steps.steps.size() : 48));
  if (!why.empty()) throw std::runtime_error(why);
  if (of.what) fmt::print("played on the code: {} steps, {}\n", seen.steps, name(verdict::violated));
  else fmt::print("played on the code: {} steps, as they were written down\n", seen.steps);
} catch (const std::exception& error) {
  throw std::runtime_error(fmt::format("{}: {}", path, error.what()));
}

}  // namespace

void add_replay(CLI::App& app, const topics& of) {
  auto* command = app.add_subcommand("replay", "play a counterexample of check, or a run of serve, again");
  auto path = std::make_shared<std::string>();
  command->add_option("file", *path, "what check --trace, or the page of serve, has written")->required();
  auto every_step = std::make_shared<bool>(false);
  command->add_flag("--steps", *every_step, "show every step, also where that is more than a screen");
  command->footer(
      std::string("Exit status: 0 the code does this, and it ends in the violation if one is named, 2 wrong usage,\n"
                  "3 it does not, or the file is no trace.\n\n") +
      trace_legend);
  command->callback([path, every_step, &of] { replay_command(of, *path, *every_step); });
}

}  // namespace doorway::lab
