// doorway-lab walk NAME: random steps, as many as one likes, through an algorithm or a timestamp system.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>

#include "commands.hpp"
#include "lab/catalogue/trace_json.hpp"
#include "lab/sampling/walk.hpp"
#include "size_options.hpp"
#include "trace_file.hpp"

namespace doorway::lab {
namespace {

struct walk_options {
  std::string name;
  size_options size;
  double steps = 1e8;
  std::uint64_t seed = 1;
  std::optional<std::uint64_t> episode;
  std::uint32_t crashes = 0;
  bool abort = false;
  std::uint64_t fife = 0;
  std::string trace_file;
};

const std::vector<std::string> blocks{"unbounded-timestamps", "bounded-timestamps"};

// An entry for size_options: what a block takes.
entry block_entry(const std::string& name) {
  return {{"name", name}, {"problem", "timestamps"}, {"parameters", {"n"}}, {"most_n", 8}};
}

// A usage error if something is asked of a block that only a lock has.
void check_block(const walk_options& options) {
  const auto refuse = [&](bool given, const char* option) {
    if (given)
      throw CLI::ValidationError(fmt::format(
          "{}: {} is a timestamp system, not a lock, and takes -n only; leave {} out", option, options.name, option));
  };
  refuse(options.size.k.has_value(), "-k");
  refuse(options.size.l.has_value(), "-l");
  refuse(options.size.sessions.has_value(), "--sessions");
  refuse(options.abort, "--abort");
  refuse(options.fife != 0, "--fife");
  if (!options.trace_file.empty()) throw CLI::ValidationError("--trace: only algorithms can be replayed, not blocks");
}

std::string again(const walk_options& options, const topics& all, const parameters& size, std::uint64_t episode) {
  auto text = fmt::format("{} {} -n {}", all.command("walk"), options.name, size.n);
  if (size.k > 1) text += fmt::format(" -k {}", size.k);
  if (size.l != 0) text += fmt::format(" -l {}", size.l);
  if (size.sessions != 0) text += fmt::format(" --sessions {}", size.sessions);
  if (options.crashes != 0) text += fmt::format(" --crashes {}", options.crashes);
  if (options.abort) text += " --abort";
  if (options.fife != 0) text += fmt::format(" --fife {}", options.fife);
  return text + fmt::format(" --seed {} --episode {}", options.seed, episode);
}

void print(const walk_options& options, const topics& all, const parameters& size, const random::outcome& seen,
           bool block) {
  fmt::print("{} n={} k={} seed={}{}{}\n", options.name, size.n, size.k, options.seed,
             options.crashes == 0 ? "" : fmt::format(" crashes={}", options.crashes), options.abort ? " abort" : "");
  fmt::print("{} steps in {} episodes, {:.1f} s, {:.1f} M steps/s; {} {}", seen.steps, seen.episodes, seen.seconds,
             static_cast<double>(seen.steps) / std::max(seen.seconds, 1e-9) / 1e6, seen.entries,
             block ? "labels and scans" : "entries");
  if (!block) fmt::print(", at most {} inside", seen.most_inside);
  if (options.abort) fmt::print(", {} gave up", seen.withdrawn);
  if (options.crashes != 0) fmt::print(", {} crashed", seen.crashed);
  if (seen.worst_enabled != 0) fmt::print("; overtaken and in after at most {} own steps", seen.worst_enabled);
  fmt::print("\n");
  if (seen.broken.words.empty()) {
    fmt::print("  nothing was violated\n");
    return;
  }
  // The whole is long; the end is what one looks at first.
  constexpr std::size_t shown = 48;
  trace end = seen.how;
  if (end.steps.size() > shown) {
    fmt::print("  VIOLATED after {} steps of episode {}; the last {} of them:\n\n", end.steps.size(), seen.episode,
               shown);
    end.steps.erase(end.steps.begin(), end.steps.end() - shown);
    end.loop = end.steps.size();
  } else {
    fmt::print("  VIOLATED in episode {}:\n\n", seen.episode);
  }
  fmt::print("{}\nthe same again: {}\n", drawn(end), again(options, all, size, seen.episode));
}

void write_trace(const walk_options& options, const topics& all, const parameters& size, const random::outcome& seen,
                 trace_file& to) {
  if (!seen.broken.which) throw std::runtime_error("--trace: this violation has no property that could be replayed");
  const setting of{
      .algorithm = options.name, .size = size, .passages = 0, .crashes = options.crashes, .abort = options.abort};
  to.write(trace_json(of, {*seen.broken.which, verdict::violated, "", "", {}, seen.how}));
  // How many steps of its own are too many is this walk's question; a trace does not say it.
  if (*seen.broken.which == claim::fife) fmt::print("{} is for reading, not for replay\n", options.trace_file);
  else fmt::print("play it again: {} {}\n", all.command("replay"), options.trace_file);
}

void walk_command(const walk_options& options, const topics& all) {
  const bool block = all.catalogued() && std::find(blocks.begin(), blocks.end(), options.name) != blocks.end();
  if (block) check_block(options);
  const entry one = block ? block_entry(options.name) : all.named(options.name).about;
  options.size.check();
  options.size.check_fits(one);
  constexpr double most_steps = 1e18;
  if (!(options.steps >= 1 && options.steps <= most_steps))
    throw CLI::ValidationError(fmt::format("--steps {}: give 1 to {}", options.steps, most_steps));
  if (options.crashes > options.size.n)
    throw CLI::ValidationError(
        fmt::format("--crashes {}: there are only {} processes", options.crashes, options.size.n));
  const auto size = options.size.for_algorithm(one);
  const auto what = block ? random::make_block(options.name, size) : all.named(options.name).code.make_for_walks(size);
  if (options.abort && !what->can_abort())
    throw CLI::ValidationError(fmt::format("--abort: {} has no abort", options.name));
  trace_file to(options.trace_file);
  random::plan how{.steps = static_cast<std::uint64_t>(options.steps),
                   .seed = options.seed,
                   .crashes = options.crashes,
                   .abort = options.abort,
                   .order = !block && claims_order(one),
                   .most_enabled = options.fife};
  if (options.episode) {
    how.first_episode = *options.episode;
    how.episodes = 1;
  }
  if (isatty(STDERR_FILENO) != 0)
    how.progress = [&](std::uint64_t steps) {
      fmt::print(stderr, "\r\033[K{:.0f} M of {:.0f} M steps", static_cast<double>(steps) / 1e6, options.steps / 1e6);
    };
  const auto seen = random::walk(*what, how);
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\033[K");
  print(options, all, size, seen, block);
  if (seen.broken.words.empty()) return to.write_nothing(stdout);
  if (to.wanted()) write_trace(options, all, size, seen, to);
  throw CLI::RuntimeError(1);
}

}  // namespace

void add_walk(CLI::App& app, const topics& of) {
  auto* command = app.add_subcommand("walk", "random steps, very many: 0 nothing found, 1 violated");
  auto options = std::make_shared<walk_options>();
  options->size.n = 3;
  options->size.most = 64;
  command
      ->add_option("name", options->name,
                   of.catalogued() ? "an algorithm, or bounded-timestamps, or unbounded-timestamps" : "an algorithm")
      ->required();
  options->size.add_to(*command);
  command->add_option("--steps", options->steps, "at least so many, such as 1e9 (1e8)");
  command->add_option("--seed", options->seed, "of all that is drawn at random (1)");
  command->add_option("--episode", options->episode, "only this one")->check(CLI::NonNegativeNumber);
  command->add_option("--crashes", options->crashes, "how many processes may crash in an episode (0)");
  command->add_flag("--abort", options->abort, "a waiting process may give up at any await");
  command->add_option("--fife", options->fife, "an overtaken process must be in after so many steps of its own")
      ->check(CLI::PositiveNumber);
  command->add_option("--trace", options->trace_file,
                      "write the counterexample to this file, as JSON; one of --fife is for reading, not for replay");
  command->footer(
      "A walk is a sequence of episodes of 1000 to 1000000 steps, each from the initial registers, with turns and "
      "pauses "
      "drawn anew.\nWatched: exclusion, the declarations of the registers, the order of arrival where it is claimed, "
      "and, with --fife, who is\novertaken; of a timestamp system the properties of "
      "doorway/algorithms/blocks/timestamps.hpp.");
  command->callback([options, &of] { walk_command(*options, of); });
}

}  // namespace doorway::lab
