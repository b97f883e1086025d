// The runner against locks that are wrong in one way each: what it judges, it must be able to see. The right one is
// std::mutex, and must pass.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "lab/threads/run.hpp"

namespace doorway::lab {
namespace {

using namespace std::chrono_literals;

// A lock that is right; the wrong ones change one thing.
class right_lock : public subject {
 public:
  explicit right_lock(const parameters& size) : subject(size) {}
  bool enter(attempt& now) override {
    now.doorway_ended = now.stamps == nullptr ? 1 : now.stamps->fetch_add(1) + 1;
    while (!try_in(now)) {
      const bool called_off = now.cancelled != nullptr && now.cancelled->load();
      if (called_off || now.how_long.over()) return false;
      std::this_thread::yield();
    }
    return true;
  }
  void exit(process_id) override { mutex_.unlock(); }
  void abort(process_id) override {}
  [[nodiscard]] problem solves() const override { return problem::mutual_exclusion; }
  [[nodiscard]] std::vector<std::string> changed(const std::vector<std::string>&) const override { return {}; }

 protected:
  virtual bool try_in(attempt&) { return mutex_.try_lock(); }
  std::mutex mutex_;
};

std::string first_finding(const outcome& seen) { return seen.findings.empty() ? "" : seen.findings.front(); }

TEST(runner, passes_a_right_lock) {
  right_lock lock({.n = 4});
  std::uint64_t plain_counter = 0;
  const auto seen =
      run(lock, {.attempts_each = 500, .quiescent = {"anything"}, .full_house = true, .inside = [&](process_id, word) {
                   ++plain_counter;
                 }});
  EXPECT_EQ(seen.breaches, 0U) << first_finding(seen);
  EXPECT_EQ(seen.passages, 2000U);
  EXPECT_EQ(plain_counter, 2000U);
  EXPECT_EQ(seen.most_inside, 1U);
  EXPECT_DOUBLE_EQ(seen.fairness, 1.0);
}

TEST(runner, stops_in_time) {
  right_lock lock({.n = 4});
  const auto start = std::chrono::steady_clock::now();
  const auto seen = run(lock, {.time = 100ms});
  EXPECT_GE(seen.elapsed, 100ms);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
}

TEST(runner, stops_when_interrupted) {
  right_lock lock({.n = 4});
  const auto seen = run(lock, {.time = 1h, .interrupted = [] { return true; }});
  EXPECT_LT(seen.elapsed, 2s);
}

TEST(runner, sees_too_many_inside) {
  struct open_door : right_lock {
    using right_lock::right_lock;
    bool try_in(attempt&) override { return true; }
    void exit(process_id) override {}
  } lock({.n = 4});
  const auto seen = run(lock, {.time = 500ms});
  EXPECT_GT(seen.breaches, 0U);
  EXPECT_GT(seen.most_inside, 1U);
  EXPECT_NE(first_finding(seen).find("1 allowed"), std::string::npos) << first_finding(seen);
}

TEST(runner, sees_sessions_that_meet) {
  struct open_door : right_lock {
    using right_lock::right_lock;
    bool try_in(attempt&) override { return true; }
    void exit(process_id) override {}
    [[nodiscard]] problem solves() const override { return problem::group_exclusion; }
  } lock({.n = 4, .sessions = 2});
  const auto seen = run(lock, {.time = 500ms});
  EXPECT_GT(seen.breaches, 0U);
  EXPECT_NE(first_finding(seen).find("session"), std::string::npos) << first_finding(seen);
}

TEST(runner, sees_a_hang_and_calls_it_off) {
  struct shut_door : right_lock {
    using right_lock::right_lock;
    bool try_in(attempt&) override { return false; }
  } lock({.n = 3});
  const auto seen = run(lock, {.hang_after = 300ms});
  EXPECT_EQ(seen.breaches, 1U);
  EXPECT_FALSE(seen.stuck);
  EXPECT_NE(first_finding(seen).find("no progress"), std::string::npos) << first_finding(seen);
  EXPECT_NE(first_finding(seen).find("waiting: 0, 1, 2"), std::string::npos) << first_finding(seen);
}

TEST(runner, sees_a_lost_permit) {
  struct keeps_one : right_lock {  // a process that gives up shuts the door behind it
    using right_lock::right_lock;
    std::atomic<bool> shut{false};
    bool try_in(attempt& now) override { return now.process != 0 && !shut && right_lock::try_in(now); }
    void abort(process_id) override { shut = true; }
  } lock({.n = 2});
  const auto seen = run(lock, {.attempts_each = 1, .timeouts = true, .full_house = true});
  EXPECT_GT(seen.breaches, 0U);
  EXPECT_NE(first_finding(seen).find("permit is lost"), std::string::npos) << first_finding(seen);
}

TEST(runner, sees_registers_that_are_not_back) {
  struct dirty : right_lock {
    using right_lock::right_lock;
    [[nodiscard]] std::vector<std::string> changed(const std::vector<std::string>& names) const override {
      return {names.front() + "[0] = 7"};
    }
  } lock({.n = 2});
  const auto seen = run(lock, {.attempts_each = 1, .quiescent = {"Want"}});
  EXPECT_EQ(seen.breaches, 1U);
  EXPECT_NE(first_finding(seen).find("Want[0] = 7"), std::string::npos) << first_finding(seen);
}

TEST(runner, sees_who_is_overtaken) {
  // Process 0 holds back after its doorway until somebody who came later has been in.
  struct unfair : right_lock {
    using right_lock::right_lock;
    std::atomic<std::uint64_t> entered{0};
    std::uint64_t first_look = 0;
    bool try_in(attempt& now) override {
      if (now.process == 0) {
        if (first_look == 0) first_look = 1 + entered.load();
        if (entered.load() < first_look + 3) return false;
      }
      if (!right_lock::try_in(now)) return false;
      entered.fetch_add(1);
      return true;
    }
  } lock({.n = 2});
  const auto seen = run(lock, {.time = 300ms, .first_come_first_served = true});
  EXPECT_GT(seen.breaches, 0U);
  EXPECT_GT(seen.worst_bypass.value_or(0), 0U);
  EXPECT_NE(first_finding(seen).find("process 0 was overtaken"), std::string::npos) << first_finding(seen);
}

TEST(runner, jains_index) {
  EXPECT_DOUBLE_EQ(jain_index({5, 5, 5, 5}), 1.0);
  EXPECT_DOUBLE_EQ(jain_index({8, 0, 0, 0}), 0.25);
  EXPECT_DOUBLE_EQ(jain_index({0, 0}), 1.0);
}

}  // namespace
}  // namespace doorway::lab
