// doorway-lab rmr: how many remote memory references a passage takes, and whether waiting takes any.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "commands.hpp"
#include "lab/rmr/plot.hpp"
#include "lab/rmr/study.hpp"
#include "rmr_report.hpp"
#include "size_options.hpp"

namespace doorway::lab {

namespace {

constexpr std::int64_t most_steps = 100'000'000;
constexpr std::int64_t most_counted = 256;  // every process has a cache for n x n registers
const std::vector<std::string> own_schedules{"random", "round-robin", "greedy"};

struct rmr_options {
  std::string name;
  std::string model;
  std::vector<std::int64_t> sizes;
  size_options size;
  std::int64_t passages = 2000;
  std::int64_t steps = 500;  // for each of them
  std::int64_t active = 0;
  std::string schedule = "all";
  std::uint64_t seed = 1;
  bool json = false;
  bool exact = false;
  std::string plot;
};

template <class... Values>
[[noreturn]] void usage_error(fmt::format_string<Values...> text, Values&&... values) {
  throw CLI::ValidationError(fmt::format(text, std::forward<Values>(values)...));
}

rmr::cost_model model_named(const std::string& name) {
  for (const auto& one : rmr::cost_models)
    if (one.name == name) return one;
  usage_error("--model {}: there are cc, cc-write-back and dsm", name);
}

// paper: is there a paper that gives one?
std::vector<std::string> schedules_of(const rmr_options& options, bool paper) {
  auto known = own_schedules;
  if (options.schedule == "all") {
    if (paper) known.emplace_back(rmr::paper_schedule);
    return known;
  }
  if (options.schedule == rmr::paper_schedule) {
    if (!paper) usage_error("--schedule paper: no paper gives a schedule for {}; one-bit has one", options.name);
    return {options.schedule};
  }
  if (std::find(known.begin(), known.end(), options.schedule) == known.end())
    usage_error("--schedule {}: there are random, round-robin, greedy, paper and all", options.schedule);
  return {options.schedule};
}

// How many may be inside, as far as that was given.
std::int64_t inside(const rmr_options& options) {
  return std::max(options.size.k.value_or(1), options.size.l.value_or(1));
}

// Without -n: the powers of two up to 64 with which somebody has to wait.
std::vector<process_id> sizes_of(const rmr_options& options, const entry& one) {
  std::vector<process_id> out;
  const std::int64_t most = std::min(most_counted, most_n(one));
  if (options.sizes.empty())
    for (process_id n = 2; n <= std::min<std::int64_t>(64, most); n *= 2)
      if (n > inside(options)) out.push_back(n);
  for (const auto n : options.sizes) {
    if (n < 1 || n > most) usage_error("-n {}: RMRs are counted for 1 to {} processes", n, most);
    if (n < inside(options)) usage_error("-n {}: fewer processes than the {} that may be inside", n, inside(options));
    out.push_back(static_cast<process_id>(n));
  }
  if (options.active < 0 ||
      (options.active > 0 && options.active > (out.empty() ? 0 : *std::min_element(out.begin(), out.end()))))
    usage_error("--active {}: give 1 or more, and at most n", options.active);
  if (out.empty()) usage_error("-k {}: give -n too, larger than that", inside(options));
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Those that a search of all schedules is quick for, and in which somebody has to wait.
std::vector<process_id> exact_sizes(const rmr_options& options) {
  std::vector<process_id> out;
  for (const process_id n : {2U, 3U})
    if (n > inside(options)) out.push_back(n);
  if (out.empty()) usage_error("--exact: searches n = 2 and 3, where {} inside leave nobody waiting", inside(options));
  return out;
}

rmr::inquiry inquiry_of(const rmr_options& options, const topic& which, bool paper) {
  const entry& one = which.about;
  options.size.check_fits(one);
  if (options.passages < 1) usage_error("--passages {}: at least one is needed", options.passages);
  if (options.steps < 1 || options.steps > most_steps)
    usage_error("--steps {}: give 1 to {}", options.steps, most_steps);
  if (!options.plot.empty() && !options.plot.ends_with(".svg"))
    usage_error("--plot {}: only SVG is written; give a name that ends in .svg", options.plot);
  if (const auto folder = std::filesystem::path(options.plot).parent_path();
      !folder.empty() && !std::filesystem::is_directory(folder))
    usage_error("--plot {}: there is no folder {}", options.plot, folder.string());
  if (options.exact && !rmr::can_search_exactly())
    throw std::runtime_error("--exact: this build's fibers cannot be put away (sanitizers, other processors)");
  rmr::inquiry what{.name = options.name,
                    .make = which.code.make_counting,
                    .model = model_named(options.model),
                    .sizes = sizes_of(options, one),
                    .schedules = schedules_of(options, paper),
                    .size = {}};
  what.size = [&one, given = options.size](process_id n) {
    auto size = given;
    size.n = n;
    // So that somebody waits.
    if (takes(one, "k") && !size.k) size.k = n > 2 ? 2 : 1;
    size.check();
    return size.for_algorithm(one);
  };
  what.bounds.passages = static_cast<std::uint64_t>(options.passages);
  what.bounds.steps = static_cast<std::uint64_t>(options.steps) * what.bounds.passages;
  what.active = static_cast<process_id>(options.active);
  what.seed = options.seed;
  if (options.exact) what.exact = exact_sizes(options);
  if (isatty(STDERR_FILENO) != 0)
    what.progress = [](const std::string& part, process_id n) {
      fmt::print(stderr, "\r\033[K{}{}", part, n == 0 ? "" : fmt::format(", n = {}", n));
    };
  return what;
}

void write_plot(const std::string& file, const rmr::study& found, const std::string& title) {
  std::ofstream out(file);
  out << rmr::plot(found, title);
  out.close();
  if (!out) throw std::runtime_error("cannot write " + file);
}

void rmr_command(const rmr_options& options, const topics& all) {
  const topic& which = all.named(options.name);
  const entry& one = which.about;
  const auto what = inquiry_of(options, which, all.catalogued() && rmr::has_paper_schedule(options.name));
  const auto found = rmr::carry_out(what);
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\033[K");
  for (const auto& line : found.lines)
    for (const auto& at : line.by_n)
      if (at.passages == 0)
        throw std::runtime_error(fmt::format("n = {}, {}: no passage ended within {} steps; give more --steps", at.n,
                                             line.schedule, what.bounds.steps));
  if (options.json) fmt::print("{}\n", rmr_json(one, what, found).dump(2));
  else fmt::print("{}", rmr_text(one, what, found, isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr));
  if (!options.plot.empty()) write_plot(options.plot, found, rmr_title(one, what));
}

constexpr const char* legend =
    "An RMR is an access that leaves the process's own cache (cc, cc-write-back) or memory module (dsm); the models "
    "are\n"
    "those of Danek's thesis, sections 1.5 and 2.3. mean, worst: RMRs of a passage, remainder to remainder; the worst "
    "is the\n"
    "largest found. A run ends early after so many steps, all processes together, for every passage asked for "
    "(--steps).\n"
    "random: a process drawn at random takes a number of steps drawn at random. round-robin: one step each.\n"
    "greedy: against one process at a time: first its reads that cost and tell it nothing new, then writes to what it "
    "has\n"
    "in its cache, then others at random for a while. paper: the schedule that a paper gives (one-bit has one).\n"
    "local-spin: a waiting process does not pay for waiting.";

}  // namespace

void add_rmr(CLI::App& app, const topics& of) {
  auto* command = app.add_subcommand("rmr", "remote memory references per passage, and whether waiting costs any");
  auto options = std::make_shared<rmr_options>();
  command->add_option("name", options->name, "an algorithm, as doorway-lab list has it")->required();
  command->add_option("--model", options->model, "cc, cc-write-back or dsm")->required();
  command->add_option("-n", options->sizes, "numbers of processes, 1 to 256 (2,4,8,16,32,64)")->delimiter(',');
  command->add_option("-k", options->size.k, "k-exclusion: how many may be inside (2)");
  command->add_option("-l", options->size.l, "partial-exclusion: how many may be inside with k-1 crashes (k+1)");
  command->add_option("--sessions", options->size.sessions, "group exclusion: how many sessions there are (2)");
  command->add_option("--passages", options->passages, "of all processes together, for each n and schedule (2000)");
  command->add_option("--steps", options->steps, "for every passage; then a run ends early (500)");
  command->add_option("--active", options->active, "only so many of the n processes ever run (all)")
      ->check(CLI::PositiveNumber);
  command->add_option("--schedule", options->schedule, "random, round-robin, greedy, paper or all (all)");
  command->add_option("--seed", options->seed, "of what is drawn at random (1)");
  command->add_flag("--exact", options->exact, "also search all schedules of 2 and 3 processes, 1 and 2 passages each");
  command->add_flag("--json", options->json, "as JSON");
  command->add_option("--plot", options->plot, "write a picture to this file, which ends in .svg");
  command->footer(legend);
  command->callback([options, &of] { rmr_command(*options, of); });
}

}  // namespace doorway::lab
