// A program for an algorithm that is known by its name only.
#pragma once

#include <memory>

#include "lab/machine/program.hpp"

namespace doorway::lab {

// Null if algorithms/all.hpp has none of that name.
[[nodiscard]] std::unique_ptr<program> named_program(const setting& how);

}  // namespace doorway::lab
