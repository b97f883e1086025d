// The subject of an algorithm's name.
#pragma once

#include <memory>
#include <string_view>

#include "doorway/algorithms/all.hpp"
#include "lab/threads/subject.hpp"

namespace doorway::lab {

// Null if no algorithm has that name.
template <class Memory = threads>
[[nodiscard]] std::unique_ptr<subject> make_subject(std::string_view name, const parameters& size) {
  std::unique_ptr<subject> made;
  with_algorithm(name, [&]<template <class> class Algorithm>(std::string_view) {
    made = std::make_unique<subject_of<Algorithm, Memory>>(size);
  });
  return made;
}

// All algorithms on threads are compiled once, in make_subject.cpp (the target doorway_subjects).
extern template std::unique_ptr<subject> make_subject<threads>(std::string_view, const parameters&);

}  // namespace doorway::lab
