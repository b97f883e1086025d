// A declaration: all that an algorithm says of an array of registers, and all that any memory needs in order to place, count,
// check and print them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "doorway/core/word.hpp"

namespace doorway {

// The process that a register is local to in the DSM model: nobody, the process of its row, or that of its column.
enum class home : std::uint8_t { nobody, row, column };

// The processes that may write a register.
enum class writer : std::uint8_t { row, column, row_or_column, anyone };

// What the algorithm needs of a register. A safe register may return anything to a read that overlaps a write.
enum class strength : std::uint8_t { atomic, safe };

struct declaration {
  std::string_view name;                 // the paper's own
  process_id rows = 1;                   // shape: rows x columns x planes registers
  process_id columns = 1;                //
  process_id planes = 1;                 //
  word initial = 0;                      //
  word domain = unbounded;               // how many values it may take, 0 .. domain-1
  doorway::home home = home::nobody;     //
  doorway::writer writer = writer::row;  //
  doorway::strength strength = strength::atomic;
  bool lazy = false;  // a process that waits for it looks again every millisecond: write_lazy. Written by its row only
  process_id first = 0;  // row r (column c) belongs to process first + r (first + c)

  [[nodiscard]] constexpr std::size_t size() const { return std::size_t{rows} * columns * planes; }
};

// One register of an array.
struct cell {
  process_id row = 0;
  process_id column = 0;
  process_id plane = 0;
};

}  // namespace doorway
