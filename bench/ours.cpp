// Doorway's own locks, as users make them: the usual capacity (64 threads, 256 seats) unless there are more workers than that.
// What is called doorway::mutex here is timed_mutex: the same code, and it can give up too.
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>

#include "contestants.hpp"
#include "doorway/k_mutex.hpp"
#include "doorway/named_k_mutex.hpp"
#include "doorway/timed_mutex.hpp"

namespace doorway::bench {
namespace {

// Room for the workers and for the bench itself, which uses the locks too.
unsigned tight(unsigned workers) { return std::bit_ceil(workers + 1); }

template <class Lock>
auto with_k(unsigned capacity) {
  return [=](unsigned k, unsigned workers) -> std::unique_ptr<any_lock> {
    return std::make_unique<boxed<Lock>>(k, capacity == 0 ? tight(workers) : std::max(capacity, tight(workers)));
  };
}
template <class Lock>
auto of_capacity(unsigned capacity) {
  return [=](unsigned, unsigned workers) -> std::unique_ptr<any_lock> {
    return std::make_unique<boxed<Lock>>(capacity == 0 ? tight(workers) : std::max(capacity, tight(workers)));
  };
}

// A lock with a name, opened by each worker for itself, as strangers do.
template <bool Numbered>
class named {
 public:
  named(unsigned k, unsigned seats)
      : name_("bench-" + std::to_string(::getpid()) + "-" + std::to_string(++made)), k_(k), seats_(seats) {}

  class handle {
   public:
    handle(const named& lock, unsigned) : lock_(lock.name_, {.k = lock.k_, .seats = lock.seats_, .what = "bench"}) {}
    void lock() {
      lock_.lock();
      if constexpr (Numbered) number_ = lock_.slot();
    }
    void unlock() { lock_.unlock(); }
    bool try_lock_for(nanoseconds time) { return lock_.try_lock_for(time); }

   private:
    named_k_mutex lock_;
    process_id number_ = 0;
  };

 private:
  static inline std::atomic<int> made = 0;
  std::string name_;
  unsigned k_, seats_;
};
template <bool Numbered = false>
auto with_name(unsigned seats) {
  return [=](unsigned k, unsigned workers) -> std::unique_ptr<any_lock> {
    return std::make_unique<boxed<named<Numbered>>>(k, std::max(seats, tight(workers)));
  };
}

}  // namespace

void add_ours(std::vector<contestant>& to) {
  const auto add = [&](contestant one, const std::string& name, auto make) {
    one.name = name;
    one.make = make;
    to.push_back(std::move(one));
  };
  contestant one_inside;
  one_inside.what = kind::ours;
  one_inside.processes = false;
  one_inside.timed = true;
  add(one_inside, "doorway::mutex", of_capacity<timed_mutex>(usual_capacity));
  add(one_inside, "doorway::mutex, tight capacity", of_capacity<timed_mutex>(0));
  contestant several = one_inside;
  several.least_k = 2;
  several.most_k = most_processes;
  add(several, "doorway::k_mutex", with_k<k_mutex>(usual_capacity));

  const auto variant = [](contestant of) {
    of.solo_only = true;
    return of;
  };
  for (const unsigned capacity : {8U, 64U, 256U}) {
    add(variant(one_inside), "doorway::mutex, capacity " + std::to_string(capacity),
        of_capacity<timed_mutex>(capacity));
    add(variant(several), "doorway::k_mutex, capacity " + std::to_string(capacity), with_k<k_mutex>(capacity));
  }

  contestant with_a_name = several;
  with_a_name.least_k = 1;
  with_a_name.threads = false;
  with_a_name.processes = true;
  add(with_a_name, "doorway::named_k_mutex", with_name(usual_seats));
  for (const unsigned seats : {8U, 64U, 256U})
    add(variant(with_a_name), "doorway::named_k_mutex, " + std::to_string(seats) + " seats", with_name(seats));
  add(variant(with_a_name), "doorway::named_k_mutex, 256 seats, with slot()", with_name<true>(usual_seats));
}

}  // namespace doorway::bench
