// A look at the registers of a running lock, for tests and for people. Each register is read atomically, the whole is not.
#pragma once

#include <span>
#include <vector>

#include "doorway/core/sections.hpp"
#include "doorway/core/survey.hpp"
#include "doorway/memory/block.hpp"
#include "doorway/waiting/parking.hpp"

namespace doorway {

struct register_values {
  declaration shape;
  std::vector<word> values;  // row by row, in a row column by column, plane by plane
};

// The block tells nothing about itself: what lies where follows from the declarations, made again in the same order.
template <template <class> class Algorithm>
[[nodiscard]] std::vector<register_values> snapshot(std::span<word> words, const parameters& size) {
  survey listener;
  [[maybe_unused]] const parking<survey> lot(listener, size.n);
  [[maybe_unused]] const Algorithm<survey> algorithm(listener, size);

  block cells(words, block::contents::kept, futex::reach::one_process);
  std::vector<register_values> all;
  for (const auto& shape : listener.declared) {
    const auto array = cells.declare(shape);
    auto& values = all.emplace_back(register_values{shape, {}}).values;
    for (process_id r = 0; r < shape.rows; ++r)
      for (process_id c = 0; c < shape.columns; ++c)
        for (process_id p = 0; p < shape.planes; ++p) values.push_back(array.read({r, c, p}));
  }
  return all;
}

}  // namespace doorway
