// doorway-lab report --html FOLDER: what serve shows of the papers, and every counterexample as a player, as pages that need no server.

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <stdexcept>

#include "command_text.hpp"
#include "commands.hpp"
#include "lab/catalogue/checks.hpp"
#include "lab/trace/directed.hpp"
#include "serve/comparing.hpp"
#include "serve/written.hpp"
#include "wrong/schedules.hpp"

namespace doorway::lab {
namespace {

constexpr double seconds_for_one = 20;
constexpr std::size_t memory_for_one = std::size_t{2} << 30U;

// A run that is to be shown: found by a search, or performed.
struct shown {
  setting of;
  claim breaks = claim::exclusion;
  std::string script{};  // not empty: performed
};

shown violated(const std::string& name, entry check) {
  if (check.contains("mutant_crashes")) check["crashes"] = check.at("mutant_crashes");
  if (check.contains("mutant_preemptions")) check["preemptions"] = check.at("mutant_preemptions");
  shown one{setting_from(check), find_claim(check.at("property").get<std::string>()).value()};
  one.of.algorithm = name;
  return one;
}

bool is_violated(const entry& check) { return check.at("verdict") == "VIOLATED" && !is_deep(check); }

// What the catalogue says is VIOLATED: of the algorithm itself each property once, of each variant its first.
void add_of_entry(const entry& one, std::vector<shown>& all, std::set<std::string>& known) {
  const auto name = one.at("name").get<std::string>();
  for (const auto& check : one.at("checked"))
    if (is_violated(check) && known.insert(name + check.at("property").get<std::string>()).second)
      all.push_back(violated(name, check));
  if (!one.contains("wrong")) return;
  for (const auto& check : one.at("wrong"))
    if (const auto of = check.at("of").get<std::string>(); check.at("verdict") == "VIOLATED" && known.insert(of).second)
      all.push_back(violated(of, check));
}

// Variants that stand as mutants beside a bound.
void add_mutants(const entry& one, const std::vector<std::string>& wrong, std::vector<shown>& all,
                 std::set<std::string>& known) {
  for (const auto* list : {"checked", "plain"}) {
    if (!one.contains(list)) continue;
    for (const auto& check : one.at(list)) {
      const auto mutant = optional_field<std::string>(check, "mutant", "");
      const bool is_wrong = std::find(wrong.begin(), wrong.end(), mutant) != wrong.end();
      if (is_wrong && !is_deep(check) && known.insert(mutant).second) all.push_back(violated(mutant, check));
    }
  }
}

std::vector<shown> all_shown(const topics& of, std::set<std::string>& known) {
  std::vector<shown> all;
  for (const auto& list : {wrong::all_schedules(), wrong::searches()})
    for (const auto& told : list) {
      all.push_back({told.of, told.breaks, std::string(told.script)});
      known.insert(told.of.algorithm);
    }
  for (const auto& one : of.all()) add_of_entry(one.about, all, known);
  for (const auto& one : of.all()) add_mutants(one.about, of.others(), all, known);
  return all;
}

// The counterexample, as an answer of check.
report found_for(const program& code, const shown& one) {
  if (!one.script.empty()) {
    finding f{one.breaks, verdict::violated, "", "", {}, directed(code, one.script, name(one.breaks))};
    return {{f}, {}};
  }
  question asked;
  asked.claims = {one.breaks};
  asked.limits.seconds = seconds_for_one;
  asked.limits.memory = memory_for_one;
  return check(code, asked);
}

std::string file_name(const shown& one) {
  std::string text = one.of.algorithm + "-" + std::string(name(one.breaks)) + ".html";
  std::replace(text.begin(), text.end(), ' ', '-');
  return text;
}

void write(const std::filesystem::path& to, const std::string& text) {
  std::ofstream file(to);
  file << text;
  if (!file.flush()) throw std::runtime_error(fmt::format("cannot write {}", to.string()));
}

std::string about(const serving::programs& programs, const std::string& name) {
  for (const auto& known : programs.list())
    if (known.at("name") == name) return known.at("title");
  return "";
}

entry write_run(const serving::programs& programs, const shown& one, const std::filesystem::path& folder) {
  const auto code = programs.made(one.of);
  const auto found = found_for(*code, one);
  const auto& first = found.findings.front();
  entry row{{"algorithm", one.of.algorithm},
            {"property", name(one.breaks)},
            {"setting", in_options(one.of)},
            {"about", about(programs, one.of.algorithm)}};
  if (!first.counterexample) {
    row["why"] = fmt::format("not found in this setting: {}", name(first.is));
    return row;
  }
  const auto file = file_name(one);
  const std::string command =
      one.script.empty() ? checking_command("doorway-lab", one.of, programs.about(one.of.algorithm),
                                            programs.is_other(one.of.algorithm), {std::string(name(one.breaks))})
                         : "";
  write(folder / "runs" / file,
        serving::answer_page(programs, *code, found, command, row.at("about"), "../index.html"));
  row["page"] = "runs/" + file;
  row["steps"] = first.counterexample->steps.size();
  return row;
}

void report_command(const topics& of, const std::string& folder) {
  const std::filesystem::path to(folder);
  std::error_code why;
  std::filesystem::create_directories(to / "runs", why);
  if (why) throw CLI::ValidationError(fmt::format("--html {}: no such folder can be made: {}", folder, why.message()));
  const serving::programs programs(of);
  const bool terminal = isatty(STDERR_FILENO) != 0;
  std::set<std::string> known;
  const auto all = all_shown(of, known);
  auto rows = entry::array();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (terminal) fmt::print(stderr, "\r\033[K{}/{}: {}", i + 1, all.size(), all[i].of.algorithm);
    rows.push_back(write_run(programs, all[i], to));
  }
  if (terminal) fmt::print(stderr, "\r\033[K");
  for (const auto& name : of.others())
    if (!known.contains(name))
      rows.push_back({{"algorithm", name},
                      {"property", ""},
                      {"setting", ""},
                      {"why", "no run of a bounded search shows it"},
                      {"about", about(programs, name)}});
  entry data = serving::papers(programs);
  data["counterexamples"] = rows;
  data["lead"] = "Made by doorway-lab report " DOORWAY_VERSION
                 ": what five papers claim of these algorithms, what the lab found, and each counterexample as a run "
                 "to be played. "
                 "These pages load nothing from anywhere.";
  write(to / "index.html", serving::report_page(data));
  const auto missing = std::count_if(rows.begin(), rows.end(), [](const entry& row) { return !row.contains("page"); });
  fmt::print("{}: {} counterexamples{}\n", (to / "index.html").string(),
             rows.size() - static_cast<std::size_t>(missing),
             missing == 0 ? "" : fmt::format(", {} without a run", missing));
}

}  // namespace

void add_report(CLI::App& app, const topics& of) {
  auto* command =
      app.add_subcommand("report", "claims, tables, curves and counterexamples as pages that need no server");
  auto folder = std::make_shared<std::string>();
  command->add_option("--html", *folder, "the folder in which to write them; it is made if it is not there")
      ->required();
  command->callback([folder, &of] { report_command(of, *folder); });
}

}  // namespace doorway::lab
