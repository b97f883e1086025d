#include "lab/rmr/program.hpp"

#include "doorway/algorithms/all.hpp"

namespace doorway::lab::rmr {

std::unique_ptr<program> make_program(std::string_view name, const parameters& size, std::uint32_t passages) {
  std::unique_ptr<program> made;
  with_algorithm(name, [&]<template <class> class Algorithm>(std::string_view) {
    made = make_program_of<Algorithm>(size, passages);
  });
  return made;
}

}  // namespace doorway::lab::rmr
