// The thread memory with every write held against the domain of its register, and a thread switch now and then.
#pragma once

#include <atomic>
#include <cstdint>
#include <random>
#include <thread>

#include "doorway/memory/threads.hpp"

namespace doorway::lab {

class guarded : public threads {
 public:
  struct array {
    threads::array cells;
    word domain = unbounded;

    [[nodiscard]] word read(cell at) const {
      jump();
      return cells.read(at);
    }
    void write(cell at, word value) const {
      jump();
      writes.fetch_add(1, std::memory_order_relaxed);
      if (domain != unbounded && value >= domain) outside.fetch_add(1);
      cells.write(at, value);
    }
    word fetch_add(cell at, word amount) const {
      jump();
      writes.fetch_add(1, std::memory_order_relaxed);
      const word before = cells.fetch_add(at, amount);
      if (domain != unbounded && before + amount >= domain) outside.fetch_add(1);
      return before;
    }

   private:
    static void jump() {
      static thread_local std::minstd_rand random(std::random_device{}());
      if (random() % 64 == 0) std::this_thread::yield();
    }
  };

  using threads::threads;
  array declare(const declaration& shape) { return {threads::declare(shape), shape.domain}; }

  // Of all of them together.
  static inline std::atomic<std::uint64_t> outside{0}, writes{0};
};

}  // namespace doorway::lab
