// The catalogue's `checked`: what the lab was asked and what it answered, to be asked again.
//
// An entry is one property in one setting. Those of one algorithm with the same setting are answered by one search, a run; a
// refuted property has a run of its own, because the search ends where it breaks. An entry that holds up to a bound names its
// mutant, which is VIOLATED in the same setting (with `mutant_crashes` instead of `crashes`, where a crash too many is the
// mutant; with `mutant_preemptions`, where fewer than the setting allows are enough); without one it does not count.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lab/catalogue/catalogue.hpp"
#include "lab/machine/program_by_name.hpp"
#include "lab/verdict.hpp"

namespace doorway::lab {

template <class Value>
[[nodiscard]] Value optional_field(const entry& check, const char* key, Value otherwise) {
  const auto found = check.find(key);
  return found == check.end() ? otherwise : found->template get<Value>();
}

[[nodiscard]] inline bool is_deep(const entry& check) {
  return optional_field<std::string>(check, "level", "quick") == "deep";
}
[[nodiscard]] inline bool holds(const entry& check) {
  return check.at("verdict").get<std::string>().starts_with("HOLDS");
}

// What was answered, not what was asked.
inline constexpr const char* answer_fields[] = {
    "verdict", "states", "own_steps", "reason", "seconds", "mutant", "level", "mutant_crashes", "mutant_preemptions"};

// The setting as text: two checks with the same can be one run.
[[nodiscard]] inline std::string setting_key(entry check) {
  for (const auto* key : answer_fields) check.erase(key);
  check.erase("property");
  return check.dump();
}

using run = std::vector<entry>;

// `list`: "checked", or "plain" (what was found of the algorithm if its exit protocol is all that abort and recover do).
[[nodiscard]] inline std::vector<run> runs(const entry& algorithm, bool deep, const char* list = "checked") {
  std::vector<run> found;
  std::map<std::string, std::size_t> places;
  if (!algorithm.contains(list)) return found;
  for (const auto& check : algorithm.at(list)) {
    if (is_deep(check) != deep) continue;
    if (!holds(check)) {
      found.push_back({check});
      continue;
    }
    const auto key = setting_key(check) + std::to_string(optional_field<std::uint64_t>(check, "states", 0));
    const auto [place, is_new] = places.try_emplace(key, found.size());
    if (is_new) found.emplace_back();
    found[place->second].push_back(check);
  }
  return found;
}

// How many stores fit into a buffer, where the catalogue says "memory_order": "tso". Enough for every algorithm: if one filled
// it, the bound would be named.
inline constexpr std::uint32_t tso_buffer = 16;

using program_maker = std::function<std::unique_ptr<program>(std::string_view, const parameters&, const behaviour&,
                                                             register_model registers)>;

// Asks the lab what the entries of a run ask, of the program of that name. `resetting`: the arrays that "resets" is about.
[[nodiscard]] inline report ask(const std::string& of, const run& checks, const exploration_limits& limits,
                                const std::vector<std::string>& resetting, const program_maker& make = named_program,
                                const std::vector<source_line>& without_fences = {}) {
  const auto& one = checks.front();
  const parameters size{.n = one.at("n"),
                        .k = one.at("k"),
                        .l = optional_field<process_id>(one, "l", 0),
                        .sessions = optional_field<word>(one, "sessions", 0)};
  const auto& passages = one.at("passages");
  question what;
  what.claims.clear();
  for (const auto& check : checks) {
    const auto property = check.at("property").get<std::string>();
    const auto asked = find_claim(property);
    if (!asked) throw std::runtime_error("the lab knows no property " + property);
    what.claims.push_back(*asked);
  }
  // As `doorway-lab check` does: a value outside its domain is a flaw where the declarations are asked about.
  const bool domains = std::find(what.claims.begin(), what.claims.end(), claim::declarations) != what.claims.end();
  const behaviour conduct{.passages = passages.is_string() ? 0 : passages.get<std::uint32_t>(),
                          .abort = optional_field(one, "abort", false),
                          .recover = optional_field(one, "recover", false),
                          .domains = domains,
                          .buffer = optional_field<std::string>(one, "memory_order", "sc") == "tso" ? tso_buffer : 0,
                          .without_fences = without_fences};
  const auto registers = optional_field<std::string>(one, "registers", "declared");
  const auto code = make(of, size, conduct,
                         registers == "atomic" ? register_model::atomic
                         : registers == "safe" ? register_model::safe
                                               : register_model::declared);
  if (!code) throw std::runtime_error("there is no program " + of);
  what.crashes = one.at("crashes");
  if (one.contains("preemptions")) what.preemptions = one.at("preemptions").get<std::uint32_t>();
  what.flicker_cap = optional_field<word>(one, "cap", 0);
  if (optional_field<std::string>(one, "arrays", "quiescent") == "quiescent") what.resetting = resetting;
  what.limits = limits;
  what.random_steps = 5000;  // many small runs: what these do not meet, the search asks for
  return check(*code, what);
}

[[nodiscard]] inline std::string spelt(verdict is) {
  return is == verdict::holds_up_to ? "HOLDS up to the bound" : std::string(name(is));
}

// Null if the report has nothing about it.
[[nodiscard]] inline const finding* find_finding(const report& found, const entry& check) {
  for (const auto& one : found.findings)
    if (name(one.what) == check.at("property").get<std::string>()) return &one;
  return nullptr;
}

// Where the report says something else than the entries of its run; empty if it does not.
[[nodiscard]] inline std::string difference(const run& checks, const report& found) {
  std::string out;
  for (const auto& check : checks) {
    const auto property = check.at("property").get<std::string>();
    const auto* one = find_finding(found, check);
    const auto verdict = one == nullptr ? "nothing" : spelt(one->is);
    if (verdict != check.at("verdict").get<std::string>())
      out += property + ": " + verdict + (one == nullptr ? "" : " " + one->reason) + ", not " +
             check.at("verdict").get<std::string>() + "\n";
    else if (check.contains("own_steps") && one->steps != check.at("own_steps").get<std::uint32_t>())
      out += property + ": " + (one->steps ? std::to_string(*one->steps) : "an unknown number of") +
             " own steps, not " + check.at("own_steps").dump() + "\n";
  }
  const auto& first = checks.front();
  // Where tickets are known by their order, private states are not minimal, and as many as the compiler leaves behind.
  if (out.empty() && first.contains("states") && !found.measured.by_order &&
      found.measured.explored.states != first.at("states"))
    out += std::to_string(found.measured.explored.states) + " states, not " + first.at("states").dump() + "\n";
  return out;
}

// What the mutant of an entry is asked.
[[nodiscard]] inline entry mutant_of(const entry& check) {
  entry asked = check;
  if (check.contains("mutant_crashes")) asked["crashes"] = check.at("mutant_crashes");
  if (check.contains("mutant_preemptions")) asked["preemptions"] = check.at("mutant_preemptions");
  for (const auto* key : answer_fields) asked.erase(key);
  asked["verdict"] = name(verdict::violated);
  return asked;
}

}  // namespace doorway::lab
