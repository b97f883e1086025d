#include "terminal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <string>

namespace doorway::tool {

namespace {

// 0: there is no such process.
pid_t parent_of(pid_t process) {
  std::ifstream about("/proc/" + std::to_string(process) + "/status");
  for (std::string word; about >> word; about.ignore(std::numeric_limits<std::streamsize>::max(), '\n'))
    if (pid_t parent = 0; word == "PPid:" && about >> parent) return parent;
  return 0;
}

}  // namespace

terminal::terminal() : fd_(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)) {}

bool terminal::belongs_to(pid_t group) const { return fd_.open() && ::tcgetpgrp(fd_.get()) == group; }

void terminal::give_to(pid_t group) const { static_cast<void>(::tcsetpgrp(fd_.get(), group)); }

bool terminal::is_lent() const {
  const pid_t group = fd_.open() ? ::tcgetpgrp(fd_.get()) : -1;
  if (group <= 0 || group == ::getpgrp()) return false;
  const pid_t parent = parent_of(group);  // of its leader
  return parent == 0 || ::getpgid(parent) == ::getpgrp();
}

}  // namespace doorway::tool
