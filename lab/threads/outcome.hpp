// What to run, and what came of it.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "doorway/core/sections.hpp"

namespace doorway::lab {

struct plan {
  std::chrono::nanoseconds time = std::chrono::hours(1);  // no new attempt after this
  std::uint64_t attempts_each = 0;                        // nor after so many of one process; 0 = no limit
  bool timeouts = false;                                  // every attempt gives up after 0 .. 2 ms, at random
  bool own_sessions = false;                              // groups: process p always asks for session p + 1
  std::vector<std::string> quiescent{};                   // arrays that must be at their initial values at the end
  bool first_come_first_served = false;                   // k = 1 or groups: being overtaken is a breach
  bool full_house = false;                                // at the end, all who may be inside together must get in
  std::chrono::nanoseconds hang_after = std::chrono::seconds(10);

  std::function<void(process_id, word)> inside = [](process_id, word) {};  // done in the critical section
  std::function<bool()> interrupted = [] { return false; };                // asked now and then: stop early?
  std::function<void(std::chrono::nanoseconds, std::uint64_t)> progress =  // told now and then: time, passages
      [](std::chrono::nanoseconds, std::uint64_t) {};
};

struct outcome {
  std::uint64_t passages = 0;
  std::uint64_t withdrawn = 0;
  std::chrono::nanoseconds elapsed{};
  process_id most_inside = 0;
  std::chrono::nanoseconds worst_wait{};      // from the start of enter to its return, of those that got in
  std::optional<std::uint64_t> worst_bypass;  // none: no doorway to count from
  bool bypass_at_least = false;               // the worst bypass may have been more
  double fairness = 1;                        // Jain's index over the passages of each process
  std::uint64_t breaches = 0;
  std::vector<std::string> findings;  // the first few breaches, in words
  bool stuck = false;                 // threads are still in there, and cannot be called back

  [[nodiscard]] double per_second() const {
    const double seconds = std::chrono::duration<double>(elapsed).count();
    return seconds > 0 ? static_cast<double>(passages) / seconds : 0;
  }
};

// (x1 + .. + xn)^2 / (n (x1^2 + .. + xn^2)): 1 when all are equal, 1/n when one has all.
[[nodiscard]] inline double jain_index(const std::vector<std::uint64_t>& shares) {
  double sum = 0;
  double squares = 0;
  for (const auto share : shares) {
    const auto x = static_cast<double>(share);
    sum += x;
    squares += x * x;
  }
  return squares > 0 ? sum * sum / (static_cast<double>(shares.size()) * squares) : 1;
}

}  // namespace doorway::lab
