// A message for people on standard error. That it cannot be written (a full disk, a reader that has gone) is no reason to
// end otherwise than one would have; nor, to be stopped, that it is written from the background to a terminal with
// `stty tostop`: a process that is stopped while it waits holds up all behind it.
#pragma once

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace doorway::tool {

// While it lives, what this thread writes raises neither SIGPIPE nor SIGTTOU.
class unhindered {
 public:
  unhindered() {
    sigset_t waiting{};
    ::sigpending(&waiting);
    came_before_ = ::sigismember(&waiting, SIGPIPE) == 1;
    sigset_t both{};
    ::sigemptyset(&both);
    ::sigaddset(&both, SIGPIPE);
    ::sigaddset(&both, SIGTTOU);
    ::pthread_sigmask(SIG_BLOCK, &both, &mask_);
  }
  ~unhindered() {
    sigset_t pipe{};
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    constexpr timespec not_at_all{};
    if (!came_before_) ::sigtimedwait(&pipe, nullptr, &not_at_all);
    ::pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }
  unhindered(const unhindered&) = delete;
  unhindered& operator=(const unhindered&) = delete;

 private:
  bool came_before_ = false;
  sigset_t mask_{};
};

template <class... Arguments>
void say(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  const std::string message = fmt::format(text, std::forward<Arguments>(arguments)...);
  const unhindered here;
  if (std::fputs(message.c_str(), stderr) == EOF) std::clearerr(stderr);
}

// For one who waits, and must not sleep in a write: all of it if there is room for it now, else nothing and false. (A pipe with room has
// room for 4096 bytes.)
inline bool write_at_once(int to, std::string_view text) {
  pollfd ready{to, POLLOUT, 0};
  if (::poll(&ready, 1, 0) != 1 || (ready.revents & POLLOUT) == 0) return false;
  const unhindered here;
  return ::write(to, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}
inline bool say_at_once(std::string_view text) { return write_at_once(STDERR_FILENO, text); }

}  // namespace doorway::tool
