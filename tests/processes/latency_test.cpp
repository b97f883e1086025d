// How long the death of a holder, or of somebody ahead in the queue, keeps a waiter: within 100 ms on a quiet machine. The
// limit asserted is 200 ms, for machines that are not.
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

void report(const char* what, std::vector<double>& ms) {
  std::sort(ms.begin(), ms.end());
  std::cout << what << ": median " << ms[ms.size() / 2] << " ms, longest " << ms.back() << " ms, of " << ms.size()
            << std::endl;
  EXPECT_LT(ms.back(), 200);
}
double between(clock::time_point from, const state& to) {
  return std::chrono::duration<double, std::milli>(clock::duration(to.entered) - from.time_since_epoch()).count();
}

TEST(Latency, OfAKilledHolder) {
  const place here;
  const named_mutex attached("latency");
  std::vector<double> ms;
  for (int i = 0; i < kills; ++i) {
    shared<state> first, second;
    auto a = waiter(*first);
    ASSERT_TRUE(soon([&] { return first->inside.load(); }));
    auto b = waiter(*second);
    std::this_thread::sleep_for(std::chrono::milliseconds(3 + i));  // all phases of the waiter's sleep
    const auto killed = clock::now();
    a.send(SIGKILL);
    ASSERT_TRUE(soon([&] { return second->inside.load(); })) << "never";
    ms.push_back(between(killed, *second));
    second->go = true;
    ASSERT_EQ(b.wait(), 0);
  }
  report("killed holder", ms);
}

// The holder leaves at once when the one ahead has been killed.
TEST(Latency, OfAKilledWaiterAhead) {
  const place here;
  const named_mutex attached("latency");
  std::vector<double> ms;
  for (int i = 0; i < kills; ++i) {
    shared<state> first, second, third;
    auto a = waiter(*first);
    ASSERT_TRUE(soon([&] { return first->inside.load(); }));
    auto b = waiter(*second);
    std::this_thread::sleep_for(3ms);
    auto c = waiter(*third);
    std::this_thread::sleep_for(std::chrono::milliseconds(3 + i));
    const auto killed = clock::now();
    b.send(SIGKILL);
    first->go = true;
    ASSERT_TRUE(soon([&] { return third->inside.load(); })) << "never";
    EXPECT_FALSE(second->inside.load());
    ms.push_back(between(killed, *third));
    third->go = true;
    ASSERT_EQ(c.wait(), 0);
    ASSERT_EQ(a.wait(), 0);
  }
  report("killed waiter ahead", ms);
}

}  // namespace
