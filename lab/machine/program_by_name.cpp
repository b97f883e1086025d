#include "lab/machine/program_by_name.hpp"

#include "doorway/algorithms/all.hpp"

namespace doorway::lab {

std::unique_ptr<program> named_program(const setting& how) {
  std::unique_ptr<program> made;
  with_algorithm(how.algorithm, [&]<template <class> class Algorithm>(std::string_view) {
    made = std::make_unique<program_of<Algorithm>>(how.size, how);
  });
  return made;
}

}  // namespace doorway::lab
