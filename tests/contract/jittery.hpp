// The thread memory, with a thread switch before one access in a few: races that need a switch at one certain place come
// up in moments, also on two cores. The algorithm is the same template on another memory.
#pragma once

#include <cstdint>
#include <random>
#include <thread>

#include "doorway/memory/threads.hpp"

namespace doorway::lab {

class jittery : public threads {
 public:
  struct array {
    threads::array cells;

    [[nodiscard]] word read(cell at) const {
      jump();
      return cells.read(at);
    }
    void write(cell at, word value) const {
      jump();
      cells.write(at, value);
    }
    word fetch_add(cell at, word amount) const {
      jump();
      return cells.fetch_add(at, amount);
    }

   private:
    static void jump() {
      static thread_local std::minstd_rand random(std::random_device{}());
      if (random() % 8 == 0) std::this_thread::yield();
    }
  };

  using threads::threads;
  array declare(const declaration& shape) { return {threads::declare(shape)}; }
};

}  // namespace doorway::lab
