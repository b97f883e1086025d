// A program without a dynamic linker, and without guards around the initialisation of function-local statics: many threads ask for
// their first number at the same time, again and again, each time in a new process.
//
// Catches a registry that is found by the dynamic linker's help only, or made twice by two who come at once, or that is
// confused by what else lies in memory; and a copy that lets threads in although it cannot know who they are.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <set>
#include <system_error>
#include <thread>
#include <vector>

#include "doorway/mutex.hpp"

namespace {

constexpr std::size_t threads = 4;

int first_numbers() {
  std::atomic<std::size_t> there = 0;
  std::vector<unsigned> index(threads);
  std::vector<std::jthread> all;
  for (auto& mine : index)
    all.emplace_back([&] {
      for (++there; there < threads;) std::this_thread::yield();
      mine = doorway::thread_index();
      for (++there; there < 2 * threads;) std::this_thread::yield();
    });
  all.clear();
  return std::set(index.begin(), index.end()) == std::set<unsigned>{0, 1, 2, 3} ? 0 : 1;
}

namespace place = doorway::process_wide::detail;

// Somebody else's memory at one of the addresses at which the registry may lie.
void* stranger(std::size_t number, int protection) {
  return mmap(place::at(number), 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}
int among_strangers() {
  for (std::size_t i = 0; i + 1 < place::places; ++i) stranger(i, i % 2 == 0 ? PROT_NONE : PROT_READ);
  return first_numbers();
}
int among_strangers_that_come_and_go() {
  std::atomic<bool> enough = false;
  std::vector<std::jthread> others;
  for (std::size_t i = 0; i < 2; ++i)
    others.emplace_back([&enough, i] {
      while (!enough)
        if (void* const at = stranger(i, PROT_READ); at != MAP_FAILED) munmap(at, 4096);
    });
  const int wrong = first_numbers();
  enough = true;
  return wrong;
}
// As two copies that come at the same time, and find free addresses in another order: that of the larger one withdraws, the other
// waits for that, and a copy that comes after one that is ready leaves it at that.
int two_proposals() {
  if (place::propose(1, 4096) == nullptr || place::propose(0, 4096) == nullptr || place::prevails(1)) return 1;
  std::atomic<bool> withdrawn = false;
  std::jthread other([&withdrawn] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    withdrawn = true;
    munmap(place::at(1), 4096);
  });
  return place::prevails(0) && withdrawn ? 0 : 1;
}
int one_is_ready() {
  void* const first = stranger(0, PROT_READ);
  if (place::find_or_make(4096, [](auto*) {}) != place::at(1)) return 1;
  munmap(first, 4096);
  return place::propose(0, 4096) != nullptr && !place::prevails(0) ? 0 : 1;
}
// No address is to be had, and then one is: as when a proposal that is not marked yet has the last one, and withdraws.
int none_is_free_at_first() {
  for (std::size_t i = 0; i < place::places; ++i) stranger(i, PROT_NONE);
  std::jthread other([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    munmap(place::at(3), 4096);
  });
  return place::find_or_make(4096, [](auto*) {}) == place::at(3) ? 0 : 1;
}
int is_refused(std::errc why) {
  try {
    doorway::mutex().lock();
  } catch (const std::system_error& error) {
    return error.code() == why ? 0 : 1;
  }
  return 1;
}
int nowhere() {
  for (std::size_t i = 0; i < place::places; ++i) stranger(i, PROT_READ);
  return is_refused(std::errc::file_exists);
}
struct another {
  int layout = 0;
};
int beside_another_version() {
  doorway::process_wide::the_one<another>(doorway::process_wide::layout_version + 1);
  return is_refused(std::errc::not_supported);
}

int passed = 0;
void in_processes(const char* what, int times, int (*body)()) {
  for (int i = 0; i < times; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      alarm(100);
      _exit(body());
    }
    int status = -1;
    waitpid(child, &status, 0);
    if (status == 0) {
      ++passed;
    } else {
      std::printf("WRONG: %s, status %d\n", what, status);
      return;
    }
  }
}

}  // namespace

int main() {
  // Few of each: while others keep the processors busy, one takes a tenth of a second. What they find now and then, the rest finds always.
  in_processes("first numbers", 60, first_numbers);
  in_processes("among strangers", 60, among_strangers);
  in_processes("among strangers that come and go", 60, among_strangers_that_come_and_go);
  in_processes("two proposals", 1, two_proposals);
  in_processes("one is ready", 1, one_is_ready);
  in_processes("none is free at first", 1, none_is_free_at_first);
  in_processes("nowhere", 1, nowhere);
  in_processes("beside another version", 1, beside_another_version);
  return passed == 185 ? 0 : 1;
}
