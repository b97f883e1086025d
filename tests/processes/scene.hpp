// What the tests of processes share: a private directory that goes away again, children that do one thing, and waiting
// with a limit.
#pragma once

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "../new_folder.hpp"

namespace scene {

using namespace std::chrono_literals;
using clock = std::chrono::steady_clock;

// A directory of our own, in memory if may be, also as DOORWAY_DIR.
class place {
 public:
  place() : place(new_folder()) {}
  explicit place(std::string folder) : path_(std::move(folder)) { ::setenv("DOORWAY_DIR", path_.c_str(), 1); }
  ~place() {
    std::error_code ignored;
    if (::getpid() == maker_) std::filesystem::remove_all(path_, ignored);
  }
  place(const place&) = delete;
  place& operator=(const place&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
  pid_t maker_ = ::getpid();
};

// One T that children see too.
template <class T>
class shared {
 public:
  shared() {
    at_ = ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at_ == MAP_FAILED) throw std::bad_alloc();
    new (at_) T;
  }
  ~shared() { ::munmap(at_, sizeof(T)); }
  shared(const shared&) = delete;
  shared& operator=(const shared&) = delete;
  T& operator*() const { return *static_cast<T*>(at_); }
  T* operator->() const { return static_cast<T*>(at_); }

 private:
  void* at_;
};

// A child that runs one function and ends with its result; an exception is printed and is status 99. It dies with its
// parent, so that no failed test leaves anything behind.
class child {
 public:
  static constexpr int threw = 99;

  template <class Run>
  explicit child(Run&& run) {
    std::fflush(nullptr);
    pid_ = ::fork();
    if (pid_ < 0) throw std::runtime_error("no child");
    if (pid_ != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    int status = threw;
    try {
      status = std::forward<Run>(run)();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "child: %s\n", error.what());
    }
    ::_exit(status);
  }
  child(child&& other) noexcept : pid_(std::exchange(other.pid_, -1)) {}
  child& operator=(child&&) = delete;
  ~child() {
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

  [[nodiscard]] pid_t pid() const { return pid_; }
  void send(int signal) const { ::kill(pid_, signal); }

  // The exit status, or minus the signal that killed it; -1000 if it does not end in time.
  int wait(std::chrono::milliseconds limit = 20s) {
    for (const auto end = clock::now() + limit;;) {
      int status = 0;
      if (::waitpid(pid_, &status, WNOHANG) == pid_) {
        pid_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
      }
      if (clock::now() > end) return -1000;
      std::this_thread::sleep_for(1ms);
    }
  }
  // Until it is stopped; false if that does not happen.
  [[nodiscard]] bool wait_for_stop(std::chrono::milliseconds limit = 10s) const {
    for (const auto end = clock::now() + limit; clock::now() < end; std::this_thread::sleep_for(1ms)) {
      int status = 0;
      if (::waitpid(pid_, &status, WNOHANG | WUNTRACED) == pid_) return WIFSTOPPED(status);
    }
    return false;
  }

 private:
  pid_t pid_ = -1;
};

// Whether another process gets a lock of that name at once.
template <class Lock>
bool another_gets(const std::string& name) {
  child other([&] {
    Lock mine(name);
    return mine.try_lock() ? 1 : 0;
  });
  return other.wait() != 0;
}

// What the exception said.
template <class Run>
std::string message_of(Run&& run) {
  try {
    run();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no exception";
}

template <class Condition>
bool soon(Condition&& condition, std::chrono::milliseconds limit = 10s) {
  for (const auto end = clock::now() + limit; clock::now() < end; std::this_thread::sleep_for(200us))
    if (condition()) return true;
  return condition();
}

}  // namespace scene
