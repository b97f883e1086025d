// Readers and writers: doorway::shared_mutex beside others, in interleaved rounds. Thousands of passages a second with empty sections,
// medians, and the median of the rounds' ratios; then how long a writer waits among readers that never pause, and a reader among writers.
//
//     doorway-readers [--rounds N] [--milliseconds N]
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <thread>
#include <vector>

#include "doorway/algorithms/group_exclusion/group_bakery.hpp"
#include "doorway/shared_mutex.hpp"
#if DOORWAY_BENCH_ABSL
#include <absl/synchronization/mutex.h>
#endif
#if DOORWAY_BENCH_TBB
#include <tbb/queuing_rw_mutex.h>
#include <tbb/spin_rw_mutex.h>
#endif

namespace {
using clock_type = std::chrono::steady_clock;
using std::chrono::nanoseconds;

double median(std::vector<double> all) {
  std::sort(all.begin(), all.end());
  return all.empty() ? 0 : (all[(all.size() - 1) / 2] + all[all.size() / 2]) / 2;
}

// Which of a thread's passages write: so many of 100,000, spread at random, the same in every round.
class coin {
 public:
  explicit coin(unsigned thread) : state_(0x9e3779b97f4a7c15ULL * (thread + 1)) {}
  bool falls(std::uint32_t of_100000) {
    state_ ^= state_ << 13U;
    state_ ^= state_ >> 7U;
    state_ ^= state_ << 17U;
    return state_ % 100000 < of_100000;
  }

 private:
  std::uint64_t state_;
};

struct alignas(128) tally {
  std::uint64_t passages = 0;
};

template <class Pass>
double rate(unsigned threads, nanoseconds how_long, Pass&& pass) {
  std::atomic<unsigned> ready = 0;
  std::atomic<bool> begun = false, over = false;
  std::vector<tally> done(threads);
  std::vector<std::jthread> all;
  for (unsigned t = 0; t < threads; ++t)
    all.emplace_back([&, t] {
      coin writes(t);
      ++ready;
      while (!begun) std::this_thread::yield();
      std::uint64_t count = 0;
      while (!over.load(std::memory_order_relaxed)) {
        pass(writes);
        ++count;
      }
      done[t].passages = count;
    });
  while (ready < threads) std::this_thread::yield();
  const auto start = clock_type::now();
  begun = true;
  std::this_thread::sleep_for(how_long);
  over = true;
  const auto spent = std::chrono::duration<double>(clock_type::now() - start).count();
  all.clear();
  std::uint64_t sum = 0;
  for (const auto& each : done) sum += each.passages;
  return static_cast<double>(sum) / spent / 1000;
}

struct contestant {
  std::string name;
  std::function<double(unsigned threads, std::uint32_t writes, nanoseconds)> passages;
  std::function<double(unsigned others, bool writer, nanoseconds)> wait;  // median microseconds
};

template <class Lock>
contestant of(std::string name) {
  return {std::move(name),
          [](unsigned threads, std::uint32_t writes, nanoseconds how_long) {
            Lock lock;
            return rate(threads, how_long, [&](coin& falls) {
              if (writes != 0 && falls.falls(writes)) {
                lock.lock();
                lock.unlock();
              } else {
                lock.lock_shared();
                lock.unlock_shared();
              }
            });
          },
          [](unsigned others, bool writer, nanoseconds how_long) {
            Lock lock;
            std::atomic<bool> over = false;
            std::vector<std::jthread> all;
            for (unsigned t = 0; t < others; ++t)
              all.emplace_back([&] {
                while (!over.load(std::memory_order_relaxed)) {
                  if (writer) lock.lock_shared(), lock.unlock_shared();
                  else lock.lock(), lock.unlock();
                }
              });
            std::vector<double> waits;
            for (const auto end = clock_type::now() + how_long; clock_type::now() < end;) {
              std::this_thread::sleep_for(std::chrono::microseconds(200));
              const auto from = clock_type::now();
              if (writer) lock.lock();
              else lock.lock_shared();
              waits.push_back(std::chrono::duration<double, std::micro>(clock_type::now() - from).count());
              if (writer) lock.unlock();
              else lock.unlock_shared();
            }
            over = true;
            return median(waits);
          }};
}

#if DOORWAY_BENCH_ABSL
struct absl_mutex {
  absl::Mutex of;
  void lock() { of.Lock(); }
  void unlock() { of.Unlock(); }
  void lock_shared() { of.ReaderLock(); }
  void unlock_shared() { of.ReaderUnlock(); }
};
#endif

std::vector<contestant> contestants() {
  std::vector<contestant> all;
  all.push_back(of<doorway::shared_mutex>("doorway::shared_mutex"));
  all.push_back(of<std::shared_mutex>("std::shared_mutex"));
  all.push_back(of<doorway::basic_shared_mutex<doorway::group_bakery>>("doorway, group-bakery"));
#if DOORWAY_BENCH_ABSL
  all.push_back(of<absl_mutex>("absl::Mutex"));
#endif
#if DOORWAY_BENCH_TBB
  all.push_back(of<tbb::spin_rw_mutex>("tbb::spin_rw_mutex"));
#endif
  return all;
}
}  // namespace

int main(int argc, char** argv) {
  CLI::App options("shared_mutex beside others");
  int rounds = 5, milliseconds = 100;
  std::vector<unsigned> threads;
  options.add_option("--rounds", rounds)->check(CLI::PositiveNumber)->capture_default_str();
  options.add_option("--milliseconds", milliseconds, "of a cell")->check(CLI::PositiveNumber)->capture_default_str();
  options.add_option("--threads", threads, "how many; 1, 2, 4 ... as many as there are processors, and twice that")
      ->delimiter(',');
  CLI11_PARSE(options, argc, argv);
  const unsigned processors = std::max(1U, std::thread::hardware_concurrency());
  if (threads.empty())
    for (unsigned t = 1; t <= 2 * processors; t *= 2) threads.push_back(t);

  const auto all = contestants();
  const nanoseconds cell = std::chrono::milliseconds(milliseconds);
  fmt::print("{} processors; thousands of passages a second, ratio ours / theirs\n\n| writes | threads |", processors);
  for (const auto& each : all) fmt::print(" {} |", each.name);
  fmt::print("\n| --- | --: |");
  for (std::size_t i = 0; i < all.size(); ++i) fmt::print(" --: |");
  fmt::print("\n");
  for (const std::uint32_t writes : {0U, 100U, 1000U, 10000U})
    for (const unsigned t : threads) {
      std::vector<std::vector<double>> found(all.size()), ratios(all.size());
      for (int r = 0; r < rounds; ++r) {
        for (std::size_t i = 0; i < all.size(); ++i) found[i].push_back(all[i].passages(t, writes, cell));
        for (std::size_t i = 0; i < all.size(); ++i) ratios[i].push_back(found[0].back() / found[i].back());
      }
      fmt::print("| {:g} % | {} |", writes / 1000.0, t);
      for (std::size_t i = 0; i < all.size(); ++i) {
        fmt::print(" {:.0f}", median(found[i]));
        if (i > 0) fmt::print(" ({:.2f})", median(ratios[i]));
        fmt::print(" |");
      }
      fmt::print("\n");
      std::fflush(stdout);
    }
  fmt::print("\nmedian wait in microseconds among {} others that never pause\n\n", std::max(1U, processors - 1));
  for (const bool writer : {true, false})
    for (const auto& each : all) {
      std::vector<double> waits;
      for (int r = 0; r < rounds; ++r) waits.push_back(each.wait(std::max(1U, processors - 1), writer, cell));
      fmt::print("{} among {}: {} {:.1f}\n", writer ? "a writer" : "a reader", writer ? "readers" : "writers",
                 each.name, median(waits));
    }
}
