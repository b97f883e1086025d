// A command that runs in this process's place: started, looked after, its end passed on.
//
// It is forked first and let go later, so that its identity can be put on record in between; by one who waits already while it waits, for
// a fork is the dearest part of a hand-off. If this process dies before that, the child finds its pipe closed and ends without having run
// anything.
//
// The command leads a process group of its own, and signals for this process are sent to that group: to the command and to
// all that it has started, unless they left the group on purpose (daemons, the jobs of an interactive shell). The kernel sends
// to a group in one step, so that nobody who is just being forked is missed. What came after this process was admitted and
// before the command was there is passed on too.
//
// A terminal belongs to one group at a time. If this process's group has it and both standard input and output are terminals,
// the command's group gets it; otherwise (in a pipeline the others need it) only when the command asks for it, which is seen
// from its being stopped by SIGTTIN or SIGTTOU. If the command of another doorway of our group has it just then, ours waits,
// stopped, until it is back. What the terminal then does to the command's group and would have done to
// ours is done to ours here: when the command is stopped, this process's group is stopped, so that a shell sees one job;
// when it is interrupted, so is this process's group, so that a script ends as it would have without doorway.
//
// A command that asks for the terminal where nobody could bring it to the foreground is told SIGHUP, as the kernel does; if
// it asks again, SIGTERM, and then SIGKILL: it would ask and be stopped for ever.
//
// With reach::command all stay in one group. Then a terminal tells them all by itself, and other signals are for the command
// alone.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "doorway/processes/descriptor.hpp"
#include "doorway/processes/identity.hpp"
#include "signals.hpp"
#include "terminal.hpp"

namespace doorway::tool {

// Whom signals for this process reach.
enum class reach { command, group };

struct manner {
  reach whom = reach::group;
  bool dies_with_us = false;  // killed by the kernel when this process dies (its own children are not)
  std::optional<std::chrono::nanoseconds> most;  // told SIGTERM after so long, and SIGKILL ten seconds later
};

class command {
 public:
  // A variable without a value is taken out of the command's environment.
  using environment = std::vector<std::pair<std::string, std::optional<std::string>>>;

  // Signals are blocked already. `inherited`: descriptors that stay open in the command; those below 0 are none.
  command(const std::vector<std::string>& arguments, const std::vector<int>& inherited, const signals& ours,
          const manner& how);
  ~command();
  command(const command&) = delete;
  command& operator=(const command&) = delete;

  [[nodiscard]] const processes::identity& who() const { return who_; }

  // Somebody has killed it before it was let go.
  [[nodiscard]] bool is_lost() const;

  // Lets it go, and returns its exit status as a shell would report it: 128 and the signal if it was killed, 127 if there is
  // no such command, 126 if it cannot be run, 124 if it has taken too long.
  int run(const environment& variables);
  // After that: the signal that killed it, or 0.
  [[nodiscard]] int killed_by() const { return killed_by_; }

 private:
  [[noreturn]] void become(const std::vector<std::string>& arguments, const std::vector<int>& inherited, int go,
                           int trouble);
  void pass_on_what_came_before();
  int wait_for_end();
  int next_signal(siginfo_t& about) const;
  void look_at_clock();
  void pass_on(const siginfo_t& about);
  void tell(int signal);
  void stop_like_it(int how);
  void look_for_terminal();
  void refuse_terminal();
  bool hand_over_terminal() const;
  void take_terminal_back() const;

  const signals& signals_;
  const reach reach_;
  const bool dies_with_us_;
  std::optional<std::chrono::nanoseconds> left_;  // of its time, when it is let go
  std::optional<std::chrono::steady_clock::time_point> end_;
  bool too_long_ = false;
  const terminal terminal_;
  std::string name_;
  pid_t pid_ = -1;  // and its group's number, if it has one of its own
  processes::identity who_;
  int killed_by_ = 0;
  bool told_to_end_ = false;  // SIGINT or SIGQUIT came from us
  int asks_ = 0;              // the SIGTTIN or SIGTTOU that stopped it, if it waits for a terminal that is lent
  int refusals_ = 0;          // how often in a row it asked for a terminal that it cannot get
  processes::descriptor go_, trouble_;
};

}  // namespace doorway::tool
