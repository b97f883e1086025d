// The standard library's.
#include <cstdio>
#include <mutex>
#include <semaphore>
#include <utility>

#include "../contestants.hpp"

namespace doorway::bench {
namespace {

class counting {
 public:
  explicit counting(unsigned k) : permits_(static_cast<std::ptrdiff_t>(k)) {}
  void lock() { permits_.acquire(); }
  void unlock() { permits_.release(); }
  bool try_lock_for(nanoseconds time) { return permits_.try_acquire_for(time); }
  // That of libstdc++ 12 may leave a waiter asleep although a permit is free (GCC bug 98033), for ever if nobody comes after it.
  void rescue() {
    if (!std::exchange(told_, true))
      std::fputs("bench: a thread slept in std::counting_semaphore although a permit was free; it was woken\n", stderr);
    permits_.release();
  }

 private:
  std::counting_semaphore<> permits_;
  bool told_ = false;
};

}  // namespace

void add_standard(std::vector<contestant>& to) {
  to.push_back({.name = "std::mutex", .processes = false, .make = made_for<std::mutex>});
  to.push_back({.name = "std::timed_mutex", .processes = false, .timed = true, .make = made_for<std::timed_mutex>});
  to.push_back({.name = "std::counting_semaphore",
                .processes = false,
                .most_k = unlimited,
                .timed = true,
                .make = made_for<counting>});
}

}  // namespace doorway::bench
