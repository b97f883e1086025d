#include "crew.hpp"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <exception>
#include <stdexcept>

#include "work.hpp"

namespace doorway::bench {

namespace {

double seconds(clockid_t clock) {
  timespec now{};
  ::clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

pid_t in_a_child(const std::function<void()>& run) {
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid < 0) throw std::runtime_error("cannot fork");
  if (pid > 0) return pid;
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // so that nothing is left running if the bench is interrupted
  try {
    run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "a worker failed: %s\n", error.what());
    ::_exit(1);
  }
  ::_exit(0);
}

void wait_for(pid_t child) {
  int status = 0;
  if (::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) != 0)
    throw std::runtime_error("a worker failed");
}

crew::crew(place where, unsigned workers, body run) : workers_(workers) {
  signals_->all_ = workers;
  for (unsigned i = 0; i < workers; ++i)
    if (where == place::threads)
      threads_.emplace_back([this, run, i] {
        run(i, *signals_);
        ++signals_->ended_;
      });
    else children_.push_back(in_a_child([&] { run(i, *signals_); }));
}

void crew::begin() {
  while (signals_->ready_ < workers_) std::this_thread::sleep_for(std::chrono::microseconds(100));
  signals_->go_ = true;
  while (signals_->begun_ < workers_) std::this_thread::sleep_for(std::chrono::microseconds(100));
}

void crew::stop() { signals_->stop_ = true; }

void crew::finish() {
  signals_->go_ = true;
  stop();
  const double since = seconds(CLOCK_MONOTONIC);
  while (rescue_ && signals_->ended_ < threads_.size()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (seconds(CLOCK_MONOTONIC) > since + 1) rescue_();
  }
  threads_.clear();
  for (const pid_t child : children_) wait_for(child);
  children_.clear();
}

double crew::run_for(std::chrono::nanoseconds time) {
  begin();
  std::this_thread::sleep_for(std::max<std::chrono::nanoseconds>(time / 5, std::chrono::milliseconds(10)));
  const double start = seconds(CLOCK_MONOTONIC);
  signals_->since_ = ticks();
  signals_->measured_ = true;
  std::this_thread::sleep_for(time);
  stop();
  return seconds(CLOCK_MONOTONIC) - start;
}

double crew::processor_seconds() const {
  double sum = children_.empty() ? seconds(CLOCK_PROCESS_CPUTIME_ID) : 0;
  for (const pid_t child : children_) {
    clockid_t clock = 0;
    if (::clock_getcpuclockid(child, &clock) == 0) sum += seconds(clock);
  }
  return sum;
}

}  // namespace doorway::bench
