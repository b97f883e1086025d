// doorway-lab claims [NAME]: what the papers state, what was checked, and whether they agree; --check checks it again.

#include <fmt/core.h>
#include <unistd.h>

#include <memory>

#include "claims_report.hpp"
#include "commands.hpp"
#include "lab/catalogue/checks.hpp"
#include "lab/catalogue/rmr_checks.hpp"
#include "memory_option.hpp"

namespace doorway::lab {

namespace {

constexpr int differs_status = 1;
constexpr int inconclusive_status = 3;

struct claims_options {
  std::string name;
  bool json = false;
  bool markdown = false;
  std::string check;
  std::uint64_t memory = std::uint64_t{16} << 30U;
};

std::vector<const entry*> chosen(const claims_options& options, const topics& of) {
  if (!options.name.empty()) return {&of.named(options.name).about};
  std::vector<const entry*> all;
  for (const auto& one : of.all()) all.push_back(&one.about);
  return all;
}

struct tally {
  std::size_t contradicted = 0;  // something else came out
  std::size_t unknown = 0;       // nothing came out
};

// Whether the report contradicts the entries, and not only has no answer to some of them.
bool contradicts(const report& found, const run& checks) {
  run answered;
  for (const auto& check : checks) {
    const auto* one = find_finding(found, check);
    if (one == nullptr || one->is != verdict::inconclusive) answered.push_back(check);
  }
  // A search that did not end has seen fewer states.
  if (answered.size() < checks.size())
    for (auto& check : answered) check.erase("states");
  return !answered.empty() && !difference(answered, found).empty();
}

// All searches of a level again; how many differ. The mutants are not in this tool: the tests check them.
tally check_again(const entry& one, bool deep, std::uint64_t memory) {
  const auto name = one.at("name").get<std::string>();
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto all = runs(one, deep);
  tally seen;
  std::size_t at = 0;
  for (const auto& checks : all) {
    ++at;
    if (terminal)
      fmt::print(stderr, "\r\033[K{} {}/{}: {}", name, at, all.size(), setting_key(checks.front()).substr(0, 90));
    auto limits = limits_again(deep);
    limits.memory = memory;
    const auto found = ask(name, checks, limits, quiescent_arrays(one));
    const auto text = difference(checks, found);
    if (text.empty()) continue;
    ++(contradicts(found, checks) ? seen.contradicted : seen.unknown);
    if (terminal) fmt::print(stderr, "\r\033[K");
    fmt::print("{} {}\n{}", name, setting_key(checks.front()), text);
  }
  if (deep)
    for (const auto* model : {"cc", "dsm"}) {
      const auto& claim = one.at("rmr").at(model);
      if (!claim.contains("measured") || measured_rmrs(one, model) == claim.at("measured")) continue;
      ++seen.contradicted;
      fmt::print("{}: other RMRs in the {} model than the catalogue has\n", name, model);
    }
  if (terminal) fmt::print(stderr, "\r\033[K");
  fmt::print("{}: {} {} search{} again, {} differ{}\n", name, all.size(), deep ? "deep" : "quick",
             all.size() == 1 ? "" : "es", seen.contradicted,
             seen.unknown == 0 ? "" : fmt::format(", {} inconclusive", seen.unknown));
  return seen;
}

void claims_command(const claims_options& options, const topics& of) {
  const auto algorithms = chosen(options, of);
  if (!options.check.empty()) {
    tally all;
    const auto add = [&](const tally& one) {
      all.contradicted += one.contradicted;
      all.unknown += one.unknown;
    };
    for (const auto* one : algorithms) {
      add(check_again(*one, false, options.memory));
      if (options.check == "deep") add(check_again(*one, true, options.memory));
    }
    if (all.contradicted > 0) throw CLI::RuntimeError(differs_status);
    if (all.unknown > 0) throw CLI::RuntimeError(inconclusive_status);
    return;
  }
  if (options.json) fmt::print("{}\n", claims_json(algorithms).dump(2));
  else if (options.markdown) fmt::print("{}", claims_markdown(algorithms));
  else fmt::print("{}", claims_text(algorithms));
}

}  // namespace

void add_claims(CLI::App& app, const topics& of) {
  auto* command = app.add_subcommand("claims", "what the papers state, what was checked, and whether they agree");
  auto options = std::make_shared<claims_options>();
  command->add_option("name", options->name, "an algorithm, as doorway-lab list has it (all)");
  auto* json = command->add_flag("--json", options->json, "one object for each row, as a JSON array");
  auto* markdown = command->add_flag("--markdown", options->markdown, "docs/claims.md")->excludes(json);
  auto* check =
      command
          ->add_option(
              "--check", options->check,
              "make the searches again, quick or deep (hours), and compare; 1 if one differs, 3 if one is inconclusive")
          ->check(CLI::IsMember({"quick", "deep"}))
          ->excludes(json)
          ->excludes(markdown);
  add_memory(*command, options->memory, "for one search of --check, such as 16G (16G)")->needs(check);
  command->callback([options, &of] { claims_command(*options, of); });
}

}  // namespace doorway::lab
