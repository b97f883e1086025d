// doorway-lab run: real threads through an algorithm, watched.

#include <fmt/core.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>

#include "commands.hpp"
#include "lab/threads/run.hpp"
#include "run_report.hpp"
#include "size_options.hpp"

namespace doorway::lab {

namespace {

struct run_options {
  std::string name;
  bool all = false;
  size_options size;
  double seconds = 1;
  bool timeouts = false;
  bool json = false;
};

constexpr double most_seconds = 24 * 3600;
constexpr const char* red = "\033[31m";
constexpr const char* plain = "\033[0m";

volatile std::sig_atomic_t asked_to_stop = 0;

// Ctrl-C ends the run early, with its report. Three end the program at once: not two, since some who pass a signal on
// (timeout(1)) send it to a process and again to its group.
void stop_on_interrupt() {
  struct sigaction action {};
  action.sa_handler = [](int) {
    asked_to_stop = asked_to_stop + 1;
    if (asked_to_stop >= 3) _exit(128 + SIGINT);
  };
  sigaction(SIGINT, &action, nullptr);
}

void check(const run_options& options) {
  if (options.all == !options.name.empty())
    throw CLI::ValidationError(options.all ? "give an algorithm's name or --all, not both"
                                           : "which algorithm? Give a name of doorway-lab list, or --all");
  options.size.check();
  if (!(options.seconds > 0) || options.seconds > most_seconds)
    throw CLI::ValidationError(
        fmt::format("--seconds {}: give a number above 0, and at most {:.0f}", options.seconds, most_seconds));
}

// On a terminal, and for those who look: how far a run is.
class progress_line {
 public:
  progress_line(std::string name, double seconds) : name_(std::move(name)), seconds_(seconds) {}
  ~progress_line() { clear(); }
  progress_line(const progress_line&) = delete;
  progress_line& operator=(const progress_line&) = delete;

  void show(std::chrono::nanoseconds elapsed, std::uint64_t passages) {
    using namespace std::chrono_literals;
    if (isatty(STDERR_FILENO) == 0 || elapsed - shown_ < 250ms) return;
    shown_ = elapsed;
    fmt::print(stderr, "\r\033[K{}: {:.1f} s of {:g} s, {} passages", name_,
               std::chrono::duration<double>(elapsed).count(), seconds_, grouped(passages));
  }
  void clear() const {
    if (shown_ != std::chrono::nanoseconds::zero()) fmt::print(stderr, "\r\033[K");
  }

 private:
  std::string name_;
  double seconds_;
  std::chrono::nanoseconds shown_{};
};

outcome run_one(const topic& which, const parameters& size, const run_options& options) {
  const entry& one = which.about;
  auto lock = which.code.make_on_threads(size);
  progress_line line(which.code.name, options.seconds);
  const plan how{.time = std::chrono::nanoseconds(std::llround(options.seconds * 1e9)),
                 .timeouts = options.timeouts,
                 .quiescent = quiescent_arrays(one),
                 .first_come_first_served = claims_order(one),
                 .full_house = options.timeouts && promises_full_house(one),
                 .interrupted = [] { return asked_to_stop != 0; },
                 .progress = [&](auto elapsed, auto passages) { line.show(elapsed, passages); }};
  outcome seen = run(*lock, how);
  if (seen.stuck) static_cast<void>(lock.release());  // threads still use it
  return seen;
}

void print_breaches(const std::string& name, const outcome& seen) {
  for (const auto& what : seen.findings) fmt::print("  {}: {}\n", name, what);
  if (seen.breaches > seen.findings.size())
    fmt::print("  {}: and {} more\n", name, grouped(seen.breaches - seen.findings.size()));
}

void run_command(const run_options& options, const topics& all) {
  check(options);
  std::vector<const topic*> chosen;
  if (options.all)
    for (const auto& one : all.all()) chosen.push_back(&one);
  else chosen.push_back(&all.named(options.name));
  if (!options.all) options.size.check_fits(chosen.front()->about);

  stop_on_interrupt();
  const bool colours = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
  const auto shown = run_table(options.timeouts);
  auto rows = entry::array();
  bool breached = false;
  if (!options.json) fmt::print("{}", shown.header());
  for (const auto* which : chosen) {
    if (asked_to_stop != 0) break;
    const entry& one = which->about;
    const auto size = options.size.for_algorithm(one);
    const auto seen = run_one(*which, size, options);
    breached = breached || seen.breaches > 0;
    if (options.json) {
      rows.push_back(run_json(one, size, seen));
    } else {
      const auto text = shown.line(run_row(one, size, seen, options.timeouts));
      fmt::print("{}", colours && seen.breaches > 0 ? red + text + plain : text);
      print_breaches(one.at("name"), seen);
      std::fflush(stdout);
    }
    if (seen.stuck) {
      if (options.json) fmt::print("{}\n", rows.dump(2));
      fmt::print(stderr, "{}: threads hang outside of any await and cannot be called back; ending here\n",
                 all.called());
      std::fflush(stdout);
      std::_Exit(1);
    }
  }
  if (options.json) fmt::print("{}\n", rows.dump(2));
  if (asked_to_stop != 0) fmt::print(stderr, "{}: stopped early\n", all.called());
  if (breached) throw CLI::RuntimeError(1);
}

}  // namespace

void add_run(CLI::App& app, const topics& of) {
  auto* command = app.add_subcommand("run", "real threads through an algorithm, or through --all, watched");
  auto options = std::make_shared<run_options>();
  command->add_option("name", options->name, "an algorithm, as doorway-lab list has it");
  command->add_flag("--all", options->all, "every algorithm, one after the other");
  options->size.add_to(*command);
  command->add_option("--seconds", options->seconds, "how long to run each (1)");
  command->add_flag("--timeouts", options->timeouts, "every attempt gives up after 0 to 2 ms, at random");
  command->add_flag("--json", options->json, "as JSON");
  command->footer(run_legend());
  command->callback([options, &of] { run_command(*options, of); });
}

}  // namespace doorway::lab
