#include "command.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "exit_codes.hpp"
#include "say.hpp"
#include "words.hpp"

namespace doorway::tool {

using processes::descriptor;
using processes::fail;

namespace {

std::pair<descriptor, descriptor> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail("cannot make a pipe");
  return {descriptor(ends[0]), descriptor(ends[1])};
}

// A whole T, or nothing if the other end is closed.
template <class T>
std::optional<T> receive(int fd) {
  T value{};
  for (;;) {
    const auto got = ::read(fd, &value, sizeof value);
    if (got == static_cast<ssize_t>(sizeof value)) return value;
    if (got >= 0 || errno != EINTR) return std::nullopt;
  }
}

template <class T>
void send(int fd, const T& value) {
  while (::write(fd, &value, sizeof value) < 0 && errno == EINTR) {}
}

bool is_of_our_own_message(const siginfo_t& about) { return about.si_signo == SIGPIPE && about.si_pid == ::getpid(); }

}  // namespace

command::command(const std::vector<std::string>& arguments, const environment& variables, const signals& ours)
    : signals_(ours), name_(arguments.front()) {
  auto [wait, go] = make_pipe();
  auto [trouble, report] = make_pipe();
  pid_ = ::fork();
  if (pid_ < 0) fail("cannot start a process");
  if (pid_ == 0) {
    { const descriptor not_ours = std::move(go); }  // or the pipe would never close
    become(arguments, variables, wait.get(), report.get());
  }
  go_ = std::move(go);
  trouble_ = std::move(trouble);
}

command::~command() {
  if (pid_ < 0) return;
  { const descriptor closed = std::move(go_); }
  ::waitpid(pid_, nullptr, 0);
}

void command::become(const std::vector<std::string>& arguments, const environment& variables, int go, int trouble) {
  if (!receive<char>(go)) ::_exit(doorway_failed);
  for (const auto& [name, value] : variables) {
    if (value == nullptr) ::unsetenv(name.c_str());
    else ::setenv(name.c_str(), value, 1);
  }
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  signals_.restore();
  ::execvp(words.front(), words.data());
  send(trouble, errno);
  ::_exit(not_found);
}

int command::run() {
  pass_on_what_came_before();
  send(go_.get(), 'g');
  const int status = wait_for_end();
  pid_ = -1;
  const auto error = receive<int>(trouble_.get());  // closed by a successful exec, and at the end in any case
  if (!error) return status;
  say("doorway: cannot run '{}': {}\n", printable(name_), std::strerror(*error));
  return *error == ENOENT ? not_found : cannot_run;
}

// All signals are blocked in the child, and it has not been let go: what it has got already, because a terminal sent it to
// both, waits there and is not counted twice.
void command::pass_on_what_came_before() const {
  constexpr timespec not_at_all{};
  siginfo_t about{};
  while (::sigtimedwait(&signals_.blocked(), &about, &not_at_all) > 0)
    if (about.si_signo != SIGCHLD && !is_of_our_own_message(about)) ::kill(pid_, about.si_signo);
}

int command::wait_for_end() {
  for (;;) {
    int status = 0;
    const pid_t changed = ::waitpid(pid_, &status, WNOHANG | WUNTRACED);
    if (changed < 0 && errno != EINTR) fail("cannot wait for the command");
    if (changed == pid_ && WIFEXITED(status)) return WEXITSTATUS(status);
    if (changed == pid_ && WIFSIGNALED(status)) return killed_by_signal + WTERMSIG(status);
    // SIGSTOP was meant for the command alone: nobody's terminal sends it.
    if (changed == pid_ && WIFSTOPPED(status) && WSTOPSIG(status) != SIGSTOP) {
      signals::stop(WSTOPSIG(status));
      ::kill(pid_, SIGCONT);
      continue;
    }
    siginfo_t about{};
    if (::sigwaitinfo(&signals_.blocked(), &about) > 0 && about.si_signo != SIGCHLD) pass_on(about);
  }
}

void command::pass_on(const siginfo_t& about) const {
  bool of_terminal = false;
  for (const int sent : {SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGHUP, SIGCONT, SIGWINCH})
    of_terminal = of_terminal || (about.si_signo == sent && about.si_code == SI_KERNEL);
  if (of_terminal && ::getpgid(pid_) == ::getpgrp()) return;  // it has got it already
  if (is_of_our_own_message(about)) return;
  ::kill(pid_, about.si_signo);
}

}  // namespace doorway::tool
