#include "filler.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "catalogue/mutants.hpp"
#include "doorway/algorithms/all.hpp"
#include "lab/catalogue/checks.hpp"
#include "lab/catalogue/rmr_checks.hpp"
#include "layout.hpp"

namespace doorway::catalogue_fill {
using namespace lab;
namespace {

// Why a search has no answer that more time and memory would not change.
constexpr std::array<std::string_view, 4> decided{"broke", "never happens", "known by their order",
                                                  "passages must be bounded"};

bool says(const finding& found, std::string_view words) { return found.reason.find(words) != std::string::npos; }

bool any(const report& found, verdict is) {
  return std::any_of(found.findings.begin(), found.findings.end(), [&](const auto& one) { return one.is == is; });
}

// Does it take more than what is quick?
bool too_much(const report& found) {
  const auto stopped = [](const finding& one) {
    return one.is == verdict::inconclusive &&
           std::none_of(decided.begin(), decided.end(), [&](auto words) { return says(one, words); });
  };
  return std::any_of(found.findings.begin(), found.findings.end(), stopped) || found.measured.seconds > quick_seconds ||
         (found.measured.explored.states > quick_states && !any(found, verdict::violated));
}

const finding& finding_of(const report& found, const std::string& property) {
  for (const auto& one : found.findings)
    if (name(one.what) == property) return one;
  throw std::runtime_error("the lab has not answered about " + property);
}

}  // namespace

entry read_file(const std::filesystem::path& file) try {
  std::ifstream in(file);
  if (!in) throw std::runtime_error(file.string() + ": cannot be read");
  return entry::parse(in);
} catch (const nlohmann::json::exception& error) {
  throw std::runtime_error(file.string() + ": " + error.what());
}

void write_file(const std::filesystem::path& file, const entry& algorithm) {
  const std::string text = laid_out(algorithm);
  std::ostringstream before;
  before << std::ifstream(file).rdbuf();
  if (before.str() == text) return;
  std::filesystem::path fresh = file;
  fresh += ".new";
  std::ofstream out(fresh);
  out << text;
  out.close();
  if (!out) throw std::runtime_error(fresh.string() + ": cannot be written");
  std::filesystem::rename(fresh, file);
}

filler::filler(std::filesystem::path file, const options& how)
    : file_(std::move(file)), how_(how), algorithm_(read_file(file_)), name_(algorithm_.at("name")) {
  // Before the notes, which come last.
  const entry notes = algorithm_.at("notes");
  algorithm_.erase("notes");
  for (const auto* list : lists)
    if (!algorithm_.contains(list)) algorithm_[list] = entry::array();
  algorithm_["notes"] = notes;
}

exploration_limits filler::limits(bool deep) const {
  exploration_limits all;
  all.memory = deep ? static_cast<std::size_t>(how_.memory * 1e9) : quick_memory;
  all.seconds = deep ? how_.seconds : 1.5 * quick_seconds;
  all.threads = how_.threads;
  return all;
}

filler::answer filler::ask(const std::string& of, const std::vector<std::string>& properties, const entry& setting,
                           const exploration_limits& limits) const try {
  lab::run checks;
  for (const auto& property : properties) {
    checks.push_back(setting);
    checks.back()["property"] = property;
  }
  return lab::ask(of, checks, limits, quiescent_arrays(algorithm_), program_or_mutant);
} catch (const std::invalid_argument& error) {  // it has no abort, or no recover
  if (said_.insert(error.what()).second) fmt::print(stderr, "{}: {}\n", of, error.what());
  return std::nullopt;
} catch (const std::exception& error) {
  fmt::print(stderr, "{} {}: {}\n", of, setting.dump(), error.what());
  return std::nullopt;
}

entry* filler::find(const char* list, const std::string& property, const entry& setting) {
  for (auto& run : algorithm_[list])
    if (setting_of(run) == setting_of(setting) && run.at("found").contains(property)) return &run;
  return nullptr;
}

void filler::fill() {
  if (how_.again)
    for (const auto* list : lists) {
      auto kept = entry::array();
      for (const auto& run : algorithm_[list])
        if (is_deep(run) && !how_.deep) kept.push_back(run);
      algorithm_[list] = kept;
    }
  for (const auto& all : plan(algorithm_)) follow("checked", name_, all);
  for (const auto& all : plain_plan(algorithm_)) follow("plain", "plain " + name_, all);
  for (const auto& stated : algorithm_.value("stated", entry::array())) {
    const auto by = stated.value("by", entry::object());
    if (by.contains("of") && !by.contains("directed"))
      follow("wrong", by.at("of"), {{{by.at("property").get<std::string>()}, setting_of(by)}});
  }
  refute_mutants();
  measure();
  save();
}

// A mutant of tests/wrong that stands beside no bound, nor in what is stated, is refuted in `wrong`: in the smallest setting of the plan
// in which it breaks.
void filler::refute_mutants() {
  const auto known = [&](const std::string& mutant) {
    if (with_algorithm(mutant, []<template <class> class>(std::string_view) {})) return true;
    for (const auto& stated : algorithm_.value("stated", entry::array()))
      if (stated.value("by", entry::object()).value("of", "") == mutant) return true;
    for (const auto& run : algorithm_["wrong"])
      if (run.at("of") == mutant) return true;
    for (const auto& run : algorithm_["checked"])
      for (const auto& found : run.at("found"))
        if (found.value("mutant", "") == mutant) return true;
    return false;
  };
  const auto refute = [&](const std::string& mutant, const std::string& property) {
    for (const auto& all : plan(algorithm_))
      for (auto one = all.rbegin(); one != all.rend(); ++one) {
        if (std::find(one->properties.begin(), one->properties.end(), property) == one->properties.end()) continue;
        question asked{{property}, one->setting};
        asked.setting["of"] = mutant;
        const auto found = ask(mutant, asked.properties, asked.setting, limits(false));
        if (found && any(*found, verdict::violated)) return record("wrong", mutant, asked, *found, false);
      }
    fmt::print(stderr, "{}: {} of {} holds wherever it was asked; --look at it in another setting\n", name_, property,
               mutant);
  };
  const auto mutants = algorithm_.value("mutants", entry::object());
  for (const auto& [property, names] : mutants.items())
    for (const auto& mutant : names)
      if (!known(mutant)) refute(mutant, property);
}

// The largest first, until one is quick; without --deep only to find the quick one.
void filler::follow(const char* list, const std::string& of, const questions& all) {
  for (const auto& one : all) {
    question missing{{}, one.setting};
    for (const auto& property : one.properties)
      if (find(list, property, one.setting) == nullptr) missing.properties.push_back(property);
    if (!missing.properties.empty()) check(list, of, missing);
    if (std::all_of(one.properties.begin(), one.properties.end(), [&](const auto& property) {
          const auto* run = find(list, property, one.setting);
          return run != nullptr && !is_deep(*run);
        }))
      return;
  }
}

void filler::check(const char* list, const std::string& of, const question& one) {
  answer found = ask(of, one.properties, one.setting, limits(false));
  if (!found) return;
  const bool deep = too_much(*found);
  if (deep && !how_.deep) return;
  if (deep) found = ask(of, one.properties, one.setting, limits(true));
  if (!found) return;
  question done{{}, one.setting}, undone{{}, one.setting};
  for (const auto& property : one.properties)
    (says(finding_of(*found, property), "broke") ? undone : done).properties.push_back(property);
  record(list, of, done, *found, deep);
  // The search ended where one broke: the others without it.
  if (any(*found, verdict::violated) && !undone.properties.empty()) check(list, of, undone);
}

void filler::record(const char* list, const std::string& of, const question& one, const report& found, bool deep) {
  for (const auto& property : one.properties) {
    const auto& is = finding_of(found, property);
    entry told{{"verdict", name(is.is)}};
    if (is.steps) told["own_steps"] = *is.steps;
    if (is.is == verdict::inconclusive) told["reason"] = is.reason;
    entry run = setting_of(one.setting);
    if (is.is == verdict::holds || is.is == verdict::holds_up_to) run["states"] = found.measured.explored.states;
    if (deep) {
      run["level"] = "deep";
      run["seconds"] = std::lround(found.measured.seconds);
    }
    if (is.is == verdict::holds_up_to && list == std::string_view("checked"))
      add_mutant(told, property, one.setting, deep);
    fmt::print("{} {} {}: {} {} states, {:.1f} s\n", of, setting_of(one.setting).dump(), property, told.dump(),
               found.measured.explored.states, found.measured.seconds);
    auto& all = algorithm_[list];
    const auto same = std::find_if(all.begin(), all.end(), [&](entry other) {
      other.erase("found");
      return other == run;
    });
    if (same != all.end()) {
      (*same)["found"][property] = told;
    } else {
      run["found"] = entry{{property, told}};
      all.push_back(run);
    }
  }
  save();
}

void filler::add_mutant(entry& found, const std::string& property, const entry& setting, bool deep) const {
  // What breaks with fewer preemptions breaks, and is found much sooner.
  std::vector<std::optional<int>> fewer;
  if (deep)
    for (const int some : {0, 1})
      if (some < setting.value("preemptions", 2)) fewer.emplace_back(some);
  fewer.emplace_back(std::nullopt);
  for (const auto& [other, crashes] : mutants(algorithm_, property, setting))
    for (const auto& preemptions : fewer) {
      entry asked = setting;
      asked["crashes"] = crashes;
      if (preemptions) asked["preemptions"] = *preemptions;
      const auto seen = ask(other, {property}, asked, limits(deep));
      if (!seen || finding_of(*seen, property).is != verdict::violated) continue;
      found["mutant"] = other;
      if (setting.at("crashes") != crashes) found["mutant_crashes"] = crashes;
      if (preemptions) found["mutant_preemptions"] = *preemptions;
      return;
    }
}

void filler::refresh() {
  int deep = 0, asked = 0;
  for (const auto* list : lists)
    for (auto& run : algorithm_[list]) {
      if (!run.contains("states") || (is_deep(run) && !how_.deep)) continue;
      if (is_deep(run)) ++deep;
      if (run.value("seconds", 0.0) > how_.seconds) continue;
      if (is_deep(run)) ++asked;
      const auto of = run.value("of", list == std::string_view("plain") ? "plain " + name_ : name_);
      std::vector<std::string> properties;
      for (const auto& [property, found] : run.at("found").items()) properties.push_back(property);
      auto time_enough = limits(true);
      time_enough.seconds = limits_again(true).seconds;
      const auto seen = ask(of, properties, setting_of(run), time_enough);
      if (!seen) continue;
      const entry before = run;
      std::string other;
      for (auto& [property, found] : run.at("found").items()) {
        const finding& now = finding_of(*seen, property);
        if (name(now.is) != found.at("verdict").get<std::string>())
          other += fmt::format(" {}: {}", property, name(now.is));
        else if (found.contains("own_steps")) found["own_steps"] = now.steps ? entry(*now.steps) : entry();
      }
      if (!seen->measured.by_order) run["states"] = seen->measured.explored.states;
      if (run != before || !other.empty()) fmt::print("{} {}: now {}{}\n", of, before.dump(), run.dump(), other);
      if (!other.empty()) run = before;
    }
  if (how_.deep) fmt::print("{}: {} of {} deep searches asked again\n", name_, asked, deep);
  save();
}

void filler::find_mutants() {
  for (auto& run : algorithm_["checked"])
    for (auto& [property, found] : run.at("found").items())
      if (found.at("verdict") == name(verdict::holds_up_to) && !found.contains("mutant")) {
        add_mutant(found, property, setting_of(run), is_deep(run));
        fmt::print("{} {} {}: {}\n", name_, setting_of(run).dump(), property, found.value("mutant", "no mutant"));
      }
  refute_mutants();
  save();
}

void filler::ask_one(entry setting, const std::vector<std::string>& properties) {
  if (setting_of(setting).size() != setting.size() || setting.contains("of"))
    throw std::runtime_error("--setting: " + setting.dump() + " has what is no part of a setting");
  if (!setting.contains("registers")) setting["registers"] = "declared";
  auto& all = algorithm_["checked"];
  question missing{{}, setting};
  for (const auto& property : properties) {
    auto* run = find("checked", property, setting);
    if (run != nullptr && run->at("found").at(property).at("verdict") == name(verdict::inconclusive)) {
      run->at("found").erase(property);
      run = nullptr;
    }
    if (run == nullptr) missing.properties.push_back(property);
  }
  for (std::size_t i = all.size(); i-- > 0;)
    if (all[i].at("found").empty()) all.erase(i);
  if (!missing.properties.empty()) check("checked", name_, missing);
}

void filler::take(const entry& report) {
  for (const auto* unusual : {"l", "sessions", "abort", "recover", "any_order", "store_buffer"})
    if (report.contains(unusual))
      throw std::runtime_error(fmt::format("--report: a search with {} cannot be taken", unusual));
  lab::report found;
  question one{{}, setting_of(report)};
  for (const auto& is : report.at("findings")) {
    const auto property = is.at("property").get<std::string>();
    const auto what = find_claim(property);
    const auto verdict = is.at("verdict").get<std::string>();
    if (!what || !verdict.starts_with("HOLDS"))
      throw std::runtime_error("--report: only what holds is taken from it, not " + property);
    if (find("checked", property, one.setting) != nullptr)
      throw std::runtime_error(fmt::format("--report: {} has {} in this setting", file_.string(), property));
    found.findings.push_back({.what = *what,
                              .is = verdict == name(verdict::holds) ? verdict::holds : verdict::holds_up_to,
                              .bound = is.value("bound", ""),
                              .reason = "",
                              .steps = {},
                              .counterexample = {}});
    one.properties.push_back(property);
  }
  found.measured.explored.states = report.at("states");
  found.measured.seconds = report.at("seconds");
  record("checked", name_, one, found, true);
}

// RMRs: beside each claim what was measured.
void filler::measure() {
  for (const auto* model : {"cc", "dsm"}) {
    auto& claim = algorithm_["rmr"][model];
    if (claim.contains("measured") && !how_.again) continue;
    claim["measured"] = measured_rmrs(algorithm_, model);
    fmt::print("{} rmr {}: {}\n", name_, model, claim.at("measured").dump());
  }
}

}  // namespace doorway::catalogue_fill
