// doorway::named_group_mutex: any number inside, all of one session at a time, among all who know its name, in any process
// of this machine.
//
//     doorway::named_group_mutex rooms("database");
//     rooms.lock(7); ... rooms.unlock();                    inside together with all who came for session 7
//     auto seven = rooms.session(7);                        the same as a TimedLockable, for the standard's guards
//     { const std::lock_guard inside(seven); ... }
//
// Guarantees: those of group_mutex.hpp, and that nobody's death keeps a session in: named_lock.hpp.
#pragma once

#include <string>
#include <utility>

#include "doorway/algorithms/group_exclusion/group_bakery.hpp"
#include "doorway/locks/named_lock.hpp"
#include "doorway/locks/with_sessions.hpp"

namespace doorway {

template <template <class> class Algorithm>
class basic_named_group_mutex
    : public with_sessions<named_lock<Algorithm>, Algorithm, Algorithm<waking>::largest_session> {
  static_assert(problem_of<Algorithm> == problem::group_exclusion,
                "a named_group_mutex wants an algorithm for group mutual exclusion");

 public:
  explicit basic_named_group_mutex(std::string name, const named_options& options = {})
      : basic_named_group_mutex::with_sessions(std::move(name), process_id{1}, options) {}
};

using named_group_mutex = basic_named_group_mutex<group_bakery>;

}  // namespace doorway
