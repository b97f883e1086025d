// The process number of a thread: one small index per thread, 0, 1, 2, ..., shared by all locks of the program.
//
// A thread takes the smallest free index when it first asks, under an ordinary mutex, and gives it back when it ends.
// Asking again is one read of a thread-local variable: no atomic read-modify-write, no mutex, no call. Registration may
// use anything; a lock's own path may not.
//
// An index is given back after the destructors of the thread's thread_local objects have run: they may still lock, and
// have the same index. A POSIX key destructor that runs later and locks takes an index again, given back in the next
// round of key destructors; after the last round (PTHREAD_DESTRUCTOR_ITERATIONS) a late use keeps its index until the
// program ends. The main thread keeps its index, so destructors of static objects may lock too.
//
// After fork() the child's one thread keeps its index; those of the parent's other threads stay taken in the child. The
// fork waits for whoever is registering or giving back, so that the child finds the registry whole.
#pragma once

#include <pthread.h>

#include <bit>
#include <cstddef>
#include <limits>
#include <mutex>
#include <system_error>
#include <vector>

#include "doorway/registers.hpp"

namespace doorway {

namespace detail {

inline constexpr process_id no_index = std::numeric_limits<process_id>::max();

// Visible whatever -fvisibility says: two shared libraries that use one lock must agree on who is who.
[[gnu::visibility("default")]] inline constinit thread_local process_id own_index = no_index;

class [[gnu::visibility("default")]] index_registry {
 public:
  // Never destroyed: threads may end after the static objects are gone.
  static index_registry& instance() {
    static index_registry& one = *new index_registry;
    return one;
  }

  process_id take() {
    const std::lock_guard guard(mutex_);
    std::size_t i = 0;
    while (i < taken_.size() && taken_[i] == ~word{0}) ++i;
    if (i == taken_.size()) taken_.push_back(0);
    const auto bit = static_cast<unsigned>(std::countr_one(taken_[i]));
    const auto index = static_cast<process_id>(i * 64 + bit);
    // Any value but null makes the key's destructor run at the end of this thread.
    if (const int error = pthread_setspecific(at_thread_end_, this); error != 0)
      throw std::system_error(error, std::generic_category(), "doorway: cannot register this thread");
    taken_[i] |= word{1} << bit;
    own_index = index;
    return index;
  }

  void give_back() noexcept {
    const std::lock_guard guard(mutex_);
    taken_[own_index / 64] &= ~(word{1} << (own_index % 64));
    own_index = no_index;
  }

 private:
  index_registry() {
    const auto give = [](void* registry) { static_cast<index_registry*>(registry)->give_back(); };
    if (const int error = pthread_key_create(&at_thread_end_, give); error != 0)
      throw std::system_error(error, std::generic_category(), "doorway: no key left to see threads end by");
    const auto unlock = [] { instance().mutex_.unlock(); };
    if (const int error = pthread_atfork([] { instance().mutex_.lock(); }, unlock, unlock); error != 0) {
      pthread_key_delete(at_thread_end_);
      throw std::system_error(error, std::generic_category(), "doorway: cannot prepare for fork");
    }
  }

  std::mutex mutex_;
  std::vector<word> taken_;  // bit i % 64 of word i / 64: index i is taken
  pthread_key_t at_thread_end_{};
};

}  // namespace detail

// The calling thread's index. The first call of a thread may throw std::system_error or std::bad_alloc, later ones not.
[[nodiscard]] inline process_id thread_index() {
  if (const process_id index = detail::own_index; index != detail::no_index) [[likely]]
    return index;
  return detail::index_registry::instance().take();
}

}  // namespace doorway
