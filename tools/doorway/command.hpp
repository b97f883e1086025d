// A command that runs in this process's place: started, looked after, its end passed on.
//
// It is forked first and let go later, so that its identity can be put on record in between. If this process dies before
// that, the child finds its pipe closed and ends without having run anything.
//
// While it runs, signals for this process are passed on to it. Those that a terminal sends go to the whole foreground group,
// the command included, and are not sent to it a second time. What came after this process was admitted and before the
// command was there is passed on to the command, whoever sent it. When the command is stopped by the terminal, this process
// stops too, so that a shell sees one job.
#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "doorway/processes/descriptor.hpp"
#include "signals.hpp"

namespace doorway::tool {

class command {
 public:
  // A variable without a value is taken out of the command's environment.
  using environment = std::vector<std::pair<std::string, const char*>>;

  // Signals are blocked already.
  command(const std::vector<std::string>& arguments, const environment& variables, const signals& ours);
  ~command();
  command(const command&) = delete;
  command& operator=(const command&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }

  // Lets it go, and returns its exit status as a shell would report it: 128 and the signal if it was killed, 127 if there is
  // no such command, 126 if it cannot be run.
  int run();

 private:
  [[noreturn]] void become(const std::vector<std::string>& arguments, const environment& variables, int go,
                           int trouble);
  void pass_on_what_came_before() const;
  int wait_for_end();
  void pass_on(const siginfo_t& about) const;

  const signals& signals_;
  std::string name_;
  pid_t pid_ = -1;
  processes::descriptor go_, trouble_;
};

}  // namespace doorway::tool
