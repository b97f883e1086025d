// The thread memory with every write held against the domain of its register, and a thread switch now and then.
#pragma once

#include <atomic>
#include <cstdint>
#include <random>
#include <thread>

#include "doorway/memory/threads.hpp"
#include "support/access_by_access.hpp"

namespace doorway::lab {

class guarded : public threads {
 public:
  struct guard {
    word domain = unbounded;

    static void look() {
      static thread_local std::minstd_rand random(std::random_device{}());
      if (random() % 64 == 0) std::this_thread::yield();
    }
    void change(word value) const {
      look();
      writes.fetch_add(1, std::memory_order_relaxed);
      if (domain != unbounded && value >= domain) outside.fetch_add(1);
    }
  };
  using array = access_by_access<threads::array, guard>;

  using threads::threads;
  array declare(const declaration& shape) { return array(threads::declare(shape), {shape.domain}); }

  // Of all of them together.
  static inline std::atomic<std::uint64_t> outside{0}, writes{0};
};

}  // namespace doorway::lab
