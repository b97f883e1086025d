// A flat block of machine words, read and written with atomics: the ground of the thread memory and of the process memory. The
// words are somebody else's (an allocation, a mapped file); no pointer is kept in them.
#pragma once

#include <atomic>
#include <chrono>
#include <span>
#include <stdexcept>

#include "doorway/memory/futex.hpp"
#include "doorway/memory/order_of_writes.hpp"
#include "doorway/memory/placement.hpp"
#include "doorway/registers.hpp"

namespace doorway {

class block {
 public:
  class array {
   public:
    array(word* first, const placement& where, futex::reach who) : first_(first), where_(where), reach_(who) {}

    [[nodiscard]] word read(cell at) const {
      return std::atomic_ref<word>(*address(at)).load(std::memory_order_seq_cst);
    }
    void write(cell at, word value) const { std::atomic_ref<word>(*address(at)).store(value, order_of_writes); }
    void announce(cell at, word value) const {
      std::atomic_ref<word>(*address(at)).store(value, std::memory_order_seq_cst);
    }
    word fetch_add(cell at, word amount) const {
      return std::atomic_ref<word>(*address(at)).fetch_add(amount, std::memory_order_seq_cst);
    }
    void sleep(cell at, word value, std::chrono::nanoseconds most) const {
      futex::sleep(address(at), value, most, reach_);
    }
    void wake(cell at) const { futex::wake(address(at), reach_); }

   private:
    [[nodiscard]] word* address(cell at) const { return first_ + where_.offset(at); }
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
      for (process_id r = 0; r < shape.rows; ++r)
        for (process_id c = 0; c < shape.columns; ++c)
          for (process_id p = 0; p < shape.planes; ++p) made.write({r, c, p}, shape.initial);
    return made;
  }

 private:
  std::span<word> words_;
  std::size_t used_ = 0;
  contents contents_;
  futex::reach reach_;
};

}  // namespace doorway
