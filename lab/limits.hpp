// What an exploration may use, and how far it has come.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <thread>

namespace doorway::lab {

// A search is for so many at most.
inline constexpr std::size_t most_lab_processes = 16;

enum class ending : std::uint8_t { complete, stopped, out_of_memory, out_of_time };

struct progress {
  std::uint32_t depth = 0;
  std::uint64_t states = 0;
  std::uint64_t frontier = 0;
  std::uint64_t edges = 0;
  std::size_t bytes = 0;
  double seconds = 0;
};

struct exploration_limits {
  std::size_t memory = std::size_t{8} << 30U;
  double seconds = 300;
  unsigned threads = 0;          // 0: as many as the machine has
  bool keep_levels = false;      // remember which states were new at each depth
  std::uint64_t lose_every = 0;  // for the test of the tests: drop every so many successors
  // Beyond so many states, a search in which something is still to be learned may end before all is found.
  std::uint64_t worth_learning_from = 10'000'000;
  std::function<void(const progress&)> report;

  [[nodiscard]] unsigned thread_count() const {
    return threads != 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
  }
};

}  // namespace doorway::lab
