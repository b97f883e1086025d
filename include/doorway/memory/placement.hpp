// Placement: where in a flat block of words each register of a declared array lies.
//
// What one process spins on, and what one process writes, gets cache lines of its own. So an array that is at home with
// its columns is laid out column by column, any other row by row, each column (row) padded to whole lines.
// But an array with a register for each process that is at home with nobody is there for everybody to look at all of it: it is
// packed, so that a look (scan.hpp) meets as few lines as there can be: a byte each where the domain allows, else a word. What
// is left of the last line holds the initial value too.
#pragma once

#include <cstddef>

#include "doorway/core/registers.hpp"
#include "doorway/platform/cache_line.hpp"

namespace doorway {

// A register for each process, close together; then row counts bytes or words.
enum class packing : std::uint8_t { none, bytes, words };

struct placement {
  std::size_t row = 0;     // distance between neighbouring rows, columns and planes, in words
  std::size_t column = 0;  //
  std::size_t words = 0;   // of the whole array
  packing packed = packing::none;

  constexpr explicit placement(const declaration& shape) {
    const auto whole_lines = [](std::size_t count) {
      return (count + words_per_line - 1) / words_per_line * words_per_line;
    };
    if (shape.home == home::nobody && shape.writer == writer::row && shape.columns == 1 && shape.planes == 1)
      packed = shape.domain != unbounded && shape.domain <= 256 ? packing::bytes : packing::words;
    if (packed != packing::none) {
      row = 1;
      words = whole_lines(packed == packing::words ? shape.rows : (shape.rows + sizeof(word) - 1) / sizeof(word));
    } else if (shape.home == home::column) {
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
