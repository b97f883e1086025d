#include "terminal.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace doorway::tool {

terminal::terminal() : fd_(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)) {}

bool terminal::belongs_to(pid_t group) const { return fd_.open() && ::tcgetpgrp(fd_.get()) == group; }

void terminal::give_to(pid_t group) const { static_cast<void>(::tcsetpgrp(fd_.get(), group)); }

}  // namespace doorway::tool
