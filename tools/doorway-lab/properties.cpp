#include "properties.hpp"

namespace doorway::lab {

std::string summary(const entry& one) {
  std::string out;
  for (const auto& [key, words, means, implied_by] : paper_claims()) {
    if (!claims(one, key) || claims(one, implied_by)) continue;
    const auto& claim = one.at("claimed").at(key);
    out.append(out.empty() ? "" : ", ").append(words);
    if (claim.contains("crashes") && claim.at("crashes") != "0")
      out.append(" (").append(claim.at("crashes").get<std::string>()).append(" crashes)");
  }
  return out;
}

std::string register_class(const entry& one) {
  const auto& registers = one.at("registers");
  auto out = registers.at("class").get<std::string>();
  if (registers.contains("atomic")) {
    out += " (";
    for (const auto& name : registers.at("atomic")) out.append(name.get<std::string>()).append(" ");
    out += "atomic)";
  }
  if (one.contains("needs")) out += ", needs " + one.at("needs").get<std::string>();
  return out;
}

std::string source(const entry& one) {
  const auto& paper = one.at("paper");
  const auto first = paper.at("authors").at(0).get<std::string>();
  return first.substr(first.rfind(' ') + 1) + " " + std::to_string(paper.at("year").get<int>()) + ", " +
         one.at("figure").get<std::string>();
}

}  // namespace doorway::lab
