// A thread memory that never calls the kernel to wake a sleeper: everybody gets in all the same, but up to 50 ms late, when
// the sleeper looks again by itself. For the hand-off tests to catch.
#pragma once

#include "doorway/memory/threads.hpp"

namespace doorway::wrong {

class silent_block : public block {
 public:
  struct array : block::array {
    void wake(cell) const {}
  };
  using block::block;
  array declare(const declaration& shape) { return {block::declare(shape)}; }
};

class silent_threads : private detail::lines, public basic_waking<silent_block> {
 public:
  silent_threads(process_id n, std::size_t words)
      : lines(words), basic_waking(n, lines::words(), block::contents::fresh, futex::reach::one_process) {}
};

}  // namespace doorway::wrong
