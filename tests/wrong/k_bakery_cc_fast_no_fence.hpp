// WRONG: k-bakery-cc-fast whose announce at 78, before F's looks, is a plain write. On a processor with store buffers exclusion
// is VIOLATED at n = 2, k = 1. Where writes are seen at once it is the right one.
//
// The run: p writes Want[p], which stays in its buffer; it finds nobody and goes in. q sees nothing of it, and does the same.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "wrong/on_memory.hpp"

namespace doorway::wrong {

// What is announced before a look whether anybody else is there is only written.
template <class Memory>
class hurried {
 public:
  struct array : Memory::array {
    static constexpr extras leaves_out = left_out_by<typename Memory::array>.but({extra::announce_alone});
    [[nodiscard]] bool announce_alone(process_id rows, process_id row, word value, word absent) const {
      this->write(cell{row}, value);
      for (process_id i = 0; i < rows; ++i)
        if (i != row && this->read(cell{i}) != absent) return false;
      return true;
    }
  };
  explicit hurried(Memory& memory) : memory_(memory) {}
  array declare(const declaration& shape) { return {memory_.declare(shape)}; }

 private:
  Memory& memory_;
};

template <class Memory>
using k_bakery_cc_fast_no_fence = on_memory<k_bakery_cc_fast, hurried<Memory>, Memory>;

}  // namespace doorway::wrong
