// Time: deadlines are kept, and waiting costs no processor.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>

#include "doorway/k_mutex.hpp"
#include "doorway/mutex.hpp"
#include "doorway/shared_mutex.hpp"
#include "doorway/timed_mutex.hpp"
#include "front_doors/support.hpp"

namespace {

using namespace front_doors;

// A clock that a user might bring: half as fast as the steady clock.
struct slow_clock {
  using duration = std::chrono::microseconds;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<slow_clock>;
  [[maybe_unused]] static constexpr bool is_steady = true;
  static time_point now() {
    return time_point(std::chrono::duration_cast<duration>(clock::now().time_since_epoch()) / 2);
  }
};

// The time that a call of `attempt` takes in a thread of its own while this one holds the lock.
template <class Lock, class Attempt>
clock::duration refused_after(Lock& lock, Attempt attempt) {
  clock::duration took{};
  const std::lock_guard held(lock);
  in_a_thread([&] {
    static_cast<void>(doorway::thread_index());
    const auto start = clock::now();
    EXPECT_FALSE(attempt());
    took = clock::now() - start;
  });
  return took;
}

// Never early; in time at least once in five, because machines are noisy. Catches a timeout that is rounded up to the
// 50 ms of a rescan, or never looked at, and one that is rounded down.
template <class Lock, class Attempt>
void expect_refused_within(Lock& lock, clock::duration least, clock::duration most, Attempt attempt) {
  auto best = clock::duration::max();
  for (int i = 0; i < 5 && best >= most; ++i) {
    const auto took = refused_after(lock, attempt);
    EXPECT_GE(took, least) << "early: " << milliseconds(took) << " ms";
    best = std::min(best, took);
  }
  EXPECT_LT(best, most) << milliseconds(best) << " ms";
  std::printf("refused after %.2f ms\n", milliseconds(best));
}

TEST(deadlines, are_kept) {
  doorway::timed_mutex timed;
  doorway::k_mutex slots(1);
  doorway::shared_timed_mutex shared;
  expect_refused_within(timed, 50ms, 60ms, [&] { return timed.try_lock_for(50ms); });
  expect_refused_within(slots, 50ms, 60ms, [&] { return slots.try_lock_for(50ms); });
  expect_refused_within(shared, 50ms, 60ms, [&] { return shared.try_lock_for(50ms); });
  expect_refused_within(shared, 50ms, 60ms, [&] { return shared.try_lock_shared_for(50ms); });
  expect_refused_within(timed, 120ms, 130ms, [&] { return timed.try_lock_for(120ms); });  // beyond one rescan
  expect_refused_within(timed, 2ms, 10ms, [&] { return timed.try_lock_for(2ms); });
  expect_refused_within(timed, 50ms, 60ms, [&] { return timed.try_lock_for(std::chrono::duration<float>(0.05F)); });
  expect_refused_within(timed, 0ms, 5ms, [&] { return timed.try_lock(); });
}

TEST(deadlines, of_other_clocks) {
  doorway::timed_mutex timed;
  expect_refused_within(timed, 20ms, 30ms, [&] { return timed.try_lock_until(clock::now() + 20ms); });
  expect_refused_within(timed, 19ms, 30ms,
                        [&] { return timed.try_lock_until(std::chrono::system_clock::now() + 20ms); });
  // 10 ms by the slow clock are 20 by ours. A lock that does not ask it again comes back after 10.
  expect_refused_within(timed, 19ms, 30ms, [&] { return timed.try_lock_until(slow_clock::now() + 10ms); });
}

TEST(deadlines, in_the_past_are_one_try) {
  doorway::timed_mutex timed;
  const auto not_a_number = std::chrono::duration<double>(std::numeric_limits<double>::quiet_NaN());
  const auto each = [&](auto expect) {
    expect(timed.try_lock_for(-1h));
    expect(timed.try_lock_for(0s));
    expect(timed.try_lock_for(std::chrono::hours::min()));
    expect(timed.try_lock_for(not_a_number));
    expect(timed.try_lock_until(clock::time_point::min()));
    expect(timed.try_lock_until(std::chrono::system_clock::time_point{}));
  };
  each([&](bool entered) {
    EXPECT_TRUE(entered) << "nobody wants it";
    timed.unlock();
  });
  expect_refused_within(timed, 0ms, 10ms, [&] {
    bool any = false;
    each([&](bool entered) { any = any || entered; });
    return any;
  });
}

// The largest deadlines that the types can say: no overflow, which would be a deadline in the past. The waiter gets the
// lock when the holder leaves, after 10 ms.
TEST(deadlines, beyond_any_clock) {
  doorway::timed_mutex timed;
  const auto waits = [&](auto attempt) {
    timed.lock();
    std::jthread waiter([&] {
      EXPECT_TRUE(attempt());
      timed.unlock();
    });
    std::this_thread::sleep_for(10ms);
    timed.unlock();
  };
  waits([&] { return timed.try_lock_for(std::chrono::nanoseconds::max()); });
  waits([&] { return timed.try_lock_for(std::chrono::hours::max()); });
  waits([&] { return timed.try_lock_for(std::chrono::duration<double>(std::numeric_limits<double>::infinity())); });
  waits([&] { return timed.try_lock_until(clock::time_point::max()); });
  waits([&] { return timed.try_lock_until(std::chrono::system_clock::time_point::max()); });
  waits([&] { return timed.try_lock_until(std::chrono::time_point<front_doors::clock, std::chrono::hours>::max()); });
}

double cpu_of_this_thread() {
  rusage used{};
  getrusage(RUSAGE_THREAD, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

// 32 waiters and a holder that sleeps. Catches waiting that spins or yields (seconds of processor time).
template <class Lock>
void expect_waiting_to_be_cheap(Lock& lock) {
  std::atomic<double> used = 0;
  lock.lock();
  std::vector<std::jthread> waiters;
  for (int i = 0; i < 32; ++i)
    waiters.emplace_back([&] {
      const double before = cpu_of_this_thread();
      const std::lock_guard inside(lock);
      used = used + cpu_of_this_thread() - before;  // one at a time
    });
  std::this_thread::sleep_for(3s);
  lock.unlock();
  waiters.clear();
  EXPECT_LT(used, 0.1);
  std::printf("32 waiters, 3 s: %.3f s of processor time\n", used.load());
}

TEST(waiting, costs_no_processor_mutex) {
  doorway::mutex lock;
  expect_waiting_to_be_cheap(lock);
}
TEST(waiting, costs_no_processor_shared_mutex) {
  doorway::shared_mutex lock;
  expect_waiting_to_be_cheap(lock);
}

}  // namespace
