// The shape of an algorithm, as sections.hpp promises it: trivially copyable, and functions that are constexpr. The
// compiler runs every one of them here, on a memory that is an array: a function that is not constexpr, that throws, that
// keeps something from the heap, or that touches a register which it has not declared does not compile.
//
// One process after the other, alone: none may ever have to wait.

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <type_traits>

#include "doorway/algorithms/all.hpp"
#include "doorway/memory/threads.hpp"

namespace doorway {
namespace {

class small_memory {
 public:
  struct array {
    word* first;
    process_id rows, columns, planes;
    static constexpr extras leaves_out = extras::all_but({extra::fetch_add});

    [[nodiscard]] constexpr word read(cell at) const { return first[number(at)]; }
    constexpr void write(cell at, word value) const { first[number(at)] = value; }
    constexpr word fetch_add(cell at, word amount) const {
      const word before = first[number(at)];
      first[number(at)] += amount;
      return before;
    }

   private:
    [[nodiscard]] constexpr std::size_t number(cell at) const {
      if (at.row >= rows || at.column >= columns || at.plane >= planes) throw std::out_of_range("no such register");
      return (std::size_t{at.row} * columns + at.column) * planes + at.plane;
    }
  };

  constexpr array declare(const declaration& shape) {
    word* const first = words_.data() + used_;
    for (std::size_t i = 0; i < shape.size(); ++i) words_.at(used_++) = shape.initial;
    return {first, shape.rows, shape.columns, shape.planes};
  }

 private:
  std::array<word, 256> words_{};
  std::size_t used_ = 0;
};

template <class Passage>
struct lone_process {
  process_id number;
  bool gives_up = false;
  Passage passage{};

  [[nodiscard]] constexpr process_id id() const { return number; }
  constexpr void end_of_doorway() const {}
  template <class Ready>
  constexpr bool await(Ready&& ready) const {
    return !gives_up && ready();
  }
};

template <template <class> class Algorithm>
class one_at_a_time {
  using here_type = lone_process<typename Algorithm<small_memory>::passage>;

 public:
  // Every process passes twice, gives up where it would look around, passes, dies outside, and passes again.
  static constexpr bool all_pass(const parameters& size) {
    small_memory memory;
    const Algorithm<small_memory> algorithm(memory, size);
    for (process_id p = 0; p < size.n; ++p) {
      here_type here{.number = p};
      if (!passes(algorithm, here, 1) || !passes(algorithm, here, 2)) return false;
      if constexpr (abortable<Algorithm<small_memory>, here_type>) {
        here_type impatient{.number = p, .gives_up = true};
        if (enters(algorithm, impatient, 1)) algorithm.exit(impatient);
        else algorithm.abort(impatient);
        if (!passes(algorithm, here, 2)) return false;
      }
      if constexpr (recoverable<Algorithm<small_memory>, here_type>) algorithm.recover(here);
      if (!passes(algorithm, here, 1)) return false;
    }
    return true;
  }

 private:
  static constexpr bool passes(const Algorithm<small_memory>& algorithm, here_type& here, word session) {
    if (!enters(algorithm, here, session)) return false;
    algorithm.exit(here);
    return true;
  }
  static constexpr bool enters(const Algorithm<small_memory>& algorithm, here_type& here,
                               [[maybe_unused]] word session) {
    if constexpr (Algorithm<small_memory>::solves == problem::group_exclusion) return algorithm.enter(here, session);
    else return algorithm.enter(here);
  }
};

TEST(shape, of_every_algorithm) {
  for_each_algorithm([]<template <class> class Algorithm>(std::string_view) {
    static_assert(std::is_trivially_copyable_v<Algorithm<small_memory>>);
    static_assert(std::is_trivially_copyable_v<Algorithm<threads>>);
    using alone = one_at_a_time<Algorithm>;
    static_assert(alone::all_pass({.n = 1, .sessions = 2}));
    static_assert(alone::all_pass({.n = 3, .sessions = 2}));
    if constexpr (Algorithm<small_memory>::solves == problem::k_exclusion) {
      static_assert(alone::all_pass({.n = 3, .k = 2}));
      static_assert(alone::all_pass({.n = 3, .k = 2, .l = 3}));
    }
  });
}

}  // namespace
}  // namespace doorway
