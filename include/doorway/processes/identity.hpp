// Who a process is, so that another can tell later whether it still lives: its number, when it started, and the pid and
// time namespaces that these belong to. A number alone is used again; a number of another container means nothing here, nor
// does a start time of another time namespace, whose boot is shifted.
// (The boot is the file's business: a file of an earlier boot is stale as a whole.)
#pragma once

#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <string>

#include "doorway/core/registers.hpp"
#include "doorway/processes/descriptor.hpp"
#include "doorway/processes/elsewhere.hpp"
#include "doorway/processes/process_file.hpp"

namespace doorway::processes {

struct identity {
  word pid = 0;  // 0: nobody
  word started = 0;
  word pid_namespace = 0;
  word time_namespace = 0;
};

inline std::string boot_id() {
  std::string id;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> id;
  return id;
}

// 0 if it cannot be told, also where /proc is that of another namespace: its numbers would be those of other processes.
inline word pid_namespace() {
  std::array<char, 24> self{};
  if (::readlink("/proc/self", self.data(), self.size() - 1) < 0 || self.data() != std::to_string(::getpid())) return 0;
  struct stat about {};
  return ::stat("/proc/self/ns/pid", &about) == 0 ? about.st_ino : 0;
}
// 0 also where the kernel has no such thing.
inline word time_namespace() {
  struct stat about {};
  return ::stat("/proc/self/ns/time", &about) == 0 ? about.st_ino : 0;
}

inline identity identify(pid_t pid) {
  bool ended = false;
  return {static_cast<word>(pid), start_time(pid, ended), pid_namespace(), time_namespace()};
}
inline identity identify_self() { return identify(::getpid()); }

// Whether nobody has that number, or only one who waits to be reaped; also where /proc hides it. False where the kernel does
// not say (before Linux 5.3).
inline bool has_ended(pid_t pid) {
  const descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!process.open()) return errno == ESRCH;
  pollfd end{process.get(), POLLIN, 0};
  return ::poll(&end, 1, 0) == 1;
}

inline life still_alive(const identity& who, word here = pid_namespace()) {
  if (who.pid == 0) return life::gone;
  if (who.pid_namespace != here) {
    const bool can_tell = here == first_pid_namespace && who.pid_namespace != 0;
    if (!can_tell) return life::unknown;
    return look_through_machine(who.pid, who.started, who.time_namespace == time_namespace());
  }
  if (here == 0) return life::unknown;
  const auto pid = static_cast<pid_t>(who.pid);
  if (::kill(pid, 0) != 0 && errno == ESRCH) return life::gone;
  bool ended = false;
  const word started = start_time(pid, ended);
  if (ended) return life::gone;
  if (started == 0 || who.started == 0 || who.time_namespace != time_namespace()) {
    // It may have ended since, or /proc hides the processes of other users or could not be read by the process that wrote this
    // down. Only the number is left to go by.
    return has_ended(pid) ? life::gone : life::unknown;
  }
  return started == who.started ? life::alive : life::gone;
}

}  // namespace doorway::processes
