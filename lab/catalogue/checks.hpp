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

#include "lab/catalogue/setting_json.hpp"
#include "lab/check.hpp"
#include "lab/machine/program_by_name.hpp"

namespace doorway::lab {

// What is quick, ./test asks again; what is deep, ./test --full. The tool catalogue-fill says of a search that it is quick if it had at
// most so many states, in so much memory, and took at most so long.
inline constexpr std::uint64_t quick_states = 300'000;
inline constexpr std::size_t quick_memory = 24'000'000;
inline constexpr double quick_seconds = 3;
// Of the tables of docs/fences.md, which have no levels, two processes and at most so many states are quick.
inline constexpr std::uint64_t quick_states_with_buffers = 500'000;
// For a search that is made again, perhaps on a machine that is twenty times as slow.
[[nodiscard]] inline exploration_limits limits_again(bool deep) {
  exploration_limits all;
  all.seconds = deep ? 7200 : 20 * quick_seconds;
  all.memory = std::size_t{deep ? 20U : 2U} << 30U;
  return all;
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

using program_maker = std::function<std::unique_ptr<program>(const setting&)>;

// Asks the lab what the entries of a run ask, of the program of that name. `resetting`: the arrays that "resets" is about.
[[nodiscard]] inline report ask(const std::string& of, const run& checks, const exploration_limits& limits,
                                const std::vector<std::string>& resetting, const program_maker& make = named_program,
                                const std::vector<source_line>& without_fences = {}) {
  const auto& one = checks.front();
  setting how = setting_from(one);
  how.algorithm = of;
  how.without_fences = without_fences;
  question what;
  what.claims.clear();
  for (const auto& check : checks) {
    const auto property = check.at("property").get<std::string>();
    const auto asked = find_claim(property);
    if (!asked) throw std::runtime_error("the lab knows no property " + property);
    what.claims.push_back(*asked);
  }
  // As `doorway-lab check` does: a value outside its domain is a flaw where the declarations are asked about.
  how.domains = std::find(what.claims.begin(), what.claims.end(), claim::declarations) != what.claims.end();
  const auto code = make(how);
  if (!code) throw std::runtime_error("there is no program " + of);
  if (optional_field<std::string>(one, "arrays", "quiescent") == "quiescent") what.resetting = resetting;
  what.limits = limits;
  what.random_steps = 5000;  // many small runs: what these do not meet, the search asks for
  return check(*code, what);
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
    const std::string verdict(one == nullptr ? "nothing" : name(one->is));
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
