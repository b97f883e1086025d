// Bypass: by how many later arrivals was a passage overtaken on its way in?
//
// Passage B overtakes A if B began (a stamp before its enter) after A's doorway had ended (a stamp there), asks for another
// session if there are sessions, and was in before A was. All that is kept is the last few thousand entries, in the order in
// which they were reported; A looks at those reported since it began. A wait longer than the window is counted within
// the window only, and marked as "at least".
//
// What such a count proves. Entries are reported from inside. If the two can never be inside together (k = 1, or different
// sessions) B's report before A's means that B was in before A, and a count above zero is a true breach of first come, first
// served. With k > 1 it proves nothing: a thread may be descheduled between going in and reporting it, and others that came
// later are then reported first. Order with k > 1 is shown here, and judged in the lab.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "doorway/core/registers.hpp"

namespace doorway::lab {

class entries {
 public:
  struct arrival {
    word session = 0;
    std::uint64_t reported = 0;       // reported() when it began
    std::uint64_t begun = 0;          // stamps
    std::uint64_t doorway_ended = 0;  // 0: no doorway, nothing to count
  };
  struct count {
    std::uint64_t overtaken = 0;
    bool at_least = false;
  };

  entries() : last_(window) {}

  [[nodiscard]] std::uint64_t reported() const { return reported_.load(); }

  count report(const arrival& who) {
    const std::uint64_t mine = reported_.fetch_add(1);
    last_[mine % window].session.store(who.session, std::memory_order_relaxed);
    last_[mine % window].begun.store(who.begun);
    count seen;
    if (who.doorway_ended == 0) return seen;
    std::uint64_t from = who.reported;
    if (mine - from > window / 2) {  // the other half is for those who report while this one counts
      from = mine - window / 2;
      seen.at_least = true;
    }
    for (std::uint64_t i = from; i < mine; ++i) {
      const auto& other = last_[i % window];
      if (other.begun.load() > who.doorway_ended &&
          (who.session == 0 || other.session.load(std::memory_order_relaxed) != who.session))
        ++seen.overtaken;
    }
    return seen;
  }

 private:
  static constexpr std::uint64_t window = 1U << 14;
  struct entry {
    std::atomic<std::uint64_t> begun{0};
    std::atomic<word> session{0};
  };
  std::vector<entry> last_;
  std::atomic<std::uint64_t> reported_{0};
};

}  // namespace doorway::lab
