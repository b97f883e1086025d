// A setting as JSON: in the catalogue's rows, in traces and in what `doorway-lab check --json` prints. What is not usual is said,
// what is usual is left out.
#pragma once

#include "lab/catalogue/entry.hpp"
#include "lab/setting.hpp"

namespace doorway::lab {

[[nodiscard]] entry setting_json(const setting& of);
// Of an object that may have other fields too. Throws std::runtime_error ("n = 99; it is 1 to 64").
[[nodiscard]] setting setting_from(const entry& all);

}  // namespace doorway::lab
