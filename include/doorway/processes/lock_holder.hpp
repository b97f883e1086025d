// Who has the lock (flock) of a file, for messages: /proc/locks tells, if it is a process that the reader can see.
#pragma once

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/types.h>

#include <cstdio>
#include <sstream>
#include <string>

#include "doorway/processes/process_file.hpp"

namespace doorway::processes {

// "process 4711", with what is wrong with it, or "somebody".
[[nodiscard]] inline std::string holder_of_lock(int fd) {
  struct stat about {};
  std::string text;
  if (::fstat(fd, &about) != 0 || read_process_file("locks", text) != 0) return "somebody";
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    // "1: FLOCK  ADVISORY  WRITE 4711 00:1b:35808 0 EOF"; who waits for it has "->" in the second place.
    int pid = 0;
    unsigned int major = 0, minor = 0;
    unsigned long inode = 0;
    if (std::sscanf(line.c_str(), "%*d: FLOCK %*s %*s %d %x:%x:%lu", &pid, &major, &minor, &inode) != 4) continue;
    if (pid <= 0 || inode != about.st_ino || major != ::major(about.st_dev) || minor != ::minor(about.st_dev)) continue;
    const char state = process_state(pid);
    std::string who = "process " + std::to_string(pid);
    if (state == 0) who += " (which has ended, and has left it to another)";
    else if (is_stopped(state)) who += " (which is stopped)";
    return who;
  }
  return "somebody";
}

}  // namespace doorway::processes
