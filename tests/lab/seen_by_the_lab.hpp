// What the lab sees of an algorithm in a setting, told as the second lab tells it (second_lab/sight.hpp).
#pragma once

#include "lab/machine/program.hpp"
#include "lab/setting.hpp"
#include "second_lab/setting.hpp"
#include "second_lab/sight.hpp"

namespace doorway::lab {

[[nodiscard]] second::setting as_the_second_has_it(const setting& how);

// As deep as `depth`, and then without the steps from the last level.
[[nodiscard]] second::view seen_by_the_lab(const program& code, std::uint32_t depth);

}  // namespace doorway::lab
