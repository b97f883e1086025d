// What the tests of the tool on a terminal share: a folder of their own, and a program on a new terminal.
#pragma once

#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../new_folder.hpp"

namespace on_a_terminal {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

inline const std::string tool = DOORWAY_TOOL;
inline const std::string counter = DOORWAY_COUNT_SIGNALS;

// A folder for names of this test's own.
class tool_test : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = new_folder();
    ::setenv("DOORWAY_DIR", (folder_ + "/names").c_str(), 1);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
};

inline void become(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  ::execvp(pointers[0], pointers.data());
  ::_exit(99);
}

inline std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// No signal ignored or blocked, as after a login. A shell ignores SIGINT and SIGQUIT for what it starts in the background, these tests
// among it, and what is ignored stays so in all that they start.
inline void take_all_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none{};
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// A program that leads a session of its own on a new terminal.
class on_terminal {
 public:
  explicit on_terminal(const std::function<void()>& leader) {
    pid_ = ::forkpty(&master_, nullptr, nullptr, nullptr);
    if (pid_ == 0) {
      take_all_signals();
      leader();
      ::_exit(98);
    }
  }
  ~on_terminal() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    if (master_ >= 0) ::close(master_);
  }
  on_terminal(const on_terminal&) = delete;
  on_terminal& operator=(const on_terminal&) = delete;

  void type(char key) const { type(std::string(1, key)); }
  void type(const std::string& keys) const {
    ASSERT_EQ(::write(master_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }
  // To its leader alone, as nobody at the terminal could.
  void send(int signal) const { ::kill(pid_, signal); }
  // Its leader has ended, or does so within 20 s.
  [[nodiscard]] bool ends() const;
  void hang_up() { ::close(std::exchange(master_, -1)); }
  // All that it has said, as soon as `text` is part of it so many times, or after 20 s.
  std::string said_until(const std::string& text, std::size_t times = 1, std::chrono::milliseconds most = 20s) {
    const auto end = steady_clock::now() + most;
    while (count(said_, text) < times && steady_clock::now() < end) {
      pollfd ready{master_, POLLIN, 0};
      std::array<char, 4096> part{};
      if (::poll(&ready, 1, 100) != 1) continue;
      const auto got = ::read(master_, part.data(), part.size());
      if (got <= 0) break;  // it is gone
      said_.append(part.data(), static_cast<std::size_t>(got));
    }
    return said_;
  }

 private:
  pid_t pid_ = -1;
  int master_ = -1;
  std::string said_;
};

template <class Condition>
bool comes_true(Condition&& condition) {
  const auto end = steady_clock::now() + 20s;
  while (!condition())
    if (steady_clock::now() > end) return false;
    else std::this_thread::sleep_for(10ms);
  return true;
}

inline bool on_terminal::ends() const {
  return comes_true([this] {
    siginfo_t about{};
    return ::waitid(P_PID, static_cast<id_t>(pid_), &about, WEXITED | WNOHANG | WNOWAIT) == 0 && about.si_pid == pid_;
  });
}

}  // namespace on_a_terminal
