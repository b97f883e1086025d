// Concurrency Kit's ticket lock and MCS lock: in arrival order, spinning only. Its headers are C, hence -fpermissive for this file.
#include <ck_spinlock.h>

#include "../contestants.hpp"

namespace doorway::bench {
namespace {

class ck_ticket {
 public:
  void lock() { ck_spinlock_ticket_lock(&lock_); }
  void unlock() { ck_spinlock_ticket_unlock(&lock_); }

 private:
  alignas(64) ck_spinlock_ticket_t lock_ = CK_SPINLOCK_TICKET_INITIALIZER;
};

class ck_mcs {
 public:
  class handle {
   public:
    handle(ck_mcs& lock, unsigned) : lock_(lock) {}
    void lock() { ck_spinlock_mcs_lock(&lock_.tail_, &node_); }
    void unlock() { ck_spinlock_mcs_unlock(&lock_.tail_, &node_); }

   private:
    ck_mcs& lock_;
    alignas(64) ck_spinlock_mcs_context_t node_{};
  };

 private:
  alignas(64) ck_spinlock_mcs_t tail_ = nullptr;
};

}  // namespace

void add_ck(std::vector<contestant>& to) {
  to.push_back(
      {.name = "ck ticket", .what = kind::fair, .processes = false, .spins = true, .make = made_for<ck_ticket>});
  to.push_back({.name = "ck MCS", .what = kind::fair, .processes = false, .spins = true, .make = made_for<ck_mcs>});
}

}  // namespace doorway::bench
