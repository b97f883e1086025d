#include "lab/check.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace doorway::lab {
namespace {

constexpr std::array<std::pair<claim, std::string_view>, 13> names{{
    {claim::exclusion, "exclusion"},
    {claim::declarations, "declarations"},
    {claim::deadlock_freedom, "deadlock-freedom"},
    {claim::starvation_freedom, "starvation-freedom"},
    {claim::weak_deadlock_freedom, "weak-deadlock-freedom"},
    {claim::fcfs, "fcfs"},
    {claim::fife, "fife"},
    {claim::bounded_exit, "bounded-exit"},
    {claim::bounded_abort, "bounded-abort"},
    {claim::concurrent_entry, "concurrent-entry"},
    {claim::strong_concurrent_entry, "strong-concurrent-entry"},
    {claim::wait_free_up_to_k, "wait-free-up-to-k"},
    {claim::resets, "resets"},
}};

}  // namespace

std::string_view name(claim what) {
  return std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == what; })->second;
}

std::optional<claim> find_claim(std::string_view name) {
  const auto at = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.second == name; });
  return at == names.end() ? std::nullopt : std::optional(at->first);
}

std::string claim_names() {
  std::string all;
  for (const auto& [what, name] : names) all += (all.empty() ? "" : ", ") + std::string(name);
  return all;
}

std::string_view name(verdict what) {
  switch (what) {
    case verdict::holds: return "HOLDS";
    case verdict::holds_up_to: return "HOLDS up to the bound";
    case verdict::violated: return "VIOLATED";
    case verdict::inconclusive: break;
  }
  return "INCONCLUSIVE";
}

verdict report::overall() const {
  const auto any = [&](verdict is) {
    return std::any_of(findings.begin(), findings.end(), [&](const finding& f) { return f.is == is; });
  };
  if (any(verdict::violated)) return verdict::violated;
  if (findings.empty() || any(verdict::inconclusive)) return verdict::inconclusive;
  return any(verdict::holds_up_to) ? verdict::holds_up_to : verdict::holds;
}

}  // namespace doorway::lab
