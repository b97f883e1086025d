// Algorithms by name, with help for those who mistype one.
#pragma once

#include <string>
#include <vector>

#include "lab/catalogue/catalogue.hpp"

namespace doorway::lab {

// The known names that look most like `wanted`, best first; none if nothing comes near.
[[nodiscard]] std::vector<std::string> near_names(const std::string& wanted, const std::vector<std::string>& known);

// The catalogue's entry; a usage error with suggestions if there is none.
[[nodiscard]] const entry& entry_named(const std::string& name);

}  // namespace doorway::lab
