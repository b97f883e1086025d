// The lab's memory: every access stops the process that makes it, and the lab decides when it happens and what it sees.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "doorway/core/registers.hpp"
#include "lab/machine/call_site.hpp"
#include "lab/machine/process.hpp"

namespace doorway::lab {

// One register, with all that its declaration says about it.
struct register_info {
  static constexpr process_id many = ~process_id{0};

  std::string name;  // Want[2], Bypass[0][1]
  word initial = 0;
  word domain = unbounded;
  bool safe = false;
  process_id first_writer = many;   // may write it; many: anyone may
  process_id second_writer = many;  // may write it too, where two may
  process_id home = many;           // it is local to, in the DSM model; many: to nobody
  bool lock = false;  // a kernel lock: holds its holder's number plus one, or 0; let go when the holder dies

  // The only process that writes it, or many.
  [[nodiscard]] process_id owner() const { return first_writer == second_writer ? first_writer : many; }
  [[nodiscard]] bool may_write(process_id p) const {
    return first_writer == many || p == first_writer || p == second_writer;
  }
};

class memory {
 public:
  class array {
   public:
    static constexpr bool notes_lines = true;
    static constexpr extras leaves_out = extras::all_but({extra::announce, extra::fetch_add});

    [[nodiscard]] word read(cell at) const { return process::running->perform({action::read, number(at), 0}); }
    void write(cell at, word value) const {
      process& self = *process::running;
      call_site::announcing = {};
      self.perform({self.buffers ? action::store : action::write, number(at), value});
    }
    void announce(cell at, word value) const {
      process& self = *process::running;
      source_line by = std::exchange(call_site::announcing, {});
      if (by.line == 0) by = call_site::waking;
      self.announced_by = by;
      const bool fenced = std::find(self.unfenced->begin(), self.unfenced->end(), by) == self.unfenced->end();
      self.perform({self.buffers && !fenced ? action::store : action::write, number(at), value});
    }
    // By the kernel, whose every call is a fence.
    void set(cell at, word value) const { process::running->perform({action::write, number(at), value}); }
    word fetch_add(cell at, word amount) const { return process::running->perform({action::add, number(at), amount}); }
    // Of a kernel lock: true if nobody had it. Written with 0, it is let go.
    [[nodiscard]] bool take(cell at, word value) const {
      return process::running->perform({action::take, number(at), value}) == 0;
    }

   private:
    friend class memory;
    [[nodiscard]] std::uint32_t number(cell at) const {
      if (at.row >= rows_ || at.column >= columns_ || at.plane >= planes_)
        process::running->fail(flaw::index_out_of_range);
      return base_ + (at.row * columns_ + at.column) * planes_ + at.plane;
    }
    std::uint32_t base_ = 0;
    process_id rows_ = 1, columns_ = 1, planes_ = 1;
  };

  array declare(const declaration& shape);
  // `count` kernel locks.
  array declare_locks(std::string_view name, process_id count);

  [[nodiscard]] const std::vector<register_info>& registers() const { return registers_; }
  [[nodiscard]] std::vector<register_info>& registers() { return registers_; }

 private:
  std::vector<register_info> registers_;
};

// An array for which registers<> notes the lines that use it.
template <class Array>
concept noted_array = Array::notes_lines;

// The same under another name, for which registers<> is the template that ships.
template <class Array>
struct plain_array : Array {
  static constexpr bool notes_lines = false;
};
template <class Array>
struct plain_memory {
  using array = plain_array<Array>;
  array view;
  [[nodiscard]] array declare(const declaration& /*shape*/) const { return view; }
};

}  // namespace doorway::lab

namespace doorway {

// What registers<Memory> is to an algorithm in the lab: the class that ships, and a note of the line that calls it. When
// batches may be done in any order (setting::any_order), the lab chooses one here, access by access; a memory that ships
// may then choose any, too.
template <class Memory>
requires lab::noted_array<typename Memory::array>
class registers<Memory> {
  using here = lab::source_line;

 public:
  using array = typename Memory::array;

  registers(Memory& memory, const declaration& shape)
      : plain_(made(memory, shape)),
        rows_(shape.rows),
        columns_(shape.columns),
        holds_tickets_(shape.domain == unbounded) {}

  [[nodiscard]] word read(process_id row, process_id column = 0, process_id plane = 0,
                          here at = here::current()) const {
    return note(at).read(row, column, plane);
  }
  void write(process_id row, word value, here at = here::current()) const { note(at).write(row, value); }
  void write(process_id row, process_id column, word value, here at = here::current()) const {
    note(at).write(row, column, value);
  }
  void write(process_id row, process_id column, process_id plane, word value, here at = here::current()) const {
    note(at).write(row, column, plane, value);
  }
  word fetch_add(process_id row, process_id column, word amount, here at = here::current()) const {
    return note(at).fetch_add(row, column, amount);
  }
  void announce(process_id row, word value, here at = here::current()) const { fence(at).announce(row, value); }
  void announce(process_id row, process_id column, word value, here at = here::current()) const {
    fence(at).announce(row, column, value);
  }
  void announce(process_id row, process_id column, process_id plane, word value, here at = here::current()) const {
    fence(at).announce(row, column, plane, value);
  }
  void write_lazy(process_id row, word value, here at = here::current()) const { note(at).write_lazy(row, value); }
  void announce_lazy(process_id row, word value, here at = here::current()) const {
    fence(at).announce_lazy(row, value);
  }
  // Write by write: the process stops at each, and the line must be noted again for the last.
  void announce_row(process_id row, word value, here at = here::current()) const {
    if (!in_any_order(columns_, columns_, [&](process_id i, bool last) { put(last, row, i, value, at); }))
      for (process_id i = 0; i < columns_; ++i) put(i + 1 == columns_, row, i, value, at);
  }
  void announce_row_to_others(process_id row, word value, here at = here::current()) const {
    if (!in_any_order(columns_, row, [&](process_id i, bool last) { put(last, row, i, value, at); }))
      for (process_id i = 0; i < columns_; ++i)
        if (i != row) put(i + (row + 1 == columns_ ? 2 : 1) == columns_, row, i, value, at);
  }
  void announce_column(process_id column, word value, here at = here::current()) const {
    if (!in_any_order(rows_, rows_, [&](process_id i, bool last) { put(last, i, column, value, at); }))
      for (process_id i = 0; i < rows_; ++i) put(i + 1 == rows_, i, column, value, at);
  }
  void write_row(process_id row, word value, here at = here::current()) const {
    if (!in_any_order(columns_, columns_, [&](process_id i, bool) { note(at).write(row, i, value); }))
      note(at).write_row(row, value);
  }
  void write_row_to_others(process_id row, word value, here at = here::current()) const {
    if (!in_any_order(columns_, row, [&](process_id i, bool) { note(at).write(row, i, value); }))
      note(at).write_row_to_others(row, value);
  }
  void write_column(process_id column, word value, here at = here::current()) const {
    if (!in_any_order(rows_, rows_, [&](process_id i, bool) { note(at).write(i, column, value); }))
      note(at).write_column(column, value);
  }
  [[nodiscard]] word max(here at = here::current()) const { return max_of_column(0, at); }
  [[nodiscard]] word max_of_column(process_id column, here at = here::current()) const {
    word largest = 0;
    const auto look = [&](process_id i, bool) { largest = std::max(largest, note(at).read(i, column)); };
    if (!in_any_order(rows_, rows_, look)) largest = note(at).max_of_column(column);
    return holds_tickets_ ? std::max(largest, lab::process::running->no_ticket) : largest;
  }
  template <class See>
  void collect(See&& see, here at = here::current()) const {
    if (in_any_order(rows_, rows_, [&](process_id i, bool) { see(i, note(at).read(i)); })) return;
    note(at).collect([&](process_id i, word value) {
      see(i, value);
      note(at);
    });
  }
  void prepare(process_id row, word value, here at = here::current()) const { note(at).prepare(row, value); }
  [[nodiscard]] constexpr bool is_one_line() const { return false; }
  [[nodiscard]] bool announce_alone(process_id row, word value, word absent, here at = here::current()) const {
    if (!lab::process::running->any_order) return fence(at).announce_alone(row, value, absent);
    announce(row, value, at);
    bool alone = true;
    in_any_order(rows_, row, [&](process_id i, auto...) { alone = alone && note(at).read(i) == absent; });
    return alone;
  }
  template <class Set>
  void erase_later(Set& from, word ticket, process_id row, here at = here::current()) const {
    const auto look = [&](process_id i, auto...) {
      if (!from.contains(i)) return;
      if (const word other = note(at).read(i); ticket < other || (ticket == other && row < i)) from.erase(i);
    };
    if (!in_any_order(rows_, row, look)) note(at).erase_later(from, ticket, row);
  }
  [[nodiscard]] auto locate(process_id row) const { return plain_.locate(row); }
  [[nodiscard]] const array& view() const { return plain_.view(); }

 private:
  using plain = registers<lab::plain_memory<array>>;
  static plain made(Memory& memory, const declaration& shape) {
    lab::plain_memory<array> of{{memory.declare(shape)}};
    return plain(of, shape);
  }
  const plain& note(const here& at) const {
    lab::call_site::last = at;
    return plain_;
  }
  const plain& fence(const here& at) const {
    lab::call_site::announcing = at;
    return note(at);
  }
  void put(bool last, process_id row, process_id column, word value, const here& at) const {
    if (last) fence(at).announce(row, column, value);
    else note(at).write(row, column, value);
  }
  // one(i, whether it is the last) for every i < count but left_out, in an order that the lab chooses; false if it is not to
  // choose.
  template <class One>
  static bool in_any_order(process_id count, process_id left_out, One&& one) {
    lab::process& self = *lab::process::running;
    if (!self.any_order) return false;
    std::uint64_t left = ((std::uint64_t{1} << count) - 1) & ~(std::uint64_t{1} << left_out);
    while (left != 0) {
      const auto many = static_cast<word>(std::popcount(left));
      std::uint64_t rest = left;
      for (word skip = many > 1 ? self.perform({lab::action::choice, 0, many}) : 0; skip > 0; --skip) rest &= rest - 1;
      left &= ~(rest & -rest);
      one(static_cast<process_id>(std::countr_zero(rest)), left == 0);
    }
    return true;
  }
  plain plain_;
  process_id rows_, columns_;
  bool holds_tickets_;
};

}  // namespace doorway
