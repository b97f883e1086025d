// What a process is about to do, and where in its passage it is.
#pragma once

#include <cstdint>

#include "doorway/core/word.hpp"

namespace doorway::second {

enum class does : std::uint8_t {
  read,
  write,        // seen by all at once; where stores are buffered, it waits until the buffer is empty
  store,        // into the buffer
  second_half,  // of a write to a safe register
  add,
  step,    // out of the critical section; or out of the remainder, where entering needs no access
  choose,  // one of `value` possibilities
  rest,    // all passages made
  lie_dead,
  err  // `value` is a mistake
};

enum class mistake : std::uint8_t {
  no_such_register,
  blind_await,
  not_its_register,
  adds_to_safe,
  outside_domain,
  endless
};

// Where it is, as others may say. `looking`: in an await, and about to look from the beginning.
enum class place : std::uint8_t { remainder, doorway, waiting, looking, critical, exit, abort, recover };

struct operation {
  does what = does::rest;
  std::uint32_t where = 0;
  word value = 0;
  bool operator==(const operation&) const = default;
};

}  // namespace doorway::second
