// A program for an algorithm that is known by its name only.
#pragma once

#include <memory>
#include <string_view>

#include "lab/machine/program.hpp"
#include "lab/verdict.hpp"

namespace doorway::lab {

// Null if algorithms.hpp has none of that name.
[[nodiscard]] std::unique_ptr<program> named_program(std::string_view name, const parameters& size,
                                                     const behaviour& conduct, register_model registers);

// Makes all registers atomic, or safe, or leaves them as declared.
void set_registers(program& of, register_model registers);

}  // namespace doorway::lab
