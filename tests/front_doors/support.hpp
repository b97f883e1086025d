// What the tests of the front doors have in common.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

#include "doorway/memory/snapshot.hpp"

namespace front_doors {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || defined(__clang__)
inline constexpr bool shortened = true;  // the full length once, in the release build
#else
inline constexpr bool shortened = false;
#endif

// body(t) in `count` threads at once, joined.
inline void in_threads(int count, const std::function<void(int)>& body) {
  std::vector<std::jthread> threads;
  for (int t = 0; t < count; ++t) threads.emplace_back([&body, t] { body(t); });
}

inline void in_a_thread(const std::function<void()>& body) { std::jthread{body}; }

inline clock::duration median(std::vector<clock::duration> of) {
  const auto middle = of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2);
  std::nth_element(of.begin(), middle, of.end());
  return *middle;
}

inline double milliseconds(clock::duration time) { return std::chrono::duration<double, std::milli>(time).count(); }

// Every value of the register array of that name; none if there is no such array.
template <class Lock>
std::vector<doorway::word> values_of(const Lock& lock, std::string_view name) {
  for (const auto& array : lock.snapshot())
    if (array.shape.name == name) return array.values;
  return {};
}

}  // namespace front_doors
