// For programs that would rather say what happened than die of SIGBUS when somebody truncates a file of ours that they have
// mapped. A library must not take a signal away from its program, so the locks do not do this by themselves. If several copies of
// this library in one process are asked, the last one's status and message count, for the files of all.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <cstring>

#include "doorway/processes/mapped_file.hpp"

namespace doorway::processes {

namespace detail {
inline int status_when_cut_off = 125;
inline struct sigaction before_cut_off {};
inline const char* said_when_cut_off = "";

inline void say(const char* text) {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text, std::strlen(text));
}

inline void at_bus_error(int number, siginfo_t* about, void*) {
  const char* const path = mapped_file::around(about->si_addr);
  if (path == nullptr) {  // somebody else's trouble: it goes to the handler from before, at the same instruction again
    ::sigaction(number, &before_cut_off, nullptr);
    return;
  }
  say("doorway: ");
  say(path);
  say(" was cut off while it was in use; when nobody uses it, delete it");
  say(said_when_cut_off);
  say("\n");
  ::_exit(status_when_cut_off);
}
}  // namespace detail

// From now on such a SIGBUS ends the process with a message that names the file, and with this exit status. Returns what was
// done about SIGBUS before: a program that is to be started with the same would otherwise miss a SIG_IGN.
inline struct sigaction exit_when_cut_off(int status = 125) {
  detail::status_when_cut_off = status;
  struct sigaction action {};
  action.sa_sigaction = detail::at_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigemptyset(&action.sa_mask);
  struct sigaction before {};
  if (::sigaction(SIGBUS, &action, &before) != 0) fail("cannot handle SIGBUS");
  if ((before.sa_flags & SA_SIGINFO) == 0 || before.sa_sigaction != detail::at_bus_error)
    detail::before_cut_off = before;
  return before;
}

// The same from here on, with another exit status, and words that are added to the message.
inline void exit_when_cut_off_with(int status, const char* words) {
  detail::said_when_cut_off = words;
  detail::status_when_cut_off = status;
}

}  // namespace doorway::processes
