#include "lab/catalogue/entry.hpp"

#include <algorithm>
#include <stdexcept>

namespace doorway::lab {

entry parse_foreign(const std::string& text) {
  constexpr int deepest = 32;
  return entry::parse(text, [](int depth, entry::parse_event_t, entry&) {
    if (depth > deepest) throw std::runtime_error("nested too deeply");
    return true;
  });
}

bool claims(const entry& one, const char* property) {
  const auto& claimed = one.at("claimed");
  const auto found = claimed.find(property);
  return found != claimed.end() && found->at("claim") != "denied";
}

bool claims_order(const entry& one) { return claims(one, "fcfs") || claims(one, "k_fcfs") || claims(one, "fife"); }

bool promises_full_house(const entry& one) {
  if (one.at("problem") == "mutual exclusion") return true;
  if (one.at("problem") == "group exclusion") return claims(one, "concurrent_entry");
  for (const auto& claim : one.at("claimed"))
    if (claim.contains("crashes") && claim.at("crashes") == "k-1") return true;
  return false;
}

bool takes(const entry& one, std::string_view parameter) {
  const auto& all = one.at("parameters");
  return std::find(all.begin(), all.end(), parameter) != all.end();
}

std::vector<std::string> quiescent_arrays(const entry& one) {
  return one.at("registers").at("quiescent").get<std::vector<std::string>>();
}

}  // namespace doorway::lab
