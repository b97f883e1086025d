// Names, with help for those who mistype one.
#pragma once

#include <string>
#include <vector>

namespace doorway::lab {

// The known names that look most like `wanted`, best first; none if nothing comes near.
[[nodiscard]] std::vector<std::string> near_names(const std::string& wanted, const std::vector<std::string>& known);

// "bakery, one-bit"
[[nodiscard]] std::string list_of(const std::vector<std::string>& names);

}  // namespace doorway::lab
