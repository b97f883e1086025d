// oneTBB's queue lock: in arrival order, each waiter on a line of its own, spinning and then yielding.
#include <tbb/queuing_mutex.h>

#include "../contestants.hpp"

namespace doorway::bench {
namespace {

class tbb_queuing {
 public:
  class handle {
   public:
    handle(tbb_queuing& lock, unsigned) : lock_(lock) {}
    void lock() { node_.acquire(lock_.mutex_); }
    void unlock() { node_.release(); }

   private:
    tbb_queuing& lock_;
    tbb::queuing_mutex::scoped_lock node_;
  };

 private:
  tbb::queuing_mutex mutex_;
};

}  // namespace

void add_tbb(std::vector<contestant>& to) {
  to.push_back({.name = "tbb::queuing_mutex", .what = kind::fair, .processes = false, .make = made_for<tbb_queuing>});
}

}  // namespace doorway::bench
