// Asks the lab: reads one question a line, as JSON, and answers each with a line of JSON. For check.py, which writes the
// catalogue's `checked` with it.
//
//     {"of": "bakery", "properties": ["exclusion"], "n": 2, "k": 1, "passages": 2, "crashes": 0, "registers": "declared",
//      "resetting": [], "memory": 4e9, "seconds": 60, "threads": 1}
//     {"of": "bakery", "rmr": "cc"}
// With "memory_order": "tso" the answer names the fences met, and "without": ["file:line", ...] leaves some out.
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "catalogue/mutants.hpp"
#include "lab/catalogue/checks.hpp"
#include "lab/catalogue/rmr_checks.hpp"

namespace doorway::lab {
namespace {

std::string spelt(const source_line& line) { return std::string(line.file) + ":" + std::to_string(line.line); }

// "without": ["file:line", ...]
std::vector<source_line> fences_of(const entry& asked) {
  static std::set<std::string> files;
  std::vector<source_line> all;
  for (const auto& one : optional_field(asked, "without", std::vector<std::string>{})) {
    const auto colon = one.rfind(':');
    all.push_back({files.insert(one.substr(0, colon)).first->c_str(),
                   static_cast<std::uint32_t>(std::stoul(one.substr(colon + 1)))});
  }
  return all;
}

entry answer(entry asked) {
  if (asked.contains("rmr")) {
    const auto* algorithm = find_entry(asked.at("of").get<std::string>());
    if (algorithm == nullptr) throw std::runtime_error("there is no such algorithm");
    return measured_rmrs(*algorithm, asked.at("rmr"));
  }
  exploration_limits limits;
  limits.memory = static_cast<std::size_t>(asked.at("memory").get<double>());
  limits.seconds = asked.at("seconds");
  limits.threads = optional_field<unsigned>(asked, "threads", 0);
  const auto of = asked.at("of").get<std::string>();
  const auto resetting = optional_field(asked, "resetting", std::vector<std::string>{});
  run checks;
  for (const auto& property : asked.at("properties")) {
    checks.push_back(asked);
    checks.back()["property"] = property;
  }
  call_site::announces.clear();
  const report found = ask(of, checks, limits, resetting, program_or_mutant, fences_of(asked));
  entry out{{"states", found.measured.explored.states},
            {"depth", found.measured.explored.depth},
            {"bytes", found.measured.explored.bytes},
            {"seconds", found.measured.seconds},
            {"findings", entry::object()}};
  for (const auto& one : found.findings) {
    entry f{{"verdict", name(one.is)}};
    if (one.steps) f["own_steps"] = *one.steps;
    if (!one.reason.empty()) f["reason"] = one.reason;
    if (one.counterexample) f["steps"] = one.counterexample->steps.size();
    if (!one.bound.empty()) f["bound"] = one.bound;
    out["findings"][std::string(name(one.what))] = f;
  }
  for (const auto& line : call_site::announces)
    out["fences"].push_back({{"at", spelt(line)}, {"label", label_of(line)}});
  return out;
}

}  // namespace
}  // namespace doorway::lab

int main() {
  using doorway::lab::entry;
  for (std::string line; std::getline(std::cin, line);) {
    entry out;
    try {
      out = doorway::lab::answer(entry::parse(line));
    } catch (const std::exception& error) {
      out = entry{{"error", error.what()}};
    }
    std::cout << out.dump() << std::endl;
  }
}
