// catalogue-fill: asks the lab what the papers claim, and writes the answers into the catalogue.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "catalogue/mutants.hpp"
#include "filler.hpp"
#include "lab/catalogue/checks.hpp"
#include "layout.hpp"

namespace doorway::catalogue_fill {
using namespace lab;
namespace {

constexpr auto help =
    R"(From what is claimed of an algorithm it makes settings, asks about each, looks for a mutant of every claim that holds up to a
bound, and writes `checked`, `plain`, `wrong` and what RMRs were measured. What is there already stays. What is quick ./test asks
again; what is not, the deep searches, ./test --full: nothing of them is tried without --deep.

Examples:
  catalogue-fill k-bakery                       what there is to ask of it and is quick
  catalogue-fill k-bakery --deep --seconds 600  all that ends within ten minutes each
  catalogue-fill k-bakery --deep --setting '{"n": 4, "k": 1, "passages": 1, "crashes": 0}' --properties exclusion,fcfs
  catalogue-fill --refresh --deep --seconds 60  asks again what took at most a minute; says what is other than it was
  catalogue-fill --look k-bakery-no-announce    a mutant's counterexample; nothing is written
  catalogue-fill --look 'early bakery' --setting '{"n": 3}' --properties fcfs

A search that takes very long may be made by hand: doorway-lab check NAME ... --json > report.json; catalogue-fill --report report.json)";

struct arguments {
  std::vector<std::string> names, properties;
  std::filesystem::path catalogue = DOORWAY_SOURCE_DIR "/catalogue";
  std::string setting, report, look;
  bool refresh = false, mutants = false, format = false;
  options how;
};

entry parsed(const std::string& setting) try {
  return setting.empty() ? entry::object() : entry::parse(setting);
} catch (const nlohmann::json::exception& error) {
  throw CLI::ValidationError("--setting", error.what());
}

// What the lab says of a program that is meant to be wrong.
void look(const arguments& given) {
  entry setting{{"n", 2}, {"k", 1}, {"sessions", 2}, {"passages", 2}, {"crashes", 0}};
  setting.update(parsed(given.setting));
  lab::run asked;
  for (const auto& property : given.properties.empty() ? std::vector<std::string>{"exclusion"} : given.properties) {
    asked.push_back(setting);
    asked.back()["property"] = property;
  }
  exploration_limits limits;
  limits.memory = static_cast<std::size_t>(given.how.memory * 1e9);
  limits.seconds = given.how.seconds;
  limits.threads = given.how.threads;
  const auto found = lab::ask(given.look, asked, limits, {}, program_or_mutant);
  fmt::print("{} {}\n", given.look, setting.dump());
  for (const auto& one : found.findings) {
    fmt::print("  {}: {} {}{}\n", name(one.what), name(one.is), one.bound, one.reason);
    if (one.counterexample) fmt::print("\n{}\n", drawn(*one.counterexample));
  }
}

void each(const arguments& given, const std::filesystem::path& file) {
  if (given.format) return write_file(file, read_file(file));
  filler one(file, given.how);
  const auto exclusion = std::vector<std::string>{"exclusion"};
  if (!given.setting.empty())
    one.ask_one(parsed(given.setting), given.properties.empty() ? exclusion : given.properties);
  else if (given.refresh) one.refresh();
  else if (given.mutants) one.find_mutants();
  else one.fill();
}

void run(const arguments& given) {
  if (!given.look.empty()) return look(given);
  if (!given.report.empty()) {
    const auto report = read_file(given.report);
    return filler(given.catalogue / (report.at("algorithm").get<std::string>() + ".json"), given.how).take(report);
  }
  if (!given.setting.empty() && given.names.size() != 1) throw CLI::ValidationError("--setting is for one algorithm");
  std::vector<std::filesystem::path> files;
  for (const auto& name : given.names) {
    files.push_back(given.catalogue / (name + ".json"));
    if (!exists(files.back())) throw CLI::ValidationError("there is no " + files.back().string());
  }
  if (given.names.empty())
    for (const auto& file : std::filesystem::directory_iterator(given.catalogue))
      if (file.path().extension() == ".json") files.push_back(file.path());
  std::sort(files.begin(), files.end());
  for (const auto& file : files) each(given, file);
}

int main(int argc, char** argv) {
  CLI::App app{"Asks the lab what the papers claim, and writes the answers into the catalogue", "catalogue-fill"};
  arguments given;
  app.add_option("names", given.names, "algorithms (all)");
  app.add_option("--catalogue", given.catalogue, "another folder than this tree's");
  app.add_flag("--deep", given.how.deep, "also what is not quick");
  app.add_flag("--again", given.how.again, "also what has been answered");
  auto* refresh = app.add_flag("--refresh", given.refresh,
                               "only the questions that are there: for a lab that counts states in another way");
  auto* mutants = app.add_flag("--mutants", given.mutants, "only look for mutants of what has none")->excludes(refresh);
  auto* setting = app.add_option("--setting", given.setting, "only this one question, as JSON");
  setting->excludes(refresh)->excludes(mutants);
  app.add_option("--properties", given.properties, "of --setting, --look (exclusion)")->delimiter(',');
  app.add_option("--report", given.report, "only write down what doorway-lab check --json has found");
  app.add_option("--look", given.look, "only show what the lab finds of this mutant: of tests/wrong, or 'early NAME'");
  app.add_flag("--format", given.format, "only lay the files out");
  app.add_option("--seconds", given.how.seconds, "for one search (600)");
  app.add_option("--memory", given.how.memory, "in GB, for one search (12)");
  app.add_option("--threads", given.how.threads, "how many (as many as there are processors)");
  app.footer(help);
  try {
    app.parse(argc, argv);
    run(given);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "catalogue-fill: {}\n", error.what());
    return 3;
  }
  return 0;
}

}  // namespace
}  // namespace doorway::catalogue_fill

int main(int argc, char** argv) { return doorway::catalogue_fill::main(argc, argv); }
