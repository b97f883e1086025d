// A memory that only listens: which registers does an algorithm declare? A memory that has to find room asks it first.
#pragma once

#include <vector>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

class survey {
 public:
  struct array {
    static constexpr extras leaves_out = extras::all_but({extra::fetch_add});
    [[nodiscard]] constexpr word read(cell) const { return 0; }
    constexpr void write(cell, word) const {}
    constexpr word fetch_add(cell, word) const { return 0; }
  };
  array declare(const declaration& shape) {
    declared.push_back(shape);
    return {};
  }

  std::vector<declaration> declared;
};

template <template <class> class Algorithm>
[[nodiscard]] std::vector<declaration> declarations(const parameters& size) {
  survey listener;
  [[maybe_unused]] const Algorithm<survey> algorithm(listener, size);
  return listener.declared;
}

}  // namespace doorway
