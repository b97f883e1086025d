// Workers, as threads or as processes, that start together and are told when to stop.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "shared.hpp"

namespace doorway::bench {

enum class place { threads, processes };
[[nodiscard]] inline const char* text(place where) { return where == place::threads ? "threads" : "processes"; }

// The calling program forked; the child ends when `run` does.
pid_t in_a_child(const std::function<void()>& run);
void wait_for(pid_t child);

class crew {
 public:
  // A worker prepares itself, says ready(), which returns when all begin, and works until stopped(). What it does counts only
  // while it is measured: not the time in which the first ones have the lock for themselves, because the others have not come.
  class signals {
   public:
    void ready() {
      ++ready_;
      while (!go_.load(std::memory_order_acquire)) std::this_thread::sleep_for(std::chrono::microseconds(100));
      ++begun_;
      while (begun_ < all_) std::this_thread::yield();  // until everybody is awake: no head start
    }
    [[nodiscard]] bool measured() const { return measured_.load(std::memory_order_relaxed); }
    // The ticks at which measuring began.
    [[nodiscard]] std::uint64_t since() const { return since_.load(std::memory_order_relaxed); }
    [[nodiscard]] bool stopped() const { return stop_.load(std::memory_order_relaxed); }

   private:
    friend crew;
    unsigned all_ = 0;
    std::atomic<unsigned> ready_{0}, begun_{0}, ended_{0};
    std::atomic<bool> go_{false};
    std::atomic<std::uint64_t> since_{0};
    alignas(64) std::atomic<bool> measured_{false}, stop_{false};
  };
  using body = std::function<void(unsigned worker, signals&)>;

  crew(place where, unsigned workers, body run);
  ~crew() noexcept(false) { finish(); }
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;

  void begin();   // when all are ready
  void stop();    // they end when they notice
  void finish();  // stop, and wait for them
  // What finish() does, again and again, when threads do not come back within a second.
  void rescue_by(std::function<void()> what) { rescue_ = std::move(what); }

  // begin, and after a while measure for this long, stop: the time that really passed, in seconds.
  double run_for(std::chrono::nanoseconds time);
  // Seconds of processor time that the workers have used (and, with threads, the rest of this process).
  [[nodiscard]] double processor_seconds() const;

 private:
  unsigned workers_;
  shared_array<signals> signals_;
  std::vector<std::jthread> threads_;
  std::vector<pid_t> children_;
  std::function<void()> rescue_;
};

}  // namespace doorway::bench
