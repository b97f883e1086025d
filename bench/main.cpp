// doorway-bench: measures doorway's locks and their peers side by side, and writes what it found: results.json, README.md with
// tables and ratios, plots.
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "contestants.hpp"
#include "report/report.hpp"
#include "runner.hpp"
#include "statistics.hpp"
#include "work.hpp"

namespace {

using namespace doorway::bench;
namespace fs = std::filesystem;

struct options {
  bool quick = false;
  unsigned rounds = 0;
  std::vector<std::string> only;
  std::string json, out, report, quote;
};

// A private place for the locks with names, gone at the end.
class private_place {
 public:
  private_place() {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
    ::setenv("DOORWAY_DIR", path_.c_str(), 1);
  }
  ~private_place() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  private_place(const private_place&) = delete;
  private_place& operator=(const private_place&) = delete;

 private:
  std::string path_ = "/dev/shm/doorway-bench-XXXXXX";
};

void write_json(const results& what, const std::string& path) {
  if (path.empty()) return;
  std::ofstream file(path);
  file << to_json(what).dump(1) << '\n';
  if (!file) throw std::runtime_error("cannot write " + path);
}

results measure(const options& asked) {
  results found;
  found.on = machine::of_this();
  if (found.on.busy())
    std::fprintf(
        stderr, "bench: this machine is BUSY (others keep %.1f processors at work): the figures will be worth little\n",
        found.on.load);
  std::vector<double> pauses;
  for (unsigned i = 0; i < (asked.quick ? 1U : 5U); ++i) pauses.push_back(longest_pause_ms(std::chrono::seconds(3)));
  found.on.longest_pause_ms = median(pauses);
  found.mode = asked.quick ? "quick" : "full";
  found.rounds = asked.rounds != 0 ? asked.rounds : asked.quick ? 3 : full_rounds;
  found.work_ns_per_turn = 1 / calibrated().turns_per_ns;
  found.clock_ns = calibrated().clock_ns;
  const private_place place;
  const field who = everybody();
  found.missing = who.missing;
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  for (const auto& one : all_workloads()) {
    if (!asked.only.empty() && std::find(asked.only.begin(), asked.only.end(), one.name) == asked.only.end()) continue;
    carry_out(one, who, {.quick = asked.quick, .rounds = asked.rounds}, found,
              [&](const std::string& now) { std::fprintf(stderr, "bench: %5.0f s  %s\n", seconds(), now.c_str()); });
    found.seconds = seconds();
    write_json(found, asked.json);  // after each, so that an interrupted run leaves what it has
  }
  return found;
}

}  // namespace

int main(int argc, char** argv) {
  options asked;
  std::vector<std::string> names;
  for (const auto& one : all_workloads()) names.push_back(one.name);

  CLI::App app("Measures doorway's locks and their peers, side by side, in interleaved rounds.", "doorway-bench");
  app.add_flag("--quick", asked.quick, "a minute and a half instead of 40 minutes: to see that it works, not to quote");
  app.add_option("--only", asked.only, "only these workloads")->check(CLI::IsMember(names))->delimiter(',');
  app.add_option("--rounds", asked.rounds, "how often everybody does everything (usually 10; with --quick 1 to 3)");
  app.add_option("--out", asked.out, "folder for results.json, README.md and the plots");
  app.add_option("--json", asked.json, "file for the results (otherwise results.json in the folder)");
  app.add_option("--report", asked.report, "measure nothing: make the report from this file")->check(CLI::ExistingFile);
  app.add_option("--quote", asked.quote, "put a few figures into this file, between its marks")
      ->check(CLI::ExistingFile);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }

  try {
    if (!asked.out.empty()) {
      fs::create_directories(asked.out);
      if (asked.json.empty() && asked.report.empty()) asked.json = asked.out + "/results.json";
    }
    results found;
    if (asked.report.empty()) found = measure(asked);
    else found = from_json(nlohmann::json::parse(std::ifstream(asked.report)));
    if (!asked.quote.empty()) write_quote(found, asked.quote);
    if (asked.out.empty()) {
      std::fputs(markdown(found).c_str(), stdout);
    } else {
      write_report(found, asked.out);
      std::printf("%s\nAll of it: %s\n", bars_table(found).c_str(), (fs::path(asked.out) / "README.md").c_str());
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench: %s\n", error.what());
    return 1;
  }
}
