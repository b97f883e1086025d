// host LIBRARY...: loads the plugins and shares locks with them. Exit status 0 if all agree on who is who, and nobody is
// let in beside another; else it says what was wrong.
//
// Catches a registry of numbers for each copy of the library: two threads then have one number, and the indexes that host
// and plugins see of one thread differ. And one that is lost, or whose callbacks are, when a plugin is unloaded.
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "plugins/plugin.hpp"

namespace {

int wrong = 0;
void check(bool right, const std::string& what) {
  static std::mutex one_at_a_time;
  const std::lock_guard guard(one_at_a_time);
  if (!right) ++wrong, std::printf("WRONG: %s\n", what.c_str());
}

struct loaded {
  std::string path;
  void* handle;
  const plugin* offers;
};
loaded load(const std::string& path, bool apart = false) {
  void* const handle =
      apart ? dlmopen(LM_ID_NEWLM, path.c_str(), RTLD_NOW | RTLD_LOCAL) : dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    std::printf("%s\n", dlerror());
    std::exit(2);
  }
  return {path, handle, static_cast<const plugin*>(dlsym(handle, "offers"))};
}
const plugin own = {[] { return doorway::thread_index(); }, [](doorway::mutex& mutex) { mutex.lock(); },
                    [](doorway::mutex& mutex) { mutex.unlock(); }, parts::pass, nullptr};

// Each thread asks another copy first; afterwards all say the same of it, and no two threads have the same.
void indexes_agree(const std::vector<loaded>& copies) {
  std::barrier all_alive(static_cast<std::ptrdiff_t>(copies.size()));
  std::vector<unsigned> index(copies.size());
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < copies.size(); ++t)
    threads.emplace_back([&, t] {
      index[t] = copies[t].offers->index();
      all_alive.arrive_and_wait();
      for (std::size_t i = 0; i < copies.size(); ++i) {
        const auto& copy = copies[(t + i) % copies.size()];
        const unsigned seen = copy.offers->index();
        check(seen == index[t], copy.path + " gives a thread the number " + std::to_string(seen) + ", " +
                                    copies[t].path + " the number " + std::to_string(index[t]));
      }
      all_alive.arrive_and_wait();
    });
  for (auto& thread : threads) thread.join();
  check(std::set(index.begin(), index.end()).size() == copies.size(), "two threads have the same number");
}

// All come at once, and go on until the lock has changed hands so often: however much of the machine others use, they meet.
void nobody_is_let_in_beside_another(const std::vector<loaded>& copies) {
  constexpr long changes = 2000;
  doorway::mutex mutex;
  monitor seen;
  std::barrier all_there(static_cast<std::ptrdiff_t>(copies.size()));
  std::atomic<long> passages = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < copies.size(); ++t)
    threads.emplace_back([&, t] {
      all_there.arrive_and_wait();
      passages += copies[t].offers->pass(mutex, seen, t + 1, changes);
    });
  for (auto& thread : threads) thread.join();
  check(seen.crowded == 0 && seen.passages == passages, std::to_string(seen.crowded) + " times two inside, " +
                                                            std::to_string(seen.passages) + " of " +
                                                            std::to_string(passages) + " passages counted");
}

// A thread has its number from a plugin, and holds a lock through it; the plugin goes, the thread stays.
void outlives(const std::string& path) {
  doorway::mutex mutex;
  loaded copy = load(path);
  std::barrier both(2);
  unsigned first = 0;
  std::thread thread([&] {
    first = copy.offers->index();
    copy.offers->lock(mutex);
    both.arrive_and_wait();
    both.arrive_and_wait();  // the plugin is gone
    check(own.index() == first, "a thread has another number after its plugin was unloaded");
    mutex.unlock();
    both.arrive_and_wait();
    both.arrive_and_wait();
  });
  both.arrive_and_wait();
  dlclose(copy.handle);
  check(dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD) == nullptr, "the plugin was not unloaded: nothing was tried");
  both.arrive_and_wait();
  both.arrive_and_wait();
  std::thread([&] { check(own.index() != first, "a living thread's number was given out"); }).join();
  if (const pid_t child = fork(); child == 0) {
    _exit(own.index() == 0 ? 0 : 1);
  } else {
    int status = -1;
    waitpid(child, &status, 0);
    check(status == 0, "fork after a plugin was unloaded");
  }
  both.arrive_and_wait();
  thread.join();
  std::thread([&] { check(own.index() == first, "the number of an ended thread was not given out again"); }).join();
}

// In a forked child the parent's seat must not be used, whichever copy has opened the file: the child waits for the parent, and
// when the parent does not hold it gets in, by a seat of its own (a copy that has not heard of the fork has lost its file: it dies).
void children_hold_nothing(const std::vector<loaded>& copies) {
  doorway::named_mutex mutex("plugins", {.seats = 8});
  for (const auto& copy : copies) check(copy.offers->try_named(mutex), copy.path + " could not lock a free name");
  mutex.lock();
  for (const auto& copy : copies) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(100);
      _exit(copy.offers->index() != 0 || copy.offers->try_named(mutex) ? 1 : 0);
    }
    int status = -1;
    waitpid(child, &status, 0);
    check(status == 0, copy.path + ": a forked child, status " + std::to_string(status));
  }
  mutex.unlock();
  for (const auto& copy : copies) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(100);
      _exit(copy.offers->try_named(mutex) ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    check(status == 0, copy.path + ": a forked child and a free name, status " + std::to_string(status));
  }
}

}  // namespace

int main(int count, char** arguments) {
  check(doorway::thread_index() == 0, "the main thread is not number 0");
  std::vector<loaded> copies{{"host", nullptr, &own}};
  for (int i = 1; i < count; ++i)
    if (const std::string path = arguments[i]; !path.starts_with("--")) copies.push_back(load(path));
    else if (path == "--apart") copies.push_back(load(arguments[++i], true));
    else if (path == "--unload") outlives(arguments[++i]);
  if (copies.size() > 1) {
    indexes_agree(copies);
    nobody_is_let_in_beside_another(copies);
    children_hold_nothing({copies.begin() + 1, copies.end()});
  } else {
    nobody_is_let_in_beside_another({copies[0], copies[0]});
  }
  return wrong == 0 ? 0 : 1;
}
