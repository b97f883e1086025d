// The library's own algorithms as a suite. Apart from suite.cpp, so that a program over other algorithms has only those in it.
#include "doorway/algorithms/all.hpp"
#include "lab/machine/program_by_name.hpp"
#include "lab/suite.hpp"
#include "lab/threads/make_subject.hpp"

namespace doorway::lab {

suite library_suite() {
  suite all;
  for_each_algorithm([&]<template <class> class Algorithm>(std::string_view its) {
    const std::string name(its);
    auto one = facts_of<Algorithm>(name);
    one.make = named_program;
    one.make_counting = rmr::maker_of(name);
    one.make_for_walks = [name](const parameters& size) { return random::make_subject(name, size); };
    one.make_on_threads = [name](const parameters& size) { return make_subject(name, size); };
    all.push_back(std::move(one));
  });
  return all;
}

}  // namespace doorway::lab
