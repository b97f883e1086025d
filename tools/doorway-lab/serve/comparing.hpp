// What is compared: the papers' claims and tables, and how RMRs grow with n.
#pragma once

#include <string>
#include <vector>

#include "serve/programs.hpp"

namespace doorway::lab::serving {

// {"claims": a row each, "rmr": what the catalogue has measured, with the curve that fits best, "tables": docs/tables.md}; nothing in a
// program over algorithms of somebody's own, of which no paper speaks.
[[nodiscard]] entry papers(const programs& all);

// {"algorithm", "model", "sizes", "k"}: the words of `doorway-lab rmr` that measure it. Throws refused.
[[nodiscard]] std::vector<std::string> rmr_words(const programs& all, const entry& asked);

// {"points": [[n, y] ...]} -> {"shape", "offset", "slope", "formula", "r_squared"}; null where there are too few.
[[nodiscard]] entry fitted(const entry& asked);

}  // namespace doorway::lab::serving
