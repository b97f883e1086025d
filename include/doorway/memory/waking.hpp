// A block whose writes wake those who wait for them: what the thread memory and the process memory have in common.
//
// Whom a write wakes follows from the declaration. A register that is at home with one process and written by another is a
// mailbox: a write to it wakes that home, if it waits for this writer. Of any other register that one process writes, all
// who watch that process are woken; of a register that many write, all who watch such registers, and so of a mailbox all
// who watch one that is not their own.
#pragma once

#include <algorithm>
#include <thread>
#include <utility>

#include "doorway/memory/block.hpp"
#include "doorway/memory/patience.hpp"
#include "doorway/parking.hpp"
#include "doorway/sections.hpp"

namespace doorway {

// Cells is the memory underneath: machine words (block) when it ships, the steps of the lab when it is checked. There nobody
// gains by spinning, and Cells says so: parks_at_once.
template <class Cells, template <class> class Lot = parking>
class basic_waking {
  using lot = Lot<Cells>;

 public:
  class array {
   public:
    array(const typename Cells::array& cells, const declaration& shape, const lot* parked)
        : cells_(cells), lot_(parked), first_(shape.first), wakes_(whom(shape)) {}

    [[nodiscard]] word read(cell at) const {
      if (watching != nullptr) [[unlikely]]
        note(at);
      return cells_.read(at);
    }
    // Who has written looks for sleepers: so every write here is an announce (a in parking.hpp, before c and d).
    void write(cell at, word value) const {
      if constexpr (announces<typename Cells::array>) cells_.announce(at, value);
      else cells_.write(at, value);
      written(at);
    }
    word fetch_add(cell at, word amount) const requires fetch_adds<typename Cells::array> {
      const word before = cells_.fetch_add(at, amount);
      written(at);
      return before;
    }

   private:
    enum class wakes : std::uint8_t {
      those_who_watch_the_row,
      those_who_watch_the_column,
      those_who_watch_many,
      the_column,
      the_row
    };
    void written(cell at) const {
      switch (wakes_) {
        case wakes::those_who_watch_the_row: return lot_->wrote(first_ + at.row);
        case wakes::those_who_watch_the_column: return lot_->wrote(first_ + at.column);
        case wakes::those_who_watch_many: return lot_->wrote(lot_->many());
        case wakes::the_column: return lot_->mailed(first_ + at.row, first_ + at.column);
        case wakes::the_row: return lot_->mailed(first_ + at.column, first_ + at.row);
      }
    }
    static wakes whom(const declaration& shape) {
      const bool one_other = shape.writer == writer::row || shape.writer == writer::row_or_column;
      if (shape.home == home::column && one_other) return wakes::the_column;
      if (shape.home == home::row && (shape.writer == writer::column || shape.writer == writer::row_or_column))
        return wakes::the_row;
      if (shape.writer == writer::row) return wakes::those_who_watch_the_row;
      if (shape.writer == writer::column) return wakes::those_who_watch_the_column;
      return wakes::those_who_watch_many;
    }
    void note(cell at) const {
      switch (wakes_) {
        case wakes::those_who_watch_the_row: return watching->writers.insert(first_ + at.row);
        case wakes::those_who_watch_the_column: return watching->writers.insert(first_ + at.column);
        case wakes::those_who_watch_many: watching->many = true; return;
        case wakes::the_column: return note_mailbox(first_ + at.column, first_ + at.row);
        case wakes::the_row: return note_mailbox(first_ + at.row, first_ + at.column);
      }
    }
    static void note_mailbox(process_id of, process_id from) {
      if (of == watching->reader) watching->mailboxes.insert(from);
      else watching->many = true;
    }

    typename Cells::array cells_;
    const lot* lot_;
    process_id first_;
    wakes wakes_;
  };

  // The process that runs, for one call of an algorithm.
  template <class Passage>
  class here {
   public:
    here(const basic_waking& memory, process_id id, Passage& carried, const patience& how_long)
        : passage(carried), memory_(memory), id_(id), patience_(how_long) {}

    [[nodiscard]] process_id id() const { return id_; }
    void end_of_doorway() const {}

    template <class Ready>
    bool await(Ready&& ready) const {
      return memory_.wait(id_, ready, patience_, [] { return true; });
    }

    Passage& passage;

   private:
    const basic_waking& memory_;
    process_id id_;
    patience patience_;
  };

  // The rest is what Cells is made from.
  template <class... Ground>
  explicit basic_waking(process_id n, Ground&&... ground) : cells_(std::forward<Ground>(ground)...), lot_(cells_, n) {}
  basic_waking(const basic_waking&) = delete;
  basic_waking& operator=(const basic_waking&) = delete;

  array declare(const declaration& shape) { return {cells_.declare(shape), shape, &lot_}; }

  // Process p waits for ready(). Looks once; then spins for about a microsecond, lets others run, and parks. between()
  // runs after every sleep, so at least every 50 ms; false from it means: give up.
  template <class Ready, class Between>
  bool wait(process_id p, Ready& ready, const patience& how_long, Between&& between) const {
    if (ready()) return true;
    if (how_long.none()) return false;
    for (int i = 0; i < looks_spinning; ++i) {
      relax();
      if (ready()) return true;
    }
    for (int i = 0; i < looks_yielding && !how_long.over(); ++i) {
      std::this_thread::yield();
      if (ready()) return true;
    }
    while (!how_long.over()) {
      if (lot_.park(p, ready, std::min(longest_sleep, how_long.left()))) return true;
      if (!between()) return false;
    }
    return false;
  }

 private:
  static constexpr bool parks_at_once = requires { Cells::parks_at_once; };
  static constexpr int looks_spinning = parks_at_once ? 0 : 32;
  static constexpr int looks_yielding = parks_at_once ? 0 : 4;
  static constexpr std::chrono::nanoseconds longest_sleep = std::chrono::milliseconds(50);

  static void relax() {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
  }

  Cells cells_;
  lot lot_;
};

using waking = basic_waking<block>;

}  // namespace doorway
