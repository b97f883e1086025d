// doorway-lab show NAME: all that is known of one algorithm, and the registers that it declares.

#include <fmt/core.h>

#include <memory>

#include "commands.hpp"
#include "properties.hpp"
#include "size_options.hpp"
#include "table.hpp"

namespace doorway::lab {

namespace {

struct show_options {
  std::string name;
  size_options size;
  bool json = false;
};

std::string shape_of(const declaration& one) {
  if (one.planes > 1) return fmt::format("{} x {} x {}", one.rows, one.columns, one.planes);
  if (one.columns > 1) return fmt::format("{} x {}", one.rows, one.columns);
  return fmt::format("{}", one.rows);
}
std::string initial_of(const declaration& one) { return one.initial == infinity ? "oo" : std::to_string(one.initial); }
std::string domain_of(const declaration& one) {
  return one.domain == unbounded ? "unbounded" : std::to_string(one.domain);
}
std::string home_of(const declaration& one) {
  switch (one.home) {
    case home::nobody: return "nobody";
    case home::row: return "row";
    case home::column: return "column";
  }
  return "";
}
std::string writer_of(const declaration& one) {
  switch (one.writer) {
    case writer::row: return "row";
    case writer::column: return "column";
    case writer::row_or_column: return "row or column";
    case writer::anyone: return "anyone";
  }
  return "";
}
std::string strength_of(const declaration& one) { return one.strength == strength::safe ? "safe" : "atomic"; }

entry registers_as_json(const std::vector<declaration>& declared) {
  auto all = entry::array();
  for (const auto& one : declared) {
    entry domain = "unbounded";
    if (one.domain != unbounded) domain = one.domain;
    all.push_back({{"name", one.name},
                   {"shape", {one.rows, one.columns, one.planes}},
                   {"initial", initial_of(one)},
                   {"domain", domain},
                   {"home", home_of(one)},
                   {"writer", writer_of(one)},
                   {"class", strength_of(one)}});
  }
  return all;
}

void print_fact(const char* what, const std::string& text) {
  constexpr std::size_t indent = 12;
  fmt::print("{:<{}}{}\n", what, indent, wrapped(text, indent));
}

void print_claims(const entry& one) {
  std::vector<table::row> rows;
  for (const auto& [key, words, means, implied_by] : paper_claims()) {
    const auto& claimed = one.at("claimed");
    if (!claimed.contains(key)) continue;
    const auto& claim = claimed.at(key);
    auto verdict = claim.at("claim").get<std::string>();
    if (claim.contains("crashes") && claim.at("crashes") != "0")
      verdict += fmt::format(", with up to {} crashes", claim.at("crashes").get<std::string>());
    rows.push_back({fmt::format("  {}", words), verdict, claim.at("place")});
  }
  table claims_table({{"claimed by the paper"}, {""}, {"where"}});
  fmt::print("{}", claims_table.text(rows));
}

void print_checked(const entry& one) {
  if (one.at("checked").empty()) {
    fmt::print("checked by the lab: nothing yet\n");
    return;
  }
  fmt::print("checked by the lab\n");
  for (const auto& check : one.at("checked")) {
    std::string facts;
    for (const auto& [key, value] : check.items())
      if (key != "property" && key != "verdict")
        facts += fmt::format("{}{} {}", facts.empty() ? "" : ", ", key,
                             value.is_string() ? value.get<std::string>() : value.dump());
    fmt::print("  {}: {} ({})\n", check.at("property").get<std::string>(), check.at("verdict").get<std::string>(),
               facts);
  }
}

void print_registers(const entry& one, const parameters& size, const std::vector<declaration>& declared) {
  std::vector<table::row> rows;
  std::size_t count = 0;
  for (const auto& array : declared) {
    rows.push_back({fmt::format("  {}", array.name), shape_of(array), initial_of(array), domain_of(array),
                    home_of(array), writer_of(array), strength_of(array)});
    count += array.size();
  }
  fmt::print("registers for {}: {}\n", to_string(size, one), count);
  table all({{"  name"}, {"shape"}, {"initial", true}, {"domain", true}, {"home"}, {"writer"}, {"class"}});
  fmt::print("{}", all.text(rows));
}

void print_own(const topic& of, const parameters& size, const std::vector<declaration>& declared) {
  fmt::print("{}: your own\n\n", of.code.name);
  print_fact("problem", of.about.at("problem"));
  if (!of.code.claims.empty()) print_fact("claims", of.code.claims);
  fmt::print("\n");
  print_registers(of.about, size, declared);
}

void print_text(const entry& one, const parameters& size, const std::vector<declaration>& declared) {
  const auto& paper = one.at("paper");
  std::string authors;
  for (const auto& author : paper.at("authors"))
    authors += fmt::format("{}{}", authors.empty() ? "" : ", ", author.get<std::string>());
  fmt::print("{}: {}\n\n", one.at("name").get<std::string>(), one.at("title").get<std::string>());
  print_fact("problem", one.at("problem"));
  print_fact("paper", fmt::format("{}, \"{}\", {}, {}: {}", authors, paper.at("title").get<std::string>(),
                                  paper.at("venue").get<std::string>(), paper.at("year").get<int>(),
                                  one.at("figure").get<std::string>()));
  print_fact("file", one.at("file"));
  const auto& registers = one.at("registers");
  print_fact("registers",
             fmt::format("{}, {} of them, {} bits", register_class(one), registers.at("count").get<std::string>(),
                         registers.at("bits").get<std::string>()));
  print_fact("doorway",
             one.at("doorway").is_null() ? "none" : fmt::format("lines {}", one.at("doorway").get<std::string>()));
  for (const auto* model : {"cc", "dsm"}) {
    const auto& claim = one.at("rmr").at(model);
    const auto place = claim.at("place").get<std::string>();
    print_fact(model == std::string("cc") ? "RMRs, CC" : "RMRs, DSM",
               claim.at("bound").get<std::string>() + (place.empty() ? "" : fmt::format(" ({})", place)));
  }
  fmt::print("\n");
  print_claims(one);
  fmt::print("\n");
  print_checked(one);
  fmt::print("\n");
  if (!declared.empty()) print_registers(one, size, declared);
  if (!one.at("notes").empty()) fmt::print("\nnotes\n");
  for (const auto& note : one.at("notes")) fmt::print("- {}\n", wrapped(note.get<std::string>(), 2));
}

}  // namespace

void add_show(CLI::App& app, const topics& of) {
  auto* command = app.add_subcommand("show", "all that is known of one algorithm, and its registers");
  auto options = std::make_shared<show_options>();
  command->add_option("name", options->name, "an algorithm, as doorway-lab list has it")->required();
  options->size.add_to(*command);
  command->add_flag("--json", options->json, "as JSON");
  command->callback([options, &of] {
    const auto& [code, one] = of.named(options->name);
    options->size.check();
    options->size.check_fits(one);
    const auto size = options->size.for_algorithm(one);
    const auto declared = code.registers(size);
    if (!options->json && !of.catalogued()) return print_own(of.named(options->name), size, declared);
    if (!options->json) return print_text(one, size, declared);
    auto all = one;
    all["declared"] = {{"n", size.n},
                       {"k", size.k},
                       {"l", size.l},
                       {"sessions", size.sessions},
                       {"arrays", registers_as_json(declared)}};
    fmt::print("{}\n", all.dump(2));
  });
}

}  // namespace doorway::lab
