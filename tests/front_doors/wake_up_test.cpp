// Every algorithm over the parking that ships, step by step: a process that waits, and falls asleep, is woken by the exit that
// lets it in, wherever in its entry that exit strikes.
//
// Catches an algorithm whose test may be false although nothing that it has just read is in the way (it remembers an older
// look): asleep, it waits for a write that nobody owes it. On threads that is a delay of up to 50 ms, now and then.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "doorway/algorithms/all.hpp"
#include "doorway/memory/threads.hpp"
#include "doorway/memory/waking.hpp"
#include "front_doors/stepping.hpp"

namespace {

using namespace doorway;
using front_doors::stepping;

class cells : public stepping {
 public:
  static constexpr bool parks_at_once = true;
  explicit cells(stepping** self) { *self = this; }
};
using stepping_memory = basic_waking<cells>;

// k processes are inside, one wants to follow them.
template <template <class> class Algorithm>
class scene {
  using algorithm = Algorithm<stepping_memory>;
  using here_type = stepping_memory::here<typename algorithm::passage>;

 public:
  scene(process_id n, process_id k, process_id waiter)
      : memory(n, &steps), lock(memory, {.n = n, .k = k}), waiter_(waiter) {
    for (process_id p = 0; p < n; ++p)
      if (p != waiter) {
        auto here = make_here(p);
        EXPECT_TRUE(enter(here, 1));
      }
    steps->woken = false;
  }

  // The waiter's entry, with one holder's exit before its step number `at`; false when it has no such step.
  bool runs(int at) {
    bool let_in = false;
    steps->interrupt(at, [&] {
      let_in = true;
      exit_one();
    });
    auto here = make_here(waiter_);
    try {
      EXPECT_TRUE(enter(here, 2));
      EXPECT_TRUE(let_in) << "inside with all the others";
      steps->do_not_interrupt();
    } catch (const stepping::asleep&) {
      steps->do_not_interrupt();
      if (!let_in) exit_one();
      if (!steps->woken) lost = true;
      return let_in;
    }
    return true;
  }

  bool lost = false;

 private:
  here_type make_here(process_id p) { return {memory, p, passages_.at(p), patience::for_ever()}; }

  bool enter(here_type& here, word session) {
    if constexpr (algorithm::solves == problem::group_exclusion) return lock.enter(here, session);
    else return lock.enter(here);
  }
  void exit_one() {
    auto here = make_here(waiter_ == 0 ? 1 : 0);
    lock.exit(here);
  }

  stepping* steps = nullptr;
  stepping_memory memory;
  algorithm lock;
  process_id waiter_;
  std::array<typename algorithm::passage, 3> passages_{};
};

// In how many places of its entry can an exit strike and leave the waiter asleep?
template <template <class> class Algorithm>
int lost(process_id n, process_id k, process_id waiter) {
  int count = 0;
  for (int at = 0;; ++at) {
    scene<Algorithm> s(n, k, waiter);
    const bool more = s.runs(at);
    if (s.lost) ++count;
    if (!more) break;
  }
  return count;
}

TEST(wake_up, is_lost_by_no_algorithm) {
  for_each_algorithm([]<template <class> class Algorithm>(std::string_view name) {
    if (name == "keane-moir") return;  // its exit waits for one that is on its way in, and so cannot strike in between
    // naive-levels is naive: the second of two may have to wait for a third.
    const bool many = Algorithm<stepping_memory>::solves == problem::k_exclusion && name != "naive-levels";
    for (process_id waiter = 0; waiter < 2; ++waiter)
      EXPECT_EQ(lost<Algorithm>(2, 1, waiter), 0) << name << " n = 2, process " << waiter;
    for (process_id waiter = 0; many && waiter < 3; ++waiter)
      EXPECT_EQ(lost<Algorithm>(3, 2, waiter), 0) << name << " n = 3, k = 2, process " << waiter;
  });
}

// A test that has been true is not asked again: it may have written, as two-bits' does, and be false the second time. Catches a
// wait that looks once more after its sleep.
TEST(wake_up, a_look_that_succeeds_is_the_last_one) {
  threads memory(2, 1024);
  const registers<threads> Go(memory, {.name = "Go", .rows = 2, .writer = writer::row});
  std::atomic<bool> looked = false;
  bool succeeded = false;
  int afterwards = 0;
  {
    const std::jthread waiter([&] {
      nothing passage;
      const threads::here<nothing> here(memory, 0, passage, patience::for_ever());
      here.await([&] {
        if (succeeded) ++afterwards;
        succeeded = succeeded || Go.read(1) == 1;
        looked = true;
        return succeeded;
      });
    });
    while (!looked) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // it is asleep by now, most likely
    Go.write(1, 1);
  }
  EXPECT_TRUE(succeeded);
  EXPECT_EQ(afterwards, 0);
}

}  // namespace
