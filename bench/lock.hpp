// What the bench measures: a lock, of whatever maker, behind one interface.
//
// The contended workloads call it through a virtual function, which costs everybody the same one or two nanoseconds; the solo
// latencies, where that would count, are measured in a template (any_lock::solo).
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace doorway::bench {

using std::chrono::nanoseconds;

// One worker's handle of a lock: made by the thread or process that uses it.
class seat {
 public:
  virtual ~seat() = default;
  virtual void lock() = 0;
  virtual void unlock() = 0;
  virtual bool try_lock_for(nanoseconds) { throw std::logic_error("this lock cannot give up"); }
};

class any_lock {
 public:
  virtual ~any_lock() = default;
  [[nodiscard]] virtual std::unique_ptr<seat> sit(unsigned worker) = 0;
  virtual void solo(benchmark::State& state) = 0;
  // For a lock that may forget a waiter.
  virtual void rescue() {}
};

inline constexpr unsigned unlimited = 1U << 20;  // k of a semaphore

enum class kind { ours, fair, barging };

struct contestant {
  std::string name;
  kind what = kind::barging;
  bool threads = true;    // usable between threads
  bool processes = true;  // and between processes
  unsigned least_k = 1, most_k = 1;
  bool timed = false;
  bool spins = false;      // does nothing but spin: hopeless with more workers than processors, and left out there
  bool solo_only = false;  // a variant for the solo table
  std::function<std::unique_ptr<any_lock>(unsigned k, unsigned workers)> make;
};

// How a lock is used by one worker. A lock that needs something of the worker's own (a queue node, an open file) has a class
// `handle` made from the lock and the worker's number; the others are used as they are.
template <class Lock>
class plain_handle {
 public:
  plain_handle(Lock& lock, unsigned) : lock_(lock) {}
  void lock() { lock_.lock(); }
  void unlock() { lock_.unlock(); }
  bool try_lock_for(nanoseconds time) requires requires(Lock& l) { l.try_lock_for(time); }
  { return lock_.try_lock_for(time); }

 private:
  Lock& lock_;
};
template <class Lock>
struct handle_of {
  using type = plain_handle<Lock>;
};
template <class Lock>
requires requires { typename Lock::handle; }
struct handle_of<Lock> {
  using type = typename Lock::handle;
};

template <class Lock>
class boxed : public any_lock {
 public:
  template <class... Arguments>
  explicit boxed(Arguments&&... arguments) : lock_(std::forward<Arguments>(arguments)...) {}

  std::unique_ptr<seat> sit(unsigned worker) override { return std::make_unique<boxed_seat>(lock_, worker); }
  void rescue() override {
    if constexpr (requires { lock_.rescue(); }) lock_.rescue();
  }
  void solo(benchmark::State& state) override {
    handle mine(lock_, 0);
    for (auto _ : state) {
      mine.lock();
      benchmark::ClobberMemory();
      mine.unlock();
    }
  }

 private:
  using handle = typename handle_of<Lock>::type;
  class boxed_seat : public seat {
   public:
    boxed_seat(Lock& lock, unsigned worker) : mine_(lock, worker) {}
    void lock() override { mine_.lock(); }
    void unlock() override { mine_.unlock(); }
    bool try_lock_for(nanoseconds time) override {
      if constexpr (requires { mine_.try_lock_for(time); }) return mine_.try_lock_for(time);
      else return seat::try_lock_for(time);
    }

   private:
    handle mine_;
  };
  Lock lock_;
};

// For locks made from k, from nothing, or otherwise by `make` from k and the number of workers.
template <class Lock>
std::unique_ptr<any_lock> made_for(unsigned k, unsigned) {
  if constexpr (requires { Lock(k); }) return std::make_unique<boxed<Lock>>(k);
  else return std::make_unique<boxed<Lock>>();
}

}  // namespace doorway::bench
