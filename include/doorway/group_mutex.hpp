// doorway::group_mutex: any number of threads inside, all of one session at a time.
//
//     doorway::group_mutex rooms;                           room for 64 threads
//     rooms.lock(7); ... rooms.unlock();                    inside together with all who came for session 7
//     auto seven = rooms.session(7);                        the same as a TimedLockable, for the standard's guards
//     { const std::lock_guard inside(seven); ... }
//
// Guarantees, with the default algorithm group-bakery and capacity N:
//     progress    starvation-free: every waiter gets in, if all of other sessions leave
//     fairness    first come, first served between threads of different sessions
//     RMRs        O(N) per passage in the CC model
//     giving up   try_lock and the timed forms: O(N) own steps to withdraw, whatever the others do
// Errors and duties: basic_lock.hpp. Clocks: timed_mutex.hpp.
#pragma once

#include "doorway/algorithms/group_exclusion/group_bakery.hpp"
#include "doorway/locks/basic_lock.hpp"
#include "doorway/locks/with_sessions.hpp"

namespace doorway {

template <template <class> class Algorithm, class Memory = threads>
class basic_group_mutex
    : public with_sessions<basic_lock<Algorithm, Memory>, Algorithm, Algorithm<Memory>::largest_session> {
  static_assert(problem_of<Algorithm> == problem::group_exclusion,
                "a group_mutex wants an algorithm for group mutual exclusion");

 public:
  explicit basic_group_mutex(process_id capacity = usual_capacity)
      : basic_group_mutex::with_sessions(parameters{.n = capacity}) {}
};

using group_mutex = basic_group_mutex<group_bakery>;

}  // namespace doorway
