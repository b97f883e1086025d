#include "doorway/algorithms/all.hpp"
#include "subject.hpp"

namespace doorway::second {

std::unique_ptr<subject> make_subject(std::string_view name, const parameters& size) {
  std::unique_ptr<subject> made;
  with_algorithm(name, [&]<template <class> class Algorithm>(std::string_view) {
    made = std::make_unique<subject_of<Algorithm>>(size);
  });
  return made;
}

}  // namespace doorway::second
