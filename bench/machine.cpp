#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>
#include <utility>
#include <vector>

#include "results.hpp"

namespace doorway::bench {

namespace {

std::string processor_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

}  // namespace

double longest_pause_ms(std::chrono::milliseconds within) {
  std::vector<double> longest(std::max(1U, std::thread::hardware_concurrency()), 0.0);
  std::vector<std::jthread> awake;
  for (double& mine : longest)
    awake.emplace_back([&mine, within] {
      using clock = std::chrono::steady_clock;
      const auto end = clock::now() + within;
      for (auto last = clock::now(); last < end;) {
        const auto now = clock::now();
        mine = std::max(mine, std::chrono::duration<double, std::milli>(now - std::exchange(last, now)).count());
      }
    });
  awake.clear();
  return *std::max_element(longest.begin(), longest.end());
}

machine machine::of_this() {
  machine made;
  made.processor = processor_model();
  made.processors = std::thread::hardware_concurrency();
  utsname system{};
  ::uname(&system);
  made.system = std::string(system.sysname) + " " + system.release;
#if defined(__clang__)
  made.compiler = "clang++ " __clang_version__;
#else
  made.compiler = "g++ " __VERSION__;
#endif
  std::array<char, 32> day{};
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::strftime(day.data(), day.size(), "%Y-%m-%d", &parts);
  made.date = day.data();
  double load = 0;
  if (::getloadavg(&load, 1) == 1) made.load = load;
  return made;
}

}  // namespace doorway::bench
