// The terminal that this process was started from, and the process group that has it: that group reads from it, and gets
// what is typed to interrupt or to stop.
//
// The caller has SIGTTOU blocked: a process of another group that hands a terminal on would be stopped by it.
#pragma once

#include <sys/types.h>

#include "doorway/processes/descriptor.hpp"

namespace doorway::tool {

class terminal {
 public:
  terminal();

  [[nodiscard]] bool belongs_to(pid_t group) const;
  void give_to(pid_t group) const;
  // Another process of our group, a second doorway, has started the group that has it: it will come back to our group. Also if that
  // group's leader is gone: the terminal is about to be given to another.
  [[nodiscard]] bool is_lent() const;

 private:
  processes::descriptor fd_;  // not open: there is no terminal
};

}  // namespace doorway::tool
