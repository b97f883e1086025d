// A flat block of machine words, read and written with atomics: the ground of the thread memory and of the process memory. The
// words are somebody else's (an allocation, a mapped file); no pointer is kept in them.
#pragma once

#include <atomic>
#include <chrono>
#include <span>
#include <stdexcept>

#include "doorway/core/registers.hpp"
#include "doorway/memory/placement.hpp"
#include "doorway/platform/futex.hpp"
#include "doorway/platform/order_of_writes.hpp"
#include "doorway/platform/scan.hpp"

namespace doorway {

class block {
 public:
  // What a cell is (three numbers) must not be passed around on the way into a lock: so these are always in line.
  class array {
   public:
    // Its looks at many registers at once are for the memory around it (waking.hpp), and take other arguments.
    static constexpr extras leaves_out = {extra::max, extra::is_one_line, extra::announce_alone, extra::erase_later};

    array(word* first, const placement& where, futex::reach who) : first_(first), where_(where), reach_(who) {}

    [[nodiscard, gnu::always_inline]] word read(cell at) const {
      if (where_.packed == packing::bytes) return std::atomic_ref(*byte(at.row)).load(std::memory_order_seq_cst);
      return std::atomic_ref(*address(at)).load(std::memory_order_seq_cst);
    }
    [[gnu::always_inline]] void write(cell at, word value) const {
      if (where_.packed == packing::bytes)
        return std::atomic_ref(*byte(at.row)).store(static_cast<std::uint8_t>(value), order_of_writes);
      std::atomic_ref(*address(at)).store(value, order_of_writes);
    }
    [[gnu::always_inline]] void announce(cell at, word value) const {
      if (where_.packed == packing::bytes) return write_byte(at.row, value);
      std::atomic_ref(*address(at)).store(value, std::memory_order_seq_cst);
    }
    // A write that an announce follows.
    [[gnu::always_inline]] void prepare(cell at, word value) const { write(at, value); }
    word fetch_add(cell at, word amount) const {
      return std::atomic_ref<word>(*address(at)).fetch_add(amount, std::memory_order_seq_cst);
    }

    // A word to be read later. (Not of a packed array: its registers are read together.)
    struct located {
      const word* at;
      [[nodiscard]] word read() const { return scan::load(*at); }
    };
    [[nodiscard]] located locate(cell at) const { return {address(at)}; }

    // Of a packed array, whose kind the caller knows. All that must be looked up is looked up before the write: what comes
    // after it waits for it.
    [[nodiscard]] packing packed() const { return where_.packed; }
    [[nodiscard]] bool is_line_of_words() const { return packed() == packing::words && lines() == 1; }
    void write_word(process_id p, word value) const {
      std::atomic_ref(first_[p]).store(value, std::memory_order_seq_cst);
    }
    void write_byte(process_id p, word value) const {
      std::atomic_ref(*byte(p)).store(static_cast<std::uint8_t>(value), std::memory_order_seq_cst);
    }
    [[nodiscard, gnu::always_inline]] bool announce_alone_in_line(process_id p, word value, word absent) const {
      write_word(p, value);
      return scan::others_in_line_are(first_, p, absent);
    }
    [[nodiscard, gnu::always_inline]] bool announce_alone_in_words(process_id p, word value, word absent) const {
      const auto others = scan::others_of::words(first_, lines(), p);
      write_word(p, value);
      return others.all(absent);
    }
    [[nodiscard, gnu::always_inline]] bool announce_alone_in_bytes(process_id p, word value, word absent) const {
      const auto others = scan::others_of::bytes(first_, lines(), p);
      write_byte(p, value);
      return others.all(absent);
    }
    [[nodiscard]] word max() const { return scan::max(first_, lines()); }
    template <class Set>
    void erase_later(Set& from, word ticket, process_id p) const {
      for (process_id i = 0; i < where_.words; i += 64)
        if (const word among = from.bits_from(i); among != 0)
          from.erase_bits(i, scan::later(first_ + i, i, among, ticket, p));
    }

    void sleep(cell at, word value, std::chrono::nanoseconds most) const {
      futex::sleep(address(at), value, most, reach_);
    }
    void wake(cell at) const { futex::wake(address(at), reach_); }

   private:
    [[nodiscard]] word* address(cell at) const { return first_ + where_.offset(at); }
    [[nodiscard]] std::uint8_t* byte(process_id p) const { return reinterpret_cast<std::uint8_t*>(first_) + p; }
    [[nodiscard]] std::size_t lines() const { return where_.words / words_per_line; }
    word* first_;
    placement where_;
    futex::reach reach_;
  };

  // Whether the words hold registers already (a file that another process made) or are to be set to initial values.
  enum class contents : bool { fresh, kept };

  block(std::span<word> words, contents what, futex::reach who) : words_(words), contents_(what), reach_(who) {}

  array declare(const declaration& shape) {
    const placement where(shape);
    if (where.words > words_.size() - used_)
      throw std::length_error("doorway: more registers declared than there is room for");
    const array made(words_.data() + used_, where, reach_);
    used_ += where.words;
    if (contents_ == contents::fresh)
      for (auto& each : words_.subspan(used_ - where.words, where.words))
        std::atomic_ref<word>(each).store(shape.initial * (where.packed == packing::bytes ? 0x0101'0101'0101'0101 : 1));
    return made;
  }

 private:
  std::span<word> words_;
  std::size_t used_ = 0;
  contents contents_;
  futex::reach reach_;
};

}  // namespace doorway
