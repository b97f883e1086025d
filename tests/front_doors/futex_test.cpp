// A sleep lasts as long as it is told, in a program of 32 bits with a time of 64 too (time64.sh compiles it so), and a word is compared
// without being touched. No test framework: it may not be there in 32 bits.
//
// Catches a time that the kernel reads otherwise than it was written: it sees no nanoseconds, or too many, and returns at once.
#include <sys/mman.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <thread>

#include "doorway/platform/futex.hpp"

namespace {

using namespace std::chrono_literals;
namespace futex = doorway::futex;
using clock_type = std::chrono::steady_clock;

int wrong = 0;
void check(bool right, const char* what) {
  if (!right) ++wrong, std::printf("WRONG: %s\n", what);
}

void sleeps_as_long_as_it_is_told() {
  doorway::word word = 1;
  int early = 0;
  for (const auto length : {20ms, 20ms, 20ms, 20ms, 20ms, 20ms, 1100ms}) {
    const auto start = clock_type::now();
    futex::sleep(&word, 1, length, futex::reach::one_process);
    if (clock_type::now() - start < length) ++early;
  }
  check(early <= 1, "sleeps end early");  // a signal may end one
  const auto start = clock_type::now();
  futex::sleep(&word, 2, 1min, futex::reach::one_process);
  check(clock_type::now() - start < 30s, "slept although the word was another");
}

void is_woken() {
  doorway::word word = 1;
  const auto start = clock_type::now();
  std::jthread waker([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      futex::wake(&word, futex::reach::one_process);
      std::this_thread::sleep_for(1ms);
    }
  });
  futex::sleep(&word, 1, 1min, futex::reach::one_process);
  check(clock_type::now() - start < 30s, "nobody was woken");
}

void compares() {
  void* const page = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  auto* const at = static_cast<std::uint32_t*>(page);
  *at = 7;
  check(futex::equals(at, 7) && !futex::equals(at, 8), "a word that is there");
  mprotect(page, 4096, PROT_NONE);
  check(!futex::equals(at, 7), "a word that nobody may read");
  munmap(page, 4096);
  check(!futex::equals(at, 7) && !futex::equals(at, 0), "a word that is not there");
}

}  // namespace

int main() {
  sleeps_as_long_as_it_is_told();
  is_woken();
  compares();
  std::printf("long of %zu bits, time_t of %zu\n", 8 * sizeof(long), 8 * sizeof(std::time_t));
  return wrong == 0 ? 0 : 1;
}
