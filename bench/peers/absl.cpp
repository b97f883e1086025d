// Abseil's. It has no acquire that gives up in time: LockWhenWithTimeout takes the lock even after it.
#include <absl/synchronization/mutex.h>

#include "../contestants.hpp"

namespace doorway::bench {
namespace {

class absl_mutex {
 public:
  void lock() { mutex_.Lock(); }
  void unlock() { mutex_.Unlock(); }

 private:
  absl::Mutex mutex_;
};

}  // namespace

void add_absl(std::vector<contestant>& to) {
  to.push_back({.name = "absl::Mutex", .processes = false, .make = made_for<absl_mutex>});
}

}  // namespace doorway::bench
