// Placement: where in a flat block of words each register of a declared array lies.
//
// What one process spins on, and what one process writes, gets cache lines of its own. So an array that is at home with
// its columns is laid out column by column, any other row by row, each column (row) padded to whole lines.
#pragma once

#include <cstddef>

#include "doorway/registers.hpp"

namespace doorway {

inline constexpr std::size_t words_per_line = 8;  // 64 bytes

struct placement {
  std::size_t row = 0;     // distance between neighbouring rows, columns and planes, in words
  std::size_t column = 0;  //
  std::size_t words = 0;   // of the whole array

  constexpr explicit placement(const declaration& shape) {
    const auto whole_lines = [](std::size_t count) {
      return (count + words_per_line - 1) / words_per_line * words_per_line;
    };
    if (shape.home == home::column) {
      row = shape.planes;
      column = whole_lines(std::size_t{shape.rows} * shape.planes);
      words = column * shape.columns;
    } else {
      row = whole_lines(std::size_t{shape.columns} * shape.planes);
      column = shape.planes;
      words = row * shape.rows;
    }
  }

  [[nodiscard]] constexpr std::size_t offset(cell at) const { return at.row * row + at.column * column + at.plane; }
};

}  // namespace doorway
