#include "lab/rmr/program.hpp"

#include "doorway/algorithms/all.hpp"

namespace doorway::lab::rmr {

std::unique_ptr<program> make_program(std::string_view name, const parameters& size, std::uint32_t passages) {
  std::unique_ptr<program> made;
  with_algorithm(name, [&]<template <class> class Algorithm>(std::string_view) {
    const setting how{.passages = passages, .registers = register_model::atomic};  // cost_model.hpp
    made = std::make_unique<program_of<Algorithm, counting>>(size, how);
  });
  return made;
}

}  // namespace doorway::lab::rmr
