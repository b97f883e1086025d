// The lab's memory: every access stops the process that makes it, and the lab decides when it happens and what it sees.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "doorway/registers.hpp"
#include "lab/agent.hpp"

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
    [[nodiscard]] word read(cell at) const { return agent::running->perform({action::read, number(at), 0}); }
    void write(cell at, word value) const { agent::running->perform({action::write, number(at), value}); }

   private:
    friend class memory;
    [[nodiscard]] std::uint32_t number(cell at) const {
      if (at.row >= rows_ || at.column >= columns_ || at.plane >= planes_)
        agent::running->fail(flaw::index_out_of_range);
      return base_ + (at.row * columns_ + at.column) * planes_ + at.plane;
    }
    std::uint32_t base_ = 0;
    process_id rows_ = 1, columns_ = 1, planes_ = 1;
  };

  array declare(const declaration& shape);

  [[nodiscard]] const std::vector<register_info>& registers() const { return registers_; }
  [[nodiscard]] std::vector<register_info>& registers() { return registers_; }

 private:
  std::vector<register_info> registers_;
};

}  // namespace doorway::lab
