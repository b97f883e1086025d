// Programs for the mutants that the catalogue names: "bakery-no-doorway" of tests/wrong, "impatient bakery" (an algorithm with
// a flaw of tests/wrong/flawed.hpp), or simply another algorithm that lacks the property.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lab/machine/program.hpp"

namespace doorway::lab {

// Null if there is none of that name.
[[nodiscard]] std::unique_ptr<program> program_or_mutant(const setting& how);

// Those of tests/wrong/all.hpp.
[[nodiscard]] std::vector<std::string> wrong_names();

}  // namespace doorway::lab
