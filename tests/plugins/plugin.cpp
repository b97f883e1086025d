// The plugin. It is compiled and linked in all the ways in which a library can keep its inline variables to itself.
#include "plugins/plugin.hpp"

extern "C" [[gnu::visibility("default")]] const plugin offers;
extern "C" const plugin offers = {
    [] { return doorway::thread_index(); },
    [](doorway::mutex& mutex) { mutex.lock(); },
    [](doorway::mutex& mutex) { mutex.unlock(); },
    parts::pass,
    [](doorway::named_mutex& mutex) {
      if (!mutex.try_lock()) return false;
      mutex.unlock();
      return true;
    },
};
