// A block whose writes wake those who wait for them: what the thread memory and the process memory have in common.
//
// Whom a write wakes follows from the declaration. A register that is at home with one process and written by another is a
// mailbox: a write to it wakes that home, if it waits for this writer. Of any other register that one process writes, all
// who watch that process are woken; of a register that many write, all who watch such registers, and so of a mailbox all
// who watch one that is not their own.
#pragma once

#include <algorithm>
#include <utility>

#include "doorway/core/sections.hpp"
#include "doorway/memory/block.hpp"
#include "doorway/waiting/parking.hpp"
#include "doorway/waiting/patience.hpp"
#include "doorway/waiting/spinning.hpp"

namespace doorway {

// Cells that can look at many registers at once (scan.hpp).
template <class Array>
concept scans = requires(const Array& array) {
  array.packed();
};

// Cells is the memory underneath: machine words (block) when it ships, the steps of the lab when it is checked. There nobody
// gains by spinning, and Cells says so: parks_at_once.
template <class Cells, template <class> class Lot = parking>
class basic_waking {
  using lot = Lot<Cells>;

 public:
  class array {
   public:
    static constexpr extras leaves_out = extras{extra::announce, extra::locate}  // every write is an announce
                                             .and_if(!fetch_adds<typename Cells::array>, {extra::fetch_add})
                                             .and_if(!scans<typename Cells::array>, {extra::max, extra::erase_later});

    array(const typename Cells::array& cells, const declaration& shape, const lot* parked)
        : cells_(cells), lot_(parked), first_(shape.first), wakes_(whom(shape)), lazy_(shape.lazy) {
      if constexpr (scans<typename Cells::array>)
        if (wakes_ == wakes::those_who_watch_the_row) {
          packed_ = cells.packed();
          one_line_ = cells.is_line_of_words();
        }
    }

    [[nodiscard, gnu::always_inline]] word read(cell at) const {
      if (watching != nullptr) [[unlikely]]
        note(at);
      return cells_.read(at);
    }
    // Who has written looks for sleepers: so every write here is an announce (a in parking.hpp, before c and d).
    // In line, whatever the compiler thinks: it is the way out of every lock.
    [[gnu::always_inline]] void write(cell at, word value) const {
      if constexpr (scans<typename Cells::array>)
        if (packed_ != packing::none) [[likely]] {
          const process_id q = first_ + at.row;
          const auto watched = lot_->watched(q);
          if (packed_ == packing::words) [[likely]]
            cells_.write_word(at.row, value);
          else cells_.write_byte(at.row, value);
          return lot_->wrote(q, watched);
        }
      if constexpr (announces<typename Cells::array>) cells_.announce(at, value);
      else cells_.write(at, value);
      written(at);
    }
    // Of a lazy register: without a fence, and with one.
    [[gnu::always_inline]] void write_lazy(cell at, word value) const {
      cells_.write(at, value);
      lot_->wrote(first_ + at.row);
    }
    [[gnu::always_inline]] void announce_lazy(cell at, word value) const {
      if constexpr (announces<typename Cells::array>) cells_.announce(at, value);
      else cells_.write(at, value);
      lot_->wrote(first_ + at.row);
    }
    // Nobody is woken: the announce that follows does that, being of the same writer.
    [[gnu::always_inline]] void prepare(cell at, word value) const {
      if constexpr (prepares<typename Cells::array>) cells_.prepare(at, value);
      else cells_.write(at, value);
    }
    word fetch_add(cell at, word amount) const requires fetch_adds<typename Cells::array> {
      const word before = cells_.fetch_add(at, amount);
      written(at);
      return before;
    }

    // Many registers at once, where the cells can and nobody takes notes.
    [[nodiscard]] word max(process_id rows) const requires scans<typename Cells::array> {
      if (at_once()) return cells_.max();
      word largest = 0;
      for (process_id i = 0; i < rows; ++i) largest = std::max(largest, read(cell{i}));
      return largest;
    }
    [[nodiscard, gnu::always_inline]] bool is_one_line() const { return one_line_; }
    // No wake-up: announcing one's arrival cannot unblock anyone.
    [[nodiscard, gnu::always_inline]] bool announce_alone(process_id rows, process_id p, word value,
                                                          word absent) const {
      if constexpr (scans<typename Cells::array>)
        if (one_line_) [[likely]]
          return cells_.announce_alone_in_line(p, value, absent);
      return announce_alone_among_many(rows, p, value, absent);
    }
    template <class Set>
    void erase_later(Set& from, process_id /*rows*/, word ticket,
                     process_id p) const requires scans<typename Cells::array> {
      if (at_once()) return cells_.erase_later(from, ticket, p);
      for (auto i : from)
        if (const word other = read(cell{i}); ticket < other || (ticket == other && p < i)) from.erase(i);
    }

   private:
    [[nodiscard]] bool at_once() const requires scans<typename Cells::array> {
      return packed_ == packing::words && watching == nullptr;
    }
    enum class wakes : std::uint8_t {
      those_who_watch_the_row,
      those_who_watch_the_column,
      those_who_watch_many,
      the_column,
      the_row
    };
    [[nodiscard, gnu::noinline]] bool announce_alone_among_many(process_id rows, process_id p, word value,
                                                                word absent) const {
      if constexpr (scans<typename Cells::array>) {
        if (packed_ == packing::words) [[likely]]
          return cells_.announce_alone_in_words(p, value, absent);
        if (packed_ == packing::bytes) return cells_.announce_alone_in_bytes(p, value, absent);
      }
      if constexpr (announces<typename Cells::array>) cells_.announce(cell{p}, value);
      else cells_.write(cell{p}, value);
      for (process_id i = 0; i < rows; ++i)
        if (i != p && read(cell{i}) != absent) return false;
      return true;
    }
    [[gnu::noinline]] void written(cell at) const {
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
    [[gnu::noinline, gnu::cold]] void note(cell at) const {
      if (lazy_) watching->lazy = true;
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
    bool lazy_;
    packing packed_ = packing::none;  // with one writer each
    bool one_line_ = false;           // and all in one cache line
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
      return await(ready, [] { return process_id{1}; });
    }
    template <class Ready, class Ahead>
    bool await(Ready&& ready, Ahead&& ahead) const {
      return memory_.wait(
          id_, ready, ahead, patience_, [] { return true; }, far);
    }

    Passage& passage;

   private:
    static constexpr process_id far = 20;  // threads do not die alone, as processes do: a second is soon enough
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

  // Process p waits for ready(): awake as long as that is worth while (spinning.hpp), then asleep. between() runs after every
  // sleep; false from it means: give up. One that is next when it goes to sleep does so for 50 ms at most, the one after it for
  // 100 ms, and so on up to `far` times 50 ms: somebody who ought to wake it may have died.
  template <class Ready, class Ahead, class Between>
  bool wait(process_id p, Ready& ready, Ahead& ahead, const patience& how_long, Between&& between,
            process_id far) const {
    if (ready()) return true;
    if (how_long.none()) return false;
    if (stay_awake(ready, ahead, how_long)) return true;
    while (!how_long.over()) {
      const process_id before = ahead();
      const auto longest = std::min(longest_sleep(before, far), how_long.left());
      patience::clock::time_point tired{};  // (the lab has no time)
      if constexpr (!parks_at_once) tired = patience::clock::now() + longest;
      if (lot_.park(p, ready, longest)) return true;
      if (!between()) return false;
      if constexpr (!parks_at_once) {
        if (ready()) return true;
        const bool was_woken = patience::clock::now() < tired;
        if (was_woken && ahead() != before && stay_awake(ready, ahead, how_long)) return true;
      }
    }
    return false;
  }

 private:
  static constexpr bool parks_at_once = requires { Cells::parks_at_once; };

  template <class Ready, class Ahead>
  static bool stay_awake(Ready& ready, Ahead& ahead, const patience& how_long) {
    if constexpr (parks_at_once) return false;
    else return spinning::stay_awake(ready, ahead, how_long);
  }
  static std::chrono::nanoseconds longest_sleep(process_id ahead, process_id far) {
    return std::chrono::milliseconds(50) * std::clamp(ahead, process_id{1}, far);
  }

  Cells cells_;
  lot lot_;
};

using waking = basic_waking<block>;

}  // namespace doorway
