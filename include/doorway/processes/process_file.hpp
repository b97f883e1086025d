// What /proc says of a process.
#pragma once

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <string>

#include "doorway/core/registers.hpp"
#include "doorway/processes/descriptor.hpp"

namespace doorway::processes {

// 0, or the error. `path` is in /proc.
inline int read_process_file(const std::string& path, std::string& text) {
  const descriptor fd(::open(("/proc/" + path).c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.open()) return errno;
  std::array<char, 4096> part{};
  for (;;) {
    const auto got = ::read(fd.get(), part.data(), part.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno;
    if (got == 0) return 0;
    text.append(part.data(), static_cast<std::size_t>(got));
  }
}

// `of` is "self" or a pid.
inline int read_process_file(const std::string& of, const char* name, std::string& text) {
  return read_process_file(of + "/" + name, text);
}
inline int read_process_file(pid_t pid, const char* name, std::string& text) {
  return read_process_file(std::to_string(pid), name, text);
}

// As ps shows it; 0 if there is none. It is that of the first thread.
inline char process_state(pid_t pid) {
  std::string line;
  if (read_process_file(pid, "stat", line) != 0) return 0;
  // "pid (any text, also with parentheses) S ppid ...": fields count from the last parenthesis.
  const auto after = line.rfind(") ");
  return after == std::string::npos || after + 2 >= line.size() ? '\0' : line[after + 2];
}
inline bool is_stopped(char state) { return state == 'T' || state == 't'; }  // t: by a debugger

// The start time in clock ticks since boot, 0 if it cannot be read. `ended` is set for a process that only waits to be reaped.
inline word start_time(pid_t pid, bool& ended) {
  ended = false;
  std::string line;
  if (read_process_file(pid, "stat", line) != 0) return 0;
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

}  // namespace doorway::processes
