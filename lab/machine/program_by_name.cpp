#include "lab/machine/program_by_name.hpp"

#include "doorway/algorithms/all.hpp"

namespace doorway::lab {

void set_registers(program& of, register_model registers) {
  if (registers == register_model::declared) return;
  for (auto& r : of.shared().registers()) r.safe = registers == register_model::safe;
}

std::unique_ptr<program> named_program(std::string_view name, const parameters& size, const behaviour& conduct,
                                       register_model registers) {
  std::unique_ptr<program> made;
  with_algorithm(name, [&]<template <class> class Algorithm>(std::string_view) {
    made = std::make_unique<program_of<Algorithm>>(size, conduct);
    set_registers(*made, registers);
  });
  return made;
}

}  // namespace doorway::lab
