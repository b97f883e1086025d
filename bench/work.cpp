#include "work.hpp"

#include <algorithm>

namespace doorway::bench {

namespace {

using steady = std::chrono::steady_clock;

double ns_since(steady::time_point start) {
  return std::chrono::duration<double, std::nano>(steady::now() - start).count();
}

calibration measure() {
  calibration found;
  // The best of several: whatever disturbs makes it slower.
  double turn = 1e9;
  double clock = 1e9;
  for (int trial = 0; trial < 20; ++trial) {
    constexpr std::uint64_t many = 1'000'000;
    auto start = steady::now();
    work(many);
    turn = std::min(turn, ns_since(start) / static_cast<double>(many));
    start = steady::now();
    for (int i = 0; i < 10'000; ++i) static_cast<void>(ticks());
    clock = std::min(clock, ns_since(start) / 10'000);
  }
  found.turns_per_ns = 1 / turn;
  found.clock_ns = clock;

  const auto start = steady::now();
  const auto first = ticks();
  while (ns_since(start) < 50e6) {}
  const auto last = ticks();
  found.ticks_per_ns = static_cast<double>(last - first) / ns_since(start);
  return found;
}

}  // namespace

const calibration& calibrated() {
  static const calibration once = measure();
  return once;
}

}  // namespace doorway::bench
