// What all front doors have in common: registers, an algorithm over them, and one slot per thread.
//
// A front door is used like the standard's locks, and misuse that the standard leaves undefined is an error here:
//
//     a thread beyond the capacity calls lock, try_lock, ...    std::system_error, resource_unavailable_try_again
//     the holder calls lock or a timed form again               std::system_error, resource_deadlock_would_occur
//     (its try_lock is false)
//     unlock by a thread that does not hold                     std::system_error, operation_not_permitted
//     a thread ended while it held, and one that has its        std::system_error, owner_dead
//     number now calls lock or a timed form (its try_lock
//     is false)
//     capacity 0 or above 1024 (a few algorithms: less),        std::invalid_argument, from the constructor
//     k < 1, k > capacity
//     session 0 or above largest_session                        std::invalid_argument
//
// The checks read the calling thread's own cache line and are always on.
//
// Capacity N is room for the threads with thread_index() < N. These numbers are shared by all locks of the process, those
// of plugins too, so it is the threads alive at once that have used any lock which count, not only those that use this one.
//
// What remains the caller's duty, as with std::mutex: the thread that locked unlocks (a permit of a k_mutex belongs to
// a thread too); a thread does not end while it holds; and the lock outlives every call on it. If a thread does end while it
// holds, what it held stays held: others wait. One that has its number now would have to wait in the same place, so it is
// told (owner_dead) rather than left to wait. That the lock outlives every call means more here
// than for some mutexes: unlock may still read the lock's registers, to find sleepers, when another thread has already
// entered and left. So destroy a lock when its threads have come back from it (joined, say), not in the last passage.
//
// All calls are plain reads and writes of 64-bit words, plus futex calls to sleep and to wake sleepers. Only the first
// use of any front door by a thread does more (thread_index.hpp).
#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <type_traits>
#include <vector>

#include "doorway/core/concepts.hpp"
#include "doorway/core/facts.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/survey.hpp"
#include "doorway/locks/thread_index.hpp"
#include "doorway/memory/placement.hpp"
#include "doorway/memory/snapshot.hpp"
#include "doorway/memory/threads.hpp"
#include "doorway/waiting/patience.hpp"

namespace doorway {

// How many threads a lock has room for unless told otherwise.
inline constexpr process_id usual_capacity = 64;

namespace detail {

[[noreturn, gnu::cold, gnu::noinline]] inline void fail(std::errc what, const std::string& why) {
  throw std::system_error(std::make_error_code(what), "doorway: " + why);
}
[[noreturn, gnu::cold, gnu::noinline]] inline void fail_beyond_capacity(process_id p, process_id n) {
  fail(std::errc::resource_unavailable_try_again, "this thread has process number " + std::to_string(p) +
                                                      " but the lock has room for " + std::to_string(n) +
                                                      " threads (numbers are shared by all locks of the program);"
                                                      " construct it with a larger capacity");
}
// The lock has that holder under the caller's index.
[[noreturn, gnu::cold, gnu::noinline]] inline void fail_held_already(badge holder, badge caller) {
  if (holder == caller)
    fail(std::errc::resource_deadlock_would_occur,
         "this thread holds the lock already and would wait for itself; unlock it first");
  fail(std::errc::owner_dead,
       "a thread that had this one's number ended while it held this lock, and nobody else can unlock it; unlock"
       " before a thread ends");
}
[[noreturn, gnu::cold, gnu::noinline]] inline void fail_not_held(badge holder, badge caller) {
  if (holder == 0 || holder == caller)
    fail(std::errc::operation_not_permitted,
         "unlock by a thread that does not hold the lock this way; the thread that locks it unlocks it");
  fail(std::errc::operation_not_permitted,
       "unlock by a thread that does not hold the lock; a thread that had its number ended while it held it;"
       " the thread that locks it unlocks it");
}
[[noreturn, gnu::cold, gnu::noinline]] inline void fail_session(word session, word largest) {
  throw std::invalid_argument("doorway: there is no session " + std::to_string(session) + "; use one from 1 to " +
                              std::to_string(largest));
}

inline const parameters& checked(const parameters& size, process_id most = most_processes) {
  const auto refuse = [](const std::string& why) { throw std::invalid_argument("doorway: " + why); };
  if (size.n == 0) refuse("capacity 0; give the lock room for at least one thread");
  if (size.n > most) refuse("capacity " + std::to_string(size.n) + "; the most is " + std::to_string(most));
  if (size.k == 0) refuse("k = 0 would let nobody in; k is at least 1");
  if (size.k > size.n)
    refuse("k = " + std::to_string(size.k) + " is more than the capacity " + std::to_string(size.n) +
           "; lower k or construct the lock with a larger capacity");
  return size;
}

}  // namespace detail

template <template <class> class Algorithm, class Memory>
class basic_lock {
 public:
  basic_lock(const basic_lock&) = delete;
  basic_lock& operator=(const basic_lock&) = delete;

  // How many threads may use the lock: those with thread_index() below it.
  [[nodiscard]] process_id capacity() const noexcept { return size_.n; }

  // The registers, for tests and for people.
  [[nodiscard]] std::vector<register_values> snapshot() const {
    return doorway::snapshot<Algorithm>(memory_.words(), size_);
  }

 protected:
  explicit basic_lock(const parameters& size)
      : size_(detail::checked(size, most_of<Algorithm>)),
        memory_(size.n, detail::words_needed<Algorithm>(size)),
        algorithm_(memory_, size_),
        slots_(std::make_unique<slot[]>(size.n)) {}
  ~basic_lock() = default;

  [[nodiscard]] const parameters& size() const noexcept { return size_; }

  // Waits as long as it takes. Where there are no sessions, session is 1.
  // Inlines only the uncontended path; the rest is an out-of-line tail call, so nothing is spilled on the way. An announce would
  // have to wait for the spills too: it is seen only after all that was written before.
  [[gnu::always_inline]] void acquire(word session) {
    if constexpr (requires { algorithm_.is_short(); })
      if (algorithm_.is_short()) [[likely]]
        return acquire_alone(session);
    if constexpr (has_short_way<Algorithm<Memory>, here_type>) return acquire_far(session);
    else if constexpr (has_short_way_with_session<Algorithm<Memory>, here_type>) return acquire_alone(session);
    else return acquire_from_the_start(session);
  }

  // The doorway and one look per await.
  [[nodiscard]] bool acquire_at_once(word session) {
    const detail::badge me = badge_within_capacity();
    if (slot_of(me).holder != 0) return false;
    return acquire(me, session, patience::for_one_look());
  }

  [[nodiscard]] bool acquire_until(patience::clock::time_point deadline, word session) {
    const detail::badge me = badge_within_capacity();
    if (const auto holder = slot_of(me).holder; holder != 0) [[unlikely]]
      detail::fail_held_already(holder, me);
    return acquire(me, session, patience::until(deadline));
  }

  // `rightly(session)`: the calling thread, inside with this session, may leave this way.
  template <class Rightly>
  [[gnu::always_inline]] void release(Rightly rightly) {
    const detail::badge me = detail::own_badge;
    if (!holds(me, rightly)) [[unlikely]]
      return release_what_another_copy_locked(rightly);
    leave(me);
  }
  [[gnu::always_inline]] void release() {
    release([](word) { return true; });
  }

 private:
  using passage_type = typename Algorithm<Memory>::passage;
  using here_type = typename Memory::template here<passage_type>;
  static_assert(meet<Algorithm<Memory>, Memory, here_type>());
  static constexpr bool has_sessions = problem_of<Algorithm> == problem::group_exclusion;
  struct no_session {};
  using session_type = std::conditional_t<has_sessions, word, no_session>;

  struct alignas(words_per_line * sizeof(word)) slot {
    // From before the entry until the exit; 0: nobody. One that ends inside stays, even for a thread that has its index next.
    detail::badge holder = 0;
    [[no_unique_address]] passage_type passage{};
    [[no_unique_address]] session_type session{};

    [[gnu::always_inline]] void hold(detail::badge who, [[maybe_unused]] word with) {
      if constexpr (has_sessions) session = with;
      holder = who;
    }
  };
  [[nodiscard, gnu::always_inline]] slot& slot_of(detail::badge who) const { return slots_[detail::index_of(who)]; }

  [[gnu::always_inline]] void acquire_alone(word session) {
    const detail::badge me = detail::own_badge;
    const process_id p = detail::index_of(me);
    if (p >= size_.n || slots_[p].holder != 0) [[unlikely]]
      return acquire_from_the_start(session);
    slot& mine = slots_[p];
    mine.hold(me, session);
    here_type here(memory_, p, mine.passage, patience::for_ever());
    if constexpr (has_sessions) {
      if (!algorithm_.enter_alone(here, session)) [[unlikely]]
        acquire_in_turn(session);
    } else {
      if (!algorithm_.enter_alone(here)) [[unlikely]]
        acquire_in_turn();
    }
  }
  [[gnu::noinline]] void acquire_far(word session) requires has_short_way<Algorithm<Memory>, here_type> {
    acquire_alone(session);
  }
  [[gnu::noinline]] void acquire_from_the_start(word session) {
    const detail::badge me = badge_within_capacity();
    slot& mine = slot_of(me);
    if (mine.holder != 0) [[unlikely]]
      detail::fail_held_already(mine.holder, me);
    mine.hold(me, session);
    here_type here(memory_, detail::index_of(me), mine.passage, patience::for_ever());
    enter(here, session);
  }
  template <class... Session>
  [[gnu::noinline]] void acquire_in_turn(Session... session) {
    const detail::badge me = detail::thread_badge();  // (this may be another copy's code, if it exports it)
    slot& mine = slot_of(me);
    here_type here(memory_, detail::index_of(me), mine.passage, patience::for_ever());
    algorithm_.enter_in_turn(here, session...);
  }

  template <class Rightly>
  [[nodiscard, gnu::always_inline]] bool holds(detail::badge who, [[maybe_unused]] Rightly rightly) const {
    const process_id p = detail::index_of(who);  // of a thread that has never used a lock here: beyond every capacity
    if (p >= size_.n || slots_[p].holder != who) return false;
    if constexpr (has_sessions) return rightly(slots_[p].session);
    else return true;
  }
  // Or nobody has, and that is an error.
  template <class Rightly>
  [[gnu::visibility("hidden"), gnu::noinline, gnu::cold]] void release_what_another_copy_locked(Rightly rightly) {
    const detail::badge me = detail::badge_if_any();
    if (!holds(me, rightly)) detail::fail_not_held(detail::index_of(me) < size_.n ? slot_of(me).holder : 0, me);
    leave(me);
  }
  [[gnu::always_inline]] void leave(detail::badge me) {
    slot& mine = slot_of(me);
    mine.holder = 0;
    here_type here(memory_, detail::index_of(me), mine.passage, patience::for_ever());
    algorithm_.exit(here);
  }

  [[nodiscard]] detail::badge badge_within_capacity() const {
    const detail::badge me = detail::thread_badge();
    if (const process_id p = detail::index_of(me); p >= size_.n) [[unlikely]]
      detail::fail_beyond_capacity(p, size_.n);
    return me;
  }

  [[nodiscard]] bool acquire(detail::badge me, word session, const patience& how_long) {
    slot& mine = slot_of(me);
    mine.hold(me, session);
    here_type here(memory_, detail::index_of(me), mine.passage, how_long);
    if (enter(here, session)) return true;
    algorithm_.abort(here);
    mine.holder = 0;
    return false;
  }

  bool enter(here_type& here, [[maybe_unused]] word session) {
    if constexpr (has_sessions) return algorithm_.enter(here, session);
    else return algorithm_.enter(here);
  }

  parameters size_;
  Memory memory_;
  Algorithm<Memory> algorithm_;
  std::unique_ptr<slot[]> slots_;
};

}  // namespace doorway
