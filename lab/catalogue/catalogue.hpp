// The catalogue: what is known of each algorithm, from the files that are compiled in. Reading JSON is compiled once, in catalogue.cpp
// (the target doorway_catalogue).
#pragma once

#include <string_view>
#include <vector>

#include "catalogue/files.hpp"
#include "lab/catalogue/entry.hpp"

namespace doorway::lab {

[[nodiscard]] const std::vector<entry>& catalogue();

// Null if there is none of that name.
[[nodiscard]] const entry* find_entry(std::string_view name);

}  // namespace doorway::lab
