// How long the death of a holder, or of somebody ahead in the queue, keeps a waiter: within 100 ms on a quiet machine. The
// limit asserted is 200 ms, and more only by what the machine itself was late with threads that just sleep.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <iostream>
#include <vector>

#include "doorway/named_mutex.hpp"
#include "scene.hpp"

namespace {

using namespace scene;
using doorway::named_mutex;

constexpr int kills = 60;

struct state {
  std::atomic<bool> ready{false};
  std::atomic<bool> inside{false};
  std::atomic<bool> go{false};
  std::atomic<clock::rep> entered{0};
};

// Enters, tells when, and stays until told to go.
int enter(state& mine) {
  named_mutex lock("latency");
  mine.ready = true;
  lock.lock();
  mine.entered = clock::now().time_since_epoch().count();
  mine.inside = true;
  while (!mine.go) std::this_thread::sleep_for(200us);
  lock.unlock();
  return 0;
}

// A child that waits behind whoever is there already.
child waiter(state& its) {
  child one([&] { return enter(its); });
  EXPECT_TRUE(soon([&] { return its.ready.load(); }));
  return one;
}

// How late the machine is: one thread per processor that only sleeps, and the longest that any of them overslept.
class metronome {
 public:
  metronome() {
    for (unsigned i = 0; i < std::max(2U, std::thread::hardware_concurrency()); ++i)
      threads_.emplace_back([this] {
        while (!stop_) {
          const auto due = clock::now() + 1ms;
          std::this_thread::sleep_until(due);
          const auto late = (clock::now() - due).count();
          for (auto seen = late_.load(); late > seen && !late_.compare_exchange_weak(seen, late);) {}
        }
      });
  }
  ~metronome() {
    stop_ = true;
    for (auto& each : threads_) each.join();
  }
  metronome(const metronome&) = delete;
  metronome& operator=(const metronome&) = delete;
  // Since the last time that it was asked, in milliseconds.
  double late() { return std::chrono::duration<double, std::milli>(clock::duration(late_.exchange(0))).count(); }

 private:
  std::atomic<bool> stop_{false};
  std::atomic<clock::rep> late_{0};
  std::vector<std::thread> threads_;
};

void report(const char* what, std::vector<double>& ms) {
  std::sort(ms.begin(), ms.end());
  std::cout << what << ": median " << ms[ms.size() / 2] << " ms, longest " << ms.back() << " ms, of " << ms.size()
            << std::endl;
  EXPECT_LT(ms[ms.size() / 2], 100);
}
// The victim, and then the waiter, may each be late twice.
void expect_soon(double ms, double late) {
  EXPECT_LT(ms, 200 + 4 * late) << "the machine was late by " << late << " ms";
}
double between(clock::time_point from, const state& to) {
  return std::chrono::duration<double, std::milli>(clock::duration(to.entered) - from.time_since_epoch()).count();
}

TEST(Latency, OfAKilledHolder) {
  const place here;
  const named_mutex attached("latency");
  metronome beats;
  std::vector<double> ms;
  for (int i = 0; i < kills; ++i) {
    shared<state> first, second;
    auto a = waiter(*first);
    ASSERT_TRUE(soon([&] { return first->inside.load(); }));
    auto b = waiter(*second);
    std::this_thread::sleep_for(std::chrono::milliseconds(3 + i));  // all phases of the waiter's sleep
    beats.late();
    const auto killed = clock::now();
    a.send(SIGKILL);
    ASSERT_TRUE(soon([&] { return second->inside.load(); })) << "never";
    ms.push_back(between(killed, *second));
    expect_soon(ms.back(), beats.late());
    second->go = true;
    ASSERT_EQ(b.wait(), 0);
  }
  report("killed holder", ms);
}

// The holder leaves at once when the one ahead has been killed.
TEST(Latency, OfAKilledWaiterAhead) {
  const place here;
  const named_mutex attached("latency");
  metronome beats;
  std::vector<double> ms;
  for (int i = 0; i < kills; ++i) {
    shared<state> first, second, third;
    auto a = waiter(*first);
    ASSERT_TRUE(soon([&] { return first->inside.load(); }));
    auto b = waiter(*second);
    std::this_thread::sleep_for(3ms);
    auto c = waiter(*third);
    std::this_thread::sleep_for(std::chrono::milliseconds(3 + i));
    beats.late();
    const auto killed = clock::now();
    b.send(SIGKILL);
    first->go = true;
    ASSERT_TRUE(soon([&] { return third->inside.load(); })) << "never";
    EXPECT_FALSE(second->inside.load());
    ms.push_back(between(killed, *third));
    expect_soon(ms.back(), beats.late());
    third->go = true;
    ASSERT_EQ(c.wait(), 0);
    ASSERT_EQ(a.wait(), 0);
  }
  report("killed waiter ahead", ms);
}

}  // namespace
