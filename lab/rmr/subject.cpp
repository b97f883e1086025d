#include "lab/rmr/subject.hpp"

#include "doorway/algorithms/all.hpp"

namespace doorway::lab::rmr {

thread_local process* process::running = nullptr;

std::unique_ptr<subject> make_subject(std::string_view name, const parameters& size) {
  std::unique_ptr<subject> made;
  with_algorithm(name, [&]<template <class> class Algorithm>(std::string_view) {
    made = std::make_unique<subject_of<Algorithm>>(size);
  });
  return made;
}

}  // namespace doorway::lab::rmr
