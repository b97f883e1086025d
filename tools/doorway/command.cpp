#include "command.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "doorway/waiting/deadline.hpp"
#include "duration.hpp"
#include "exit_codes.hpp"
#include "say.hpp"
#include "terminal_text.hpp"

namespace doorway::tool {

using processes::descriptor;
using processes::fail;
using std::chrono::nanoseconds;
using std::chrono::steady_clock;

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

// As a number of bytes, and then so many: NAME=value, or NAME for one to be taken out, each with a 0 behind it.
void send_variables(int fd, const command::environment& variables) {
  std::string all;
  for (const auto& [name, value] : variables) all += (value ? name + '=' + *value : name) + '\0';
  const std::size_t bytes = all.size();
  all.insert(0, reinterpret_cast<const char*>(&bytes), sizeof bytes);
  std::string_view rest = all;
  while (!rest.empty()) {
    const auto wrote = ::write(fd, rest.data(), rest.size());
    if (wrote < 0 && errno != EINTR) return;  // it has been killed
    if (wrote > 0) rest.remove_prefix(static_cast<std::size_t>(wrote));
  }
}
std::optional<std::string> receive_variables(int fd) {
  const auto bytes = receive<std::size_t>(fd);
  if (!bytes) return std::nullopt;
  std::string all(*bytes, '\0');
  for (std::size_t have = 0; have < all.size();) {
    const auto got = ::read(fd, all.data() + have, all.size() - have);
    if (got == 0 || (got < 0 && errno != EINTR)) return std::nullopt;
    if (got > 0) have += static_cast<std::size_t>(got);
  }
  return all;
}
void set_variables(std::string_view all) {
  for (; !all.empty(); all.remove_prefix(all.find('\0') + 1)) {
    const std::string one(all.substr(0, all.find('\0')));
    const auto equals = one.find('=');
    if (equals == std::string::npos) ::unsetenv(one.c_str());
    else ::setenv(one.substr(0, equals).c_str(), one.c_str() + equals + 1, 1);
  }
}

// What is not: the end of a reader of our own message; a cancellation that has come too late.
bool is_for_the_command(const siginfo_t& about) {
  return !(about.si_signo == SIGPIPE && about.si_pid == ::getpid()) && !signals::is_cancellation(about);
}

// Sent by a terminal to the whole group in the foreground. When it hangs up it tells the session's leader alone.
bool is_for_all_of_us(const siginfo_t& about) {
  if (about.si_code != SI_KERNEL) return false;
  const bool leads = ::getsid(0) == ::getpid();
  for (const int sent : {SIGINT, SIGQUIT, SIGTSTP, SIGTTIN, SIGTTOU, SIGWINCH})
    if (about.si_signo == sent) return true;
  return !leads && (about.si_signo == SIGHUP || about.si_signo == SIGCONT);
}

bool on_a_terminal() { return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1; }

}  // namespace

command::command(const std::vector<std::string>& arguments, const std::vector<int>& inherited, const signals& ours,
                 const manner& how)
    : signals_(ours), reach_(how.whom), dies_with_us_(how.dies_with_us), left_(how.most), name_(arguments.front()) {
  auto [wait, go] = make_pipe();
  auto [trouble, report] = make_pipe();
  pid_ = ::fork();
  if (pid_ < 0) fail("cannot start a process");
  if (reach_ == reach::group) ::setpgid(pid_, pid_);  // 0 in the child: both do it, and the first has done it
  if (pid_ == 0) {
    { const descriptor not_ours = std::move(go); }  // or the pipe would never close
    become(arguments, inherited, wait.get(), report.get());
  }
  who_ = processes::identify(pid_);
  go_ = std::move(go);
  trouble_ = std::move(trouble);
}

command::~command() {
  if (pid_ < 0) return;
  { const descriptor closed = std::move(go_); }
  ::waitpid(pid_, nullptr, 0);
}

void command::become(const std::vector<std::string>& arguments, const std::vector<int>& inherited, int go,
                     int trouble) {
  if (dies_with_us_) ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // if we die before this, the pipe is closed
  for (const int fd : inherited)
    if (fd >= 0) ::fcntl(fd, F_SETFD, 0);
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  signals_.restore();
  const auto variables = receive_variables(go);
  if (!variables) ::_exit(doorway_failed);
  set_variables(*variables);
  signals_.unblock();
  ::execvp(words.front(), words.data());
  send(trouble, errno);
  ::_exit(not_found);
}

bool command::is_lost() const {
  siginfo_t about{};
  return ::waitid(P_PID, static_cast<id_t>(pid_), &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == pid_;
}

int command::run(const environment& variables) {
  if (on_a_terminal()) hand_over_terminal();
  pass_on_what_came_before();
  if (left_) end_ = deadline_after(*left_);
  send_variables(go_.get(), variables);
  const int status = wait_for_end();
  pid_ = -1;
  const auto error = receive<int>(trouble_.get());  // closed by a successful exec, and at the end in any case
  if (!error) return status;
  say("doorway: cannot run '{}': {}\n", printable(name_), std::strerror(*error));
  return *error == ENOENT ? not_found : cannot_run;
}

// All signals are blocked in the child, and it has not been let go: what it has got already, because a terminal sent it to
// both, waits there and is not counted twice.
void command::pass_on_what_came_before() {
  constexpr timespec not_at_all{};
  siginfo_t about{};
  while (::sigtimedwait(&signals_.blocked(), &about, &not_at_all) > 0)
    if (about.si_signo != SIGCHLD && is_for_the_command(about)) tell(about.si_signo);
}

int command::wait_for_end() {
  for (;;) {
    int status = 0;
    const pid_t changed = ::waitpid(pid_, &status, WNOHANG | WUNTRACED);
    if (changed < 0 && errno != EINTR) fail("cannot wait for the command");
    if (changed == pid_ && WIFSTOPPED(status)) {
      stop_like_it(WSTOPSIG(status));
      continue;
    }
    if (changed == pid_) {
      if (WIFSIGNALED(status)) killed_by_ = WTERMSIG(status);
      take_terminal_back();
      if (too_long_) return out_of_time;
      return killed_by_ != 0 ? killed_by_signal + killed_by_ : WEXITSTATUS(status);
    }
    siginfo_t about{};
    const int came = next_signal(about);
    if (came > 0 && came != SIGCHLD) pass_on(about);
    if (asks_ != 0) look_for_terminal();
    look_at_clock();
  }
}

// Or 0, when it is time to look at the terminal or the clock.
int command::next_signal(siginfo_t& about) const {
  if (asks_ == 0 && !end_) return ::sigwaitinfo(&signals_.blocked(), &about);
  constexpr nanoseconds a_while(50'000'000);
  const auto left = end_ ? std::max(*end_ - steady_clock::now(), nanoseconds(0)) : a_while;
  const auto most = asks_ == 0 ? left : std::min(left, a_while);
  const auto whole = std::chrono::floor<std::chrono::seconds>(most);
  const timespec limit{static_cast<time_t>(whole.count()), static_cast<long>((most - whole).count())};
  return std::max(0, ::sigtimedwait(&signals_.blocked(), &about, &limit));
}

// It has had its time: TERM, and KILL if it does not go. (CONT, for one that is stopped would not see the first.)
void command::look_at_clock() {
  if (!end_ || steady_clock::now() < *end_) return;
  if (too_long_) {
    tell(SIGKILL);
    end_.reset();
    return;
  }
  too_long_ = true;
  say("doorway: '{}' has run for {} (--max-time); ended it\n", printable(name_), in_words(*left_));
  tell(SIGTERM);
  tell(SIGCONT);
  end_ = deadline_after(std::chrono::seconds(10));
}

void command::pass_on(const siginfo_t& about) {
  if (!is_for_the_command(about)) return;
  if (is_for_all_of_us(about) && ::getpgid(pid_) == ::getpgrp()) return;   // it has got it already
  if (about.si_signo == SIGCONT && on_a_terminal()) hand_over_terminal();  // brought to the foreground
  tell(about.si_signo);
}

void command::tell(int signal) {
  if (signal == SIGINT || signal == SIGQUIT) told_to_end_ = true;
  if (signal == SIGCONT) asks_ = 0;  // if it still needs the terminal, it will ask again
  if (reach_ == reach::group) ::kill(-pid_, signal);
  if (reach_ == reach::command || ::getpgid(pid_) != pid_) ::kill(pid_, signal);
}

// The command was stopped: so are we, until a shell continues us, and then it goes on too.
void command::stop_like_it(int how) {
  if (how == SIGTTIN || how == SIGTTOU) {
    asks_ = how;
    look_for_terminal();
    return;
  }
  const bool had_terminal = reach_ == reach::group && terminal_.belongs_to(pid_);
  const bool in_front = had_terminal || terminal_.belongs_to(::getpgrp());
  // Without a terminal's doing, SIGSTOP was meant for the command alone.
  if (how == SIGSTOP && !in_front) return;
  if (had_terminal) terminal_.give_to(::getpgrp());
  signals::stop(how == SIGSTOP ? SIGTSTP : how,
                had_terminal || how == SIGSTOP ? signals::whom::group : signals::whom::process);
  const bool continued = signals::take_continuation();
  if (had_terminal) hand_over_terminal();
  // Nobody could continue us, and nobody will continue the command.
  if (!continued && how == SIGSTOP) return;
  tell(SIGCONT);
}

// The command was stopped because it asked for the terminal.
void command::look_for_terminal() {
  if (!hand_over_terminal()) {
    const bool had_terminal = reach_ == reach::group && terminal_.belongs_to(pid_);
    if (!had_terminal && terminal_.is_lent()) return;  // we look again
    if (had_terminal) terminal_.give_to(::getpgrp());
    // All of the group, as the kernel does: a shell takes a job for stopped when all of it is.
    signals::stop(asks_, signals::whom::group);
    const bool continued = signals::take_continuation();
    hand_over_terminal();
    if (!continued) refuse_terminal();
    else refusals_ = 0;
  }
  tell(SIGCONT);
}

// Nobody could continue us, and nobody will bring the command to the foreground.
void command::refuse_terminal() {
  ++refusals_;
  if (refusals_ == 2) say("doorway: '{}' asks for a terminal that it cannot have; ended it\n", printable(name_));
  tell(refusals_ == 1 ? SIGHUP : refusals_ == 2 ? SIGTERM : SIGKILL);
}

// False: our group does not have it.
bool command::hand_over_terminal() const {
  if (reach_ == reach::command || !terminal_.belongs_to(::getpgrp())) return false;
  terminal_.give_to(pid_);
  return true;
}

void command::take_terminal_back() const {
  if (reach_ == reach::command || !terminal_.belongs_to(pid_)) return;
  terminal_.give_to(::getpgrp());
  if ((killed_by_ == SIGINT || killed_by_ == SIGQUIT) && !told_to_end_) ::kill(0, killed_by_);
}

}  // namespace doorway::tool
