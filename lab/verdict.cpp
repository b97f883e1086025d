#include "lab/verdict.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace doorway::lab {
namespace {

constexpr std::array<std::pair<property, std::string_view>, 7> names{{
    {property::exclusion, "exclusion"},
    {property::declarations, "declarations"},
    {property::deadlock_freedom, "deadlock-freedom"},
    {property::starvation_freedom, "starvation-freedom"},
    {property::fcfs, "fcfs"},
    {property::bounded_exit, "bounded-exit"},
    {property::bounded_abort, "bounded-abort"},
}};

}  // namespace

std::string_view name(property what) {
  return std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == what; })->second;
}

std::optional<property> find_property(std::string_view name) {
  const auto at = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.second == name; });
  return at == names.end() ? std::nullopt : std::optional(at->first);
}

std::string_view name(verdict what) {
  switch (what) {
    case verdict::holds: return "HOLDS";
    case verdict::holds_up_to: return "HOLDS up to";
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
