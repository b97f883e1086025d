#include "children.hpp"

#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>
#include <utility>

namespace slots_chaos {

namespace {

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (const auto& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

std::string whole(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

pid_t start(const start_of& what) {
  const auto words = pointers(what.words);
  const auto environment = pointers(what.environment);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const pid_t pid = ::fork();
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "cannot start a process");
  if (pid == 0) {
    ::setpgid(0, 0);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(what.output, STDOUT_FILENO);
    ::dup2(what.output, STDERR_FILENO);
    if (what.user != 0) {
      const uid_t user = what.user;
      if (::setgroups(0, nullptr) != 0 || ::setresgid(user, user, user) != 0 || ::setresuid(user, user, user) != 0)
        ::_exit(99);
    }
    ::execve(words.front(), words.data(), environment.data());
    ::_exit(98);
  }
  ::setpgid(pid, pid);
  ::close(nothing);
  return pid;
}

std::vector<pid_t> children_of(pid_t parent) {
  const auto number = std::to_string(parent);
  std::istringstream list(whole("/proc/" + number + "/task/" + number + "/children"));
  std::vector<pid_t> all;
  for (pid_t child = 0; list >> child;) all.push_back(child);
  return all;
}

bool has_word(pid_t pid, const std::string& word) {
  const auto line = '\0' + whole("/proc/" + std::to_string(pid) + "/cmdline");
  return line.find('\0' + word + '\0') != std::string::npos;
}

pinned pinned::child_of(pid_t parent, pid_t pid) {
  pinned found = own_child(pid);
  const auto all = children_of(parent);
  // Still its child after we have got hold of it: so it was its child all the time.
  return std::find(all.begin(), all.end(), pid) == all.end() ? pinned() : std::move(found);
}
pinned pinned::own_child(pid_t pid) { return pinned(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))); }
pinned::pinned(pinned&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
pinned& pinned::operator=(pinned&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}
pinned::~pinned() {
  if (fd_ >= 0) ::close(fd_);
}
bool pinned::signal(int number) const { return ::syscall(SYS_pidfd_send_signal, fd_, number, nullptr, 0) == 0; }

}  // namespace slots_chaos
