// Semaphores by fetch-and-add, as people write them: take a number, wait until it is served. In arrival order.
//
//     ticket, yielding      looks and yields
//     ticket semaphore      spins for about a microsecond, then looks and yields
#include <sched.h>

#include <atomic>

#include "../contestants.hpp"
#include "../shared.hpp"
#include "pause.hpp"

namespace doorway::bench {
namespace {

template <unsigned Spins>
class ticket_semaphore {
 public:
  explicit ticket_semaphore(unsigned k) : k_(k) {}
  void lock() {
    const unsigned mine = counters_->next.fetch_add(1, std::memory_order_relaxed);
    for (unsigned looks = 0; !served(mine); ++looks)
      if (looks < Spins) pause();
      else ::sched_yield();
  }
  void unlock() { counters_->served.fetch_add(1, std::memory_order_release); }

 private:
  // With k > 1 those behind may have come and gone before a slow one looks: it is then late, not early.
  [[nodiscard]] bool served(unsigned number) const {
    return static_cast<int>(number - counters_->served.load(std::memory_order_acquire)) < static_cast<int>(k_);
  }
  struct counters {
    alignas(64) std::atomic<unsigned> next{0};
    alignas(64) std::atomic<unsigned> served{0};
  };
  shared_array<counters> counters_;
  unsigned k_;
};

}  // namespace

void add_tickets(std::vector<contestant>& to) {
  to.push_back({.name = "ticket, yielding", .what = kind::fair, .make = made_for<ticket_semaphore<0>>});
  to.push_back(
      {.name = "ticket semaphore", .what = kind::fair, .most_k = unlimited, .make = made_for<ticket_semaphore<40>>});
}

}  // namespace doorway::bench
