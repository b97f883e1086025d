#include "serve/jobs.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <sstream>

#include "serve/programs.hpp"

namespace doorway::lab::serving {
namespace {

struct ends {
  int to_read = -1, to_write = -1;
};
ends pipe_pair() {
  std::array<int, 2> both{};
  if (pipe2(both.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe can be made");
  return {both[0], both[1]};
}

// In the child: nothing here may allocate.
[[noreturn]] void become(char* const* words, int input, int output, int errors) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  execv("/proc/self/exe", words);
  _exit(127);
}

}  // namespace

std::uint64_t jobs::start(const std::vector<std::string>& words, const std::string& input) {
  const std::lock_guard lock(mutex_);
  std::size_t running = 0;
  for (const auto& one : all_) running += one.running ? 1U : 0U;
  if (running >= most_running) throw refused(fmt::format("{} searches are at work; stop one, or wait for it", running));
  forget_old();
  std::vector<std::string> kept{"doorway-lab"};
  kept.insert(kept.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (auto& one : kept) arguments.push_back(one.data());
  arguments.push_back(nullptr);

  const ends in = pipe_pair(), out = pipe_pair(), err = pipe_pair();
  const pid_t child = fork();
  if (child == 0) become(arguments.data(), in.to_read, out.to_write, err.to_write);
  for (int end : {in.to_read, out.to_write, err.to_write}) close(end);
  if (child < 0) {
    for (int end : {in.to_write, out.to_read, err.to_read}) close(end);
    throw refused("no process can be started");
  }
  if (!input.empty() && write(in.to_write, input.data(), input.size()) < 0) kill(child, SIGKILL);
  job& one = all_.emplace_back();
  one.number = ++last_;
  one.pid = child;
  one.input = in.to_write;
  one.output = out.to_read;
  one.errors = err.to_read;
  one.reader = std::thread([this, &one] { read(one); });
  return one.number;
}

void jobs::read(job& of) {
  std::array<pollfd, 2> both{{{of.output, POLLIN, 0}, {of.errors, POLLIN, 0}}};
  std::array<char, 65536> some{};
  while (both[0].fd >= 0 || both[1].fd >= 0) {
    if (poll(both.data(), both.size(), -1) < 0 && errno != EINTR) break;
    for (auto& end : both) {
      if (end.fd < 0 || end.revents == 0) continue;
      const auto count = ::read(end.fd, some.data(), some.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) {
        end.fd = -1;
        continue;
      }
      const std::lock_guard lock(mutex_);
      const std::string text(some.data(), static_cast<std::size_t>(count));
      if (&end == &both[0]) note(of, text);
      else if (of.complaints.size() < some.size()) of.complaints += text;
      if (of.printed.size() + of.half.size() > most_output) kill(of.pid, SIGKILL);
    }
  }
  int status = 0;
  waitid(P_PID, static_cast<id_t>(of.pid), nullptr, WEXITED | WNOWAIT);
  const std::lock_guard lock(mutex_);
  while (waitpid(of.pid, &status, 0) < 0 && errno == EINTR) {}
  of.running = false;
  of.ended = std::chrono::steady_clock::now();
  of.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  for (int end : {of.input, of.output, of.errors}) close(end);
}

// Lines that say how far it has come replace each other; what else it prints is kept.
void jobs::note(job& of, const std::string& text) {
  of.half += text;
  for (std::size_t end = of.half.find('\n'); end != std::string::npos; end = of.half.find('\n')) {
    const std::string line = of.half.substr(0, end);
    of.half.erase(0, end + 1);
    if (line.starts_with("{\"progress\"")) of.progress = line;
    else of.printed += line + '\n';
  }
}

entry jobs::state(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  const job& of = find(number);
  const auto until = of.running ? std::chrono::steady_clock::now() : of.ended;
  entry all{{"running", of.running},
            {"seconds", std::chrono::duration<double>(until - of.began).count()},
            {"stopped", of.stopped}};
  if (!of.progress.empty()) all["progress"] = entry::parse(of.progress).at("progress");
  if (of.running) return all;
  all["status"] = of.status;
  all["printed"] = of.printed;
  all["errors"] = of.complaints;
  return all;
}

void jobs::stop(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  job& of = find(number);
  if (!of.running) return;
  of.stopped = true;
  kill(of.pid, SIGKILL);
}

jobs::job& jobs::find(std::uint64_t number) {
  for (auto& one : all_)
    if (one.number == number) return one;
  throw refused(fmt::format("there is no search {}; it may have been forgotten", number));
}

void jobs::forget_old() {
  for (auto at = all_.begin(); all_.size() >= most_kept && at != all_.end();) {
    if (at->running) {
      ++at;
      continue;
    }
    at->reader.join();
    at = all_.erase(at);
  }
}

jobs::~jobs() {
  {
    const std::lock_guard lock(mutex_);
    for (auto& one : all_)
      if (one.running) kill(one.pid, SIGKILL);
  }
  for (auto& one : all_)
    if (one.reader.joinable()) one.reader.join();
}

}  // namespace doorway::lab::serving
