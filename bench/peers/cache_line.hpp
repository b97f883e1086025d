// Strict alternation of two workers through one word: each waits until the word names it, and names the other.
#pragma once

#include <atomic>

#include "../shared.hpp"
#include "pause.hpp"

namespace doorway::bench {

class line_to_and_fro {
 public:
  class handle {
   public:
    handle(line_to_and_fro& line, unsigned worker) : turn_(line.turn_->word), me_(worker) {}
    void lock() {
      while (turn_.load(std::memory_order_acquire) != me_) pause();
    }
    void unlock() { turn_.store(1 - me_, std::memory_order_release); }

   private:
    std::atomic<unsigned>& turn_;
    unsigned me_;
  };

 private:
  struct alignas(64) line {
    std::atomic<unsigned> word{0};
  };
  shared_array<line> turn_;
};

}  // namespace doorway::bench
