// The claims table for people (text, docs/claims.md) and for programs (JSON).
#pragma once

#include <string>
#include <vector>

#include "lab/catalogue/catalogue.hpp"

namespace doorway::lab {

[[nodiscard]] std::string claims_text(const std::vector<const entry*>& algorithms);
[[nodiscard]] std::string claims_markdown(const std::vector<const entry*>& algorithms);
[[nodiscard]] entry claims_json(const std::vector<const entry*>& algorithms);

}  // namespace doorway::lab
