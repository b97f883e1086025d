// Who a process is, so that another can tell later whether it still lives: its number, when it started, and the pid
// namespace that the number belongs to. A number alone is used again; a number of another container means nothing here.
// (The boot is the file's business: a file of an earlier boot is stale as a whole.)
#pragma once

#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <string>

#include "doorway/registers.hpp"

namespace doorway::processes {

struct identity {
  word pid = 0;  // 0: nobody
  word started = 0;
  word pid_namespace = 0;
};

// unknown: it belongs to another pid namespace, or the kernel will not say. Whoever decides takes it for alive.
enum class life : unsigned char { gone, alive, unknown };

inline std::string boot_id() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

inline word pid_namespace() {
  struct stat about {};
  return ::stat("/proc/self/ns/pid", &about) == 0 ? about.st_ino : 0;
}

// The start time in clock ticks since boot, 0 if it cannot be read. `ended` is set for a process that only waits to be reaped.
inline word start_time(pid_t pid, bool& ended) {
  ended = false;
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(file, line);
  // "pid (any text, also with parentheses) S ppid ...": fields count from the last parenthesis.
  const auto after = line.rfind(')');
  if (after == std::string::npos) return 0;
  char state = 0;
  unsigned long long threads = 0;
  unsigned long long started = 0;
  // state, then 16 fields to skip, then the number of threads, itrealvalue and starttime
  if (std::sscanf(line.c_str() + after + 1,
                  " %c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu %*s %llu", &state, &threads,
                  &started) != 3)
    return 0;
  // Z is said of the first thread: the others may go on after it.
  ended = state == 'X' || (state == 'Z' && threads <= 1);
  return started;
}

inline identity identify(pid_t pid) {
  bool ended = false;
  return {static_cast<word>(pid), start_time(pid, ended), pid_namespace()};
}
inline identity identify_self() { return identify(::getpid()); }

inline life still_alive(const identity& who, word here = pid_namespace()) {
  if (who.pid == 0) return life::gone;
  if (who.pid_namespace != here || here == 0) return life::unknown;
  const auto pid = static_cast<pid_t>(who.pid);
  if (::kill(pid, 0) != 0 && errno == ESRCH) return life::gone;
  bool ended = false;
  const word started = start_time(pid, ended);
  if (started == 0) {
    // It may have ended since, or /proc hides the processes of other users: ask once more.
    return ::kill(pid, 0) != 0 && errno == ESRCH ? life::gone : life::unknown;
  }
  return started == who.started && !ended ? life::alive : life::gone;
}

}  // namespace doorway::processes
