// What a host and a plugin agree upon: plain functions and data, and the locks' own types.
#pragma once

#include "doorway/mutex.hpp"
#include "doorway/named_mutex.hpp"

// A monitor that knows nothing of process numbers: everything in it is plain, and what the lock does not protect shows.
struct monitor {
  long passages = 0;
  int inside = 0;
  long crowded = 0;
};

struct plugin {
  unsigned (*index)();  // of the calling thread
  void (*lock)(doorway::mutex&);
  void (*unlock)(doorway::mutex&);
  void (*pass)(doorway::mutex&, monitor&, int times);
  bool (*try_named)(doorway::named_mutex&);  // and unlock
};

namespace parts {
inline void pass(doorway::mutex& mutex, monitor& seen, int times) {
  auto& inside = reinterpret_cast<volatile int&>(seen.inside);
  for (int i = 0; i < times; ++i) {
    mutex.lock();
    if (inside != 0) seen.crowded = seen.crowded + 1;
    inside = 1;
    for (int look = 0; look < 4; ++look)
      if (inside != 1) seen.crowded = seen.crowded + 1;
    inside = 0;
    ++seen.passages;
    mutex.unlock();
  }
}
}  // namespace parts
