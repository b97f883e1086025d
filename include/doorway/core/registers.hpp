// Registers: all that an algorithm owns.
//
// An algorithm declares arrays of registers and then reads and writes them, one register at a time. A declaration says
// all that any memory needs in order to place, count, check and print them; what a register is made of (an atomic word, a
// word of a mapped file, a step of the lab) is the memory's business.
//
// A memory (register_memory in concepts.hpp) makes an array of registers from a declaration, each at d.initial if the block is
// new. All that an algorithm could use is read(cell) and write(cell, word), with one exception: fetch_add(cell, word), one atomic
// step, is more than reads and writes, and an algorithm that needs it says so (anderson_moir.hpp). Row writes, maxima and collects
// are built on reads and writes here, in ascending order; an array that knows a better way has a member of its own for it, and
// one that has not says so.
#pragma once

#include "doorway/core/concepts.hpp"
#include "doorway/core/declaration.hpp"
#include "doorway/core/word.hpp"

namespace doorway {

template <class Memory>
class registers {
 public:
  static_assert(register_memory<Memory>, "not a memory: core/concepts.hpp");
  using array = typename Memory::array;

  constexpr registers(Memory& memory, const declaration& shape)
      : array_(memory.declare(shape)), rows_(shape.rows), columns_(shape.columns) {}

  [[nodiscard]] constexpr word read(process_id row, process_id column = 0, process_id plane = 0) const {
    return array_.read(cell{row, column, plane});
  }
  [[gnu::always_inline]] constexpr void write(process_id row, word value) const {
    array_.write(cell{row, 0, 0}, value);
  }
  constexpr void write(process_id row, process_id column, word value) const {
    array_.write(cell{row, column, 0}, value);
  }
  constexpr void write(process_id row, process_id column, process_id plane, word value) const {
    array_.write(cell{row, column, plane}, value);
  }

  // X[row] := value, seen by others no later than the next announce of the same process in another array that it alone
  // writes: it must make one before it looks at anything or is done.
  [[gnu::always_inline]] constexpr void prepare(process_id row, word value) const {
    if constexpr (prepares<array>) array_.prepare(cell{row, 0, 0}, value);
    else write(row, value);
  }

  // X[row][column] := X[row][column] + amount in one step, modulo 2^64; what it was before.
  constexpr word fetch_add(process_id row, process_id column, word amount) const requires fetch_adds<array> {
    return array_.fetch_add(cell{row, column, 0}, amount);
  }

  // The same writes, for a process that looks at others next: no later read of this process is done before everybody can see the
  // write. (After an ordinary write it may be: the processor keeps the write in a buffer for a while.) Of a row or a column
  // only the last write need be one, for writes become visible in the order in which they were made.
  constexpr void announce(process_id row, word value) const { announce_cell(cell{row, 0, 0}, value); }
  // Of a lazy register (declaration.hpp). The first may wake those who wait for it a millisecond late, and needs no fence for it.
  [[gnu::always_inline]] constexpr void write_lazy(process_id row, word value) const {
    if constexpr (requires { array_.write_lazy(cell{row, 0, 0}, value); }) array_.write_lazy(cell{row, 0, 0}, value);
    else write(row, value);
  }
  [[gnu::always_inline]] constexpr void announce_lazy(process_id row, word value) const {
    if constexpr (requires { array_.announce_lazy(cell{row, 0, 0}, value); })
      array_.announce_lazy(cell{row, 0, 0}, value);
    else announce(row, value);
  }
  constexpr void announce(process_id row, process_id column, word value) const {
    announce_cell(cell{row, column, 0}, value);
  }
  constexpr void announce(process_id row, process_id column, process_id plane, word value) const {
    announce_cell(cell{row, column, plane}, value);
  }
  constexpr void announce_row(process_id row, word value) const {
    for (process_id i = 0; i + 1 < columns_; ++i) write(row, i, value);
    announce(row, columns_ - 1, value);
  }
  constexpr void announce_row_to_others(process_id row, word value) const {
    const process_id last = columns_ - (row + 1 == columns_ ? 2 : 1);  // of the others, if there are any
    for (process_id i = 0; i < columns_; ++i)
      if (i != row) {
        if (i == last) announce(row, i, value);
        else write(row, i, value);
      }
  }
  constexpr void announce_column(process_id column, word value) const {
    for (process_id i = 0; i + 1 < rows_; ++i) write(i, column, value);
    announce(rows_ - 1, column, value);
  }

  // foreach i: X[row][i] := value
  constexpr void write_row(process_id row, word value) const {
    for (process_id i = 0; i < columns_; ++i) write(row, i, value);
  }
  // foreach i != row: X[row][i] := value
  constexpr void write_row_to_others(process_id row, word value) const {
    for (process_id i = 0; i < columns_; ++i)
      if (i != row) write(row, i, value);
  }
  // foreach i: X[i][column] := value
  constexpr void write_column(process_id column, word value) const {
    for (process_id i = 0; i < rows_; ++i) write(i, column, value);
  }

  // max(X[0], X[1], ...)
  [[nodiscard]] constexpr word max() const {
    if constexpr (finds_max<array>) return array_.max(rows_);
    else return max_of_column(0);
  }
  // Whether the next is a look at one line of words.
  [[nodiscard, gnu::always_inline]] constexpr bool is_one_line() const {
    if constexpr (knows_its_lines<array>) return array_.is_one_line();
    else return false;
  }
  // X[row] := value; then: X[i] = absent for every i but row. The write is one that lets nobody in.
  [[nodiscard, gnu::always_inline]] constexpr bool announce_alone(process_id row, word value, word absent) const {
    if constexpr (announces_alone<array>) {
      return array_.announce_alone(rows_, row, value, absent);
    } else {
      announce(row, value);
      for (process_id i = 0; i < rows_; ++i)
        if (i != row && read(i) != absent) return false;
      return true;
    }
  }
  // foreach i of the set: if (ticket, row) < (X[i], i): remove i
  template <class Set>
  constexpr void erase_later(Set& from, word ticket, process_id row) const {
    if constexpr (erases_later<array>) {
      array_.erase_later(from, rows_, ticket, row);
    } else {
      for (auto i : from)
        if (const word other = read(i); ticket < other || (ticket == other && row < i)) from.erase(i);
    }
  }

  // max(X[0][column], X[1][column], ...)
  [[nodiscard]] constexpr word max_of_column(process_id column) const {
    word largest = 0;
    for (process_id i = 0; i < rows_; ++i)
      if (const word value = read(i, column); value > largest) largest = value;
    return largest;
  }

  // see(i, X[i]) for every i
  template <class See>
  constexpr void collect(See&& see) const {
    for (process_id i = 0; i < rows_; ++i) see(i, read(i));
  }

  // X[row], to be read later: a memory may look up beforehand where it is.
  [[nodiscard]] constexpr auto locate(process_id row) const {
    if constexpr (locates<array>) return array_.locate(cell{row});
    else return located{array_, cell{row}};
  }

  // The view underneath, for what only some memories have (the parking layer's sleep and wake).
  [[nodiscard]] constexpr const array& view() const { return array_; }

 private:
  struct located {
    array in;
    cell at;
    [[nodiscard]] constexpr word read() const { return in.read(at); }
  };

  constexpr void announce_cell(cell at, word value) const {
    if constexpr (announces<array>) array_.announce(at, value);
    else array_.write(at, value);
  }

  array array_;
  process_id rows_;
  process_id columns_;
};

}  // namespace doorway
