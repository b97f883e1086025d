// What is asked: how many processes, what they do, what may happen to them, and of what their registers are made.
#pragma once

#include <cstdint>

#include "doorway/core/sections.hpp"

namespace doorway::second {

enum class registers_are : std::uint8_t { as_declared, all_atomic, all_safe };

struct setting {
  parameters size{};
  std::uint32_t passages = 1;  // that each process makes; 0: without end
  std::uint32_t crashes = 0;   // so many may be crashed at the same time
  registers_are registers = registers_are::as_declared;
  bool may_give_up = false;  // at each look of an await
  bool may_be_recovered = false;
  bool domains_count = true;  // a write of a value outside its register's domain is a mistake
  std::uint32_t buffer = 0;   // x86-TSO: so many stores fit into a process's buffer; 0: none are buffered
  word largest_flicker = 0;   // what a read of a register without a domain may return while it is written: 0 .. this
  [[nodiscard]] bool is_safe(bool declared) const {  // a register; where stores are buffered, none is
    return buffer == 0 && (registers == registers_are::as_declared ? declared : registers == registers_are::all_safe);
  }
  std::uint64_t most_states = 4'000'000;  // where there are more, the search ends with the level that it is in
};

}  // namespace doorway::second
