// A timestamp system with somebody to use it, for the lab: every process takes a label or scans, as it likes, again and again.
//
// To the lab, Label is a doorway, Scan is waiting, and its end is a stop in the critical section with the result for a session: bit
// number pair(i, j) of session-1 is set if the Scan puts i before j, for i < j.
#pragma once

#include "lab/machine/program.hpp"
#include "lab/timestamps/monitor.hpp"

namespace doorway::lab {

// 0 for (0, 1), 1 for (0, 2), 2 for (1, 2), ...
[[nodiscard]] constexpr std::uint32_t pair(process_id i, process_id j) { return j * (j - 1) / 2 + i; }

[[nodiscard]] constexpr timestamp_monitor::relation relation_of(std::uint64_t result, process_id n) {
  timestamp_monitor::relation found{};
  for (process_id j = 1; j < n; ++j)
    for (process_id i = 0; i < j; ++i) {
      const bool in_order = (result >> pair(i, j) & 1U) != 0;
      auto& later = found[in_order ? j : i];
      later = static_cast<timestamp_monitor::set>(later | 1U << (in_order ? i : j));
    }
  return found;
}

template <template <class> class System>
class timestamp_program final : public program {
 public:
  // passages: labels and scans of each process together; 0 = for ever.
  timestamp_program(process_id n, std::uint32_t operations)
      : program({.n = n}, {.passages = operations}), system_(shared(), n) {}

  [[nodiscard]] problem solves() const override { return problem::mutual_exclusion; }

  void run(process& self, process_id p, bool /*recovering*/) const override {
    const process_id n = size().n;
    while (how().passages == 0 || self.now.passage < how().passages) {
      self.now.at = stage::remainder;
      self.now.session = 0;
      if (self.perform({action::choice, 0, 2}) == 0) {
        self.now.at = stage::doorway;
        system_.label(p);
      } else {
        self.now.at = stage::waiting;
        self.now.session = 1 + scan(p, n);
        self.now.at = stage::critical;
        self.perform({action::pause, 0, 0});
      }
      if (how().passages != 0) ++self.now.passage;
    }
    self.finish();
  }

 private:
  // The view is gone when this returns, and is no part of the private state any more.
  [[gnu::noinline]] std::uint64_t scan(process_id p, process_id n) const {
    typename System<memory>::view seen{};
    system_.scan(p, seen);
    std::uint64_t result = 0;
    for (process_id j = 1; j < n; ++j)
      for (process_id i = 0; i < j; ++i)
        if (system_.precedes(seen, i, j)) result |= std::uint64_t{1} << pair(i, j);
    return result;
  }

  System<memory> system_;
};

}  // namespace doorway::lab
