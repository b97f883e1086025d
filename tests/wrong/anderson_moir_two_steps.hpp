// The tree of Anderson and Moir on a memory whose fetch-and-add is a read and then a write: exclusion fails. Two processes read
// that nobody is in the block, both write that one is, and both are past it.
#pragma once

#include "doorway/algorithms/k_exclusion/anderson_moir.hpp"
#include "wrong/on_memory.hpp"

namespace doorway::wrong {

template <class Memory>
class two_step_memory {
 public:
  struct array : Memory::array {
    word fetch_add(cell at, word amount) const {
      const word before = this->read(at);
      this->write(at, before + amount);
      return before;
    }
  };
  explicit two_step_memory(Memory& memory) : memory_(memory) {}
  array declare(const declaration& shape) { return {memory_.declare(shape)}; }

 private:
  Memory& memory_;
};

template <class Memory>
using anderson_moir_two_steps = on_memory<anderson_moir, two_step_memory<Memory>, Memory>;

}  // namespace doorway::wrong
