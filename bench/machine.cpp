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

// The kernel's account of all processors: the time that they were at work, and all time, in its ticks.
struct account {
  double at_work = 0, all = 0;
  static account now() {
    std::ifstream file("/proc/stat");
    std::string name;
    file >> name;
    account made;
    for (int column = 0; column < 8; ++column) {  // user nice system idle iowait irq softirq steal
      double ticks = 0;
      file >> ticks;
      made.all += ticks;
      if (column != 3 && column != 4) made.at_work += ticks;
    }
    return made;
  }
};

// How many processors others kept at work, in the mean, while this one slept. (A load average says what was, not what is.)
double processors_at_work(std::chrono::milliseconds within) {
  const auto before = account::now();
  std::this_thread::sleep_for(within);
  const auto after = account::now();
  const double all = after.all - before.all;
  return all > 0 ? (after.at_work - before.at_work) / all * std::thread::hardware_concurrency() : 0;
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
  made.load = processors_at_work(std::chrono::seconds(2));
  return made;
}

}  // namespace doorway::bench
