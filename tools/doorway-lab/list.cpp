// doorway-lab list: every algorithm of the catalogue, one line each.

#include <fmt/core.h>

#include <memory>

#include "commands.hpp"
#include "properties.hpp"
#include "table.hpp"

namespace doorway::lab {

namespace {

struct list_options {
  bool json = false;
  bool markdown = false;
  bool properties = false;
};

void print_text(const topics& of) {
  std::vector<table::row> rows;
  if (!of.catalogued()) {
    for (const auto& [code, about] : of.all()) rows.push_back({code.name, about.at("problem"), code.claims});
    fmt::print("{}", table({{"name"}, {"problem"}, {"claimed by its class"}}).text(rows));
    return;
  }
  for (const auto& [code, one] : of.all())
    rows.push_back({code.name, one.at("problem"), source(one), register_class(one), summary(one)});
  table all({{"name"}, {"problem"}, {"paper"}, {"registers"}, {"claimed by the paper"}});
  fmt::print("{}", all.text(rows));
}

void print_properties() {
  std::vector<table::row> rows;
  for (const auto* one : all_properties())
    rows.push_back({std::string(one->name), (one->of_groups ? "group exclusion: " : "") + std::string(one->means)});
  fmt::print("{}", table({{"property"}, {"what it means"}}).text(rows));
}

// docs/algorithms.md is this, and a test compares them.
void print_markdown(const topics& of) {
  std::vector<table::row> rows;
  for (const auto& [of_its_class, one] : of.all()) {
    const auto& registers = one.at("registers");
    const auto code = [](const std::string& text) { return fmt::format("`{}`", text); };
    const auto bits = registers.at("bits").get<std::string>();
    rows.push_back({fmt::format("[{}](../{})", one.at("name").get<std::string>(), one.at("file").get<std::string>()),
                    one.at("problem"), source(one), summary(one), register_class(one),
                    code(registers.at("count").get<std::string>()), bits == "unbounded" ? bits : code(bits),
                    one.at("rmr").at("cc").at("bound"), one.at("rmr").at("dsm").at("bound"),
                    one.at("checked").empty() ? "not yet" : fmt::format("{} verdicts", one.at("checked").size())});
  }
  const table all({{"algorithm"},
                   {"problem"},
                   {"paper"},
                   {"claimed by the paper"},
                   {"class"},
                   {"registers"},
                   {"bits"},
                   {"RMRs, CC"},
                   {"RMRs, DSM"},
                   {"checked by the lab"}});
  fmt::print(
      "# The algorithms\n\n"
      "Made from `catalogue/` by `doorway-lab list --markdown`; a test compares. `doorway-lab show NAME` says more.\n\n"
      "\"Claimed\" is what the paper says, with its place in `catalogue/`; \"checked\" is what our lab has verified. "
      "n\n"
      "processes, k inside, l inside with k-1 crashes, s sessions. The class is what the algorithm needs of a "
      "register: an\n"
      "`atomic` one, or only a `safe` one, which may return anything to a read that overlaps a write; and, of the one\n"
      "algorithm that is not made of reads and writes alone, what it needs besides.\n\n{}\n",
      all.markdown(rows));
  for (const auto& [key, words, means, implied_by] : paper_claims()) fmt::print("- *{}*: {}.\n", words, means);
}

void print_json(const topics& of) {
  auto all = entry::array();
  for (const auto& one : of.all()) all.push_back(one.about);
  fmt::print("{}\n", all.dump(2));
}

}  // namespace

void add_list(CLI::App& app, const topics& of) {
  auto* command = app.add_subcommand("list", "every algorithm: problem, paper, what is claimed of it");
  auto options = std::make_shared<list_options>();
  auto* json = command->add_flag("--json", options->json, "all that the catalogue has, as a JSON array");
  auto* properties =
      command->add_flag("--properties", options->properties, "what check can be asked about, and what it means")
          ->excludes(json);
  if (of.catalogued())
    command->add_flag("--markdown", options->markdown, "the table of docs/algorithms.md")
        ->excludes(json)
        ->excludes(properties);
  command->callback([options, &of] {
    if (options->json) return print_json(of);
    if (options->markdown) return print_markdown(of);
    if (options->properties) return print_properties();
    print_text(of);
  });
}

}  // namespace doorway::lab
