// The chaos of the slots: `doorway exec` by the hundred, killed, stopped, resized, removed and swept away, and watched.
//
//     slots_chaos --doorway PATH [--seconds 20] [--seed N] [--events LIST] [--without LIST] [--json]
//
// What it would catch, each with the evidence of its own (evidence.hpp, judge.cpp):
//   over-admissions      more commands alive at a time than slots, by the kernel's record locks and, apart, by their stamps
//   slots in two hands   two commands alive with one DOORWAY_SLOT
//   mixed                two sessions inside together, or a name resized while somebody was inside
//   lost                 a slot that nobody has for ten seconds while somebody waits; who never ends; at the end, fewer than k
//                        who get in together
//   out of order         who waited and was overtaken, where what is promised leaves no doubt
//   wrong exit statuses  any that neither the command nor what was done to it explains
// and it has been seen to catch them: tests/mutants/.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <random>

#include "run.hpp"

int main(int count, char** words) try {
  using namespace slots_chaos;
  settings wanted;
  wanted.seed = std::random_device()();
  wanted.probe = std::filesystem::read_symlink("/proc/self/exe").parent_path() / "slots_probe";
  std::vector<std::string> events, without;
  std::string names;
  for (const auto& one : all_events) names += (names.empty() ? "" : ", ") + std::string(one.name);
  CLI::App app("Wrappers by the hundred, and what can happen to them");
  app.add_option("--doorway", wanted.doorway, "The tool")->required()->check(CLI::ExistingFile);
  app.add_option("--seconds", wanted.seconds, "How long (20)")->check(CLI::PositiveNumber);
  app.add_option("--seed", wanted.seed, "Of what is done to whom; what that meets is up to the machine");
  app.add_option("--events", events, "Only these: " + names)->delimiter(',');
  app.add_option("--without", without, "All but these")->delimiter(',');
  app.add_flag("--json", wanted.json, "The summary for other programs");
  CLI11_PARSE(app, count, words);
  for (const auto& one : all_events)
    if (events.empty() || std::count(events.begin(), events.end(), one.name) != 0) wanted.events.insert(one.name);
  for (const auto* list : {&events, &without})
    for (const auto& name : *list)
      if (std::none_of(all_events.begin(), all_events.end(), [&](const auto& one) { return one.name == name; })) {
        fmt::print(stderr, "slots_chaos: there is no event '{}'; there are: {}\n", name, names);
        return 2;
      }
  for (const auto& name : without) wanted.events.erase(name);

  if (!wanted.json) fmt::print("seed {}\n", wanted.seed);
  std::fflush(stdout);
  run all(wanted);
  all.go();
  for (const auto& what : all.not_done()) fmt::print(stderr, "not done: {}\n", what);
  std::size_t shown = 0;
  for (const auto& one : all.violations())
    if (++shown <= 20) fmt::print(stderr, "VIOLATED ({}): {}\n", to_string(one.what), one.evidence);
  fmt::print("{}", wanted.json ? all.summary_json() : all.summary());
  if (all.passages() == 0) fmt::print(stderr, "nobody came in: nothing was put to the test\n");
  if (all.violations().empty() && all.passages() > 0) return 0;
  all.keep();
  fmt::print(stderr, "seed {}; what the commands wrote is in {}/log\n", wanted.seed, all.folder());
  return 1;
} catch (const std::exception& error) {
  fmt::print(stderr, "slots_chaos: {}\n", error.what());
  return 125;
}
