// The run-time monitor: how many are inside a real lock, and did it ever let in too many?
//
// It cannot overcount. A process is counted after its enter has returned and struck out before its exit begins, by atomic
// read-modify-writes on one counter, so the counter is never above the true number inside, and a count beyond the limit is
// a breach that really happened. (A scan of one flag per process is not a snapshot: it can see one process leave and the
// next one come, and count both.) It may undercount: a process that is descheduled between its enter and the counting is
// missed. Silence is therefore no proof; the lab is for that.
//
// Groups: one counter per session. A process that is inside with session s and sees another session's counter above zero has
// found a conflict, since both are inside at that moment.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "doorway/core/registers.hpp"
#include "doorway/memory/placement.hpp"

namespace doorway::lab {

class thread_monitor {
 public:
  // sessions = 0: there are none; else the sessions are 1 .. sessions, and any number may be inside with the same one.
  explicit thread_monitor(process_id allowed, word sessions = 0)
      : allowed_(allowed), inside_with_(sessions == 0 ? 0 : static_cast<std::size_t>(sessions) + 1) {}

  void entered(process_id p, word session = 0) {
    const process_id now = inside_.fetch_add(1) + 1;
    raise(most_, now);
    if (inside_with_.empty()) {
      if (now > allowed_)
        breach(std::to_string(now) + " inside at once, " + std::to_string(allowed_) + " allowed; process " +
               std::to_string(p) + " came last");
      return;
    }
    inside_with_[static_cast<std::size_t>(session)].count.fetch_add(1);
    for (std::size_t other = 1; other < inside_with_.size(); ++other)
      if (other != session && inside_with_[other].count.load() > 0)
        breach("session " + std::to_string(session) + " (process " + std::to_string(p) + ") entered while session " +
               std::to_string(other) + " is inside");
  }

  void leaves(word session = 0) {
    if (!inside_with_.empty()) inside_with_[static_cast<std::size_t>(session)].count.fetch_sub(1);
    inside_.fetch_sub(1);
  }

  // For those who find something wrong by other means.
  void breach(std::string what) {
    breaches_.fetch_add(1);
    const std::lock_guard hold(writing_);
    if (findings_.size() < most_findings) findings_.push_back(std::move(what));
  }

  [[nodiscard]] process_id most_inside() const { return most_.load(); }
  [[nodiscard]] std::uint64_t breaches() const { return breaches_.load(); }
  // The first few, in words.
  [[nodiscard]] std::vector<std::string> findings() const {
    const std::lock_guard hold(writing_);
    return findings_;
  }

 private:
  static constexpr std::size_t most_findings = 3;
  struct alignas(words_per_line * sizeof(word)) counter {
    std::atomic<process_id> count{0};
  };
  static void raise(std::atomic<process_id>& highest, process_id to) {
    for (auto seen = highest.load(std::memory_order_relaxed);
         seen < to && !highest.compare_exchange_weak(seen, to, std::memory_order_relaxed);) {}
  }

  process_id allowed_;
  std::atomic<process_id> inside_{0};
  std::atomic<process_id> most_{0};
  std::vector<counter> inside_with_;
  std::atomic<std::uint64_t> breaches_{0};
  mutable std::mutex writing_;
  std::vector<std::string> findings_;
};

}  // namespace doorway::lab
