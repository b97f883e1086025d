#include <sys/utsname.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

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
