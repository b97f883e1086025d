// The thread memory, with a thread switch before one access in a few: races that need a switch at one certain place come
// up in moments, also on two cores. The algorithm is the same template on another memory.
#pragma once

#include <random>
#include <thread>

#include "doorway/memory/threads.hpp"
#include "support/access_by_access.hpp"

namespace doorway::lab {

class jittery : public threads {
 public:
  struct jump {
    static void look() {
      static thread_local std::minstd_rand random(std::random_device{}());
      if (random() % 8 == 0) std::this_thread::yield();
    }
    static void change(word /*value*/) { look(); }
  };
  using array = access_by_access<threads::array, jump>;

  using threads::threads;
  array declare(const declaration& shape) { return array(threads::declare(shape)); }
};

}  // namespace doorway::lab
