// WRONG: k-bakery-cc-fast with "fewer than k others are about" at F instead of "nobody is". Starvation freedom is VIOLATED at
// n = 3, k = 2, without a crash. k-exclusion and k-FCFS hold there. (With k = 1 it is the right one.)
//
// The run: p has found two about and waits with a ticket. r is inside by F, with Want[r] = 0, when p looks at it; r leaves,
// and q comes in by F, since of the others only p is about; p looks at q, and finds 0 there too; q leaves, r
// comes in again, and so on for ever: p always finds two before it, though never more than one is inside.
#pragma once

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"

namespace doorway::wrong {

// A memory that takes a process for alone if fewer than k others are about.
template <class Memory>
class crowded {
 public:
  struct array : Memory::array {
    process_id k;
    static constexpr extras leaves_out = left_out_by<typename Memory::array>.but({extra::announce_alone});
    [[nodiscard]] bool announce_alone(process_id rows, process_id row, word value, word absent) const {
      this->announce(cell{row}, value);
      process_id others = 0;
      for (process_id i = 0; i < rows; ++i)
        if (i != row && this->read(cell{i}) != absent) ++others;
      return others < k;
    }
  };
  crowded(Memory& memory, process_id k) : memory_(memory), k_(k) {}
  array declare(const declaration& shape) { return {memory_.declare(shape), k_}; }

 private:
  Memory& memory_;
  process_id k_;
};

template <class Memory>
class k_bakery_cc_fast_fewer_than_k : private crowded<Memory>, public k_bakery_cc_fast<crowded<Memory>> {
 public:
  k_bakery_cc_fast_fewer_than_k(Memory& memory, const parameters& size)
      : crowded<Memory>(memory, size.k), k_bakery_cc_fast<crowded<Memory>>(*this, size) {}
};

}  // namespace doorway::wrong
