#include <algorithm>

#include "lab/properties/property.hpp"

namespace doorway::lab {
namespace {

#define DOORWAY_LAB_ADDRESS(name) &properties::name,
constexpr const property* in_order[] = {DOORWAY_LAB_PROPERTIES(DOORWAY_LAB_ADDRESS)};
#undef DOORWAY_LAB_ADDRESS

}  // namespace

std::span<const property* const> all_properties() { return in_order; }
const property& about(claim what) { return *in_order[static_cast<std::size_t>(what)]; }

std::string_view name(claim what) { return about(what).name; }

std::optional<claim> find_claim(std::string_view name) {
  const auto* at = std::find_if(std::begin(in_order), std::end(in_order), [&](auto* p) { return p->name == name; });
  return at == std::end(in_order) ? std::nullopt : std::optional(static_cast<claim>(at - std::begin(in_order)));
}

std::vector<paper_claim> paper_claims() {
  std::vector<paper_claim> all;
  for (const auto* one : in_order)
    for (const auto& claimed : one->claimed)
      if (*claimed.words != '\0') all.push_back(claimed);
  return all;
}

std::vector<std::string> answering(std::string_view key) {
  std::vector<std::string> names;
  for (const auto* one : in_order)
    for (const auto& claimed : one->claimed)
      if (claimed.key == key) names.emplace_back(one->name);
  return names;
}

std::string claim_names() {
  std::string all;
  for (const auto* one : in_order) all.append(all.empty() ? "" : ", ").append(one->name);
  return all;
}

std::string_view nobody_waits(const inquiry& of) {
  const auto n = of.code().size().n;
  const bool room_for_all = n == 1 || (!of.groups() && of.code().size().inside() >= n);
  return room_for_all || of.measured.seen.contended ? "" : "somebody enters while another waits";
}

std::string_view nobody_is_kept_out(const inquiry& of) {
  if (const auto never = nobody_waits(of); !never.empty()) return never;
  const bool may_share = !of.groups() || of.code().size().n == 1;
  return may_share || of.measured.seen.kept_apart ? "" : "somebody enters while another session is wanted";
}

}  // namespace doorway::lab
