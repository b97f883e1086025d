// What a host and a plugin agree upon: plain functions and data, and the locks' own types.
#pragma once

#include <cstddef>

#include "doorway/mutex.hpp"
#include "doorway/named_mutex.hpp"

// A monitor that knows nothing of process numbers: everything in it is plain, and what the lock does not protect shows.
struct monitor {
  long passages = 0;
  int inside = 0;
  long crowded = 0;
  std::size_t last = 0;  // of those who pass, from 1: who was inside
  long changes = 0;      // how often that was somebody else than before
};

struct plugin {
  unsigned (*index)();  // of the calling thread
  void (*lock)(doorway::mutex&);
  void (*unlock)(doorway::mutex&);
  long (*pass)(doorway::mutex&, monitor&, std::size_t who, long changes);  // until there were so many; its passages
  bool (*try_named)(doorway::named_mutex&);                                // and unlock
};

namespace parts {
inline long pass(doorway::mutex& mutex, monitor& seen, std::size_t who, long changes) {
  auto& inside = reinterpret_cast<volatile int&>(seen.inside);
  for (long own = 0;; ++own) {
    mutex.lock();
    if (seen.changes >= changes) return mutex.unlock(), own;
    if (inside != 0) seen.crowded = seen.crowded + 1;
    inside = 1;
    for (int look = 0; look < 4; ++look)
      if (inside != 1) seen.crowded = seen.crowded + 1;
    inside = 0;
    if (seen.last != who) seen.last = who, ++seen.changes;
    ++seen.passages;
    mutex.unlock();
  }
}
}  // namespace parts
