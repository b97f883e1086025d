// The process number of a thread: one small index per thread, 0, 1, 2, ..., shared by all locks of the process.
//
// A thread takes the smallest free index when it first asks, and has it until it ends. Asking again is one read of a
// thread-local variable: no atomic read-modify-write, no mutex, no call. Registration may use anything; a lock's own path may
// not.
//
// There is one registry in a process, however many copies of this header are linked into the program and the libraries that
// it loads, and however they are linked: hidden symbols, -Bsymbolic, a version script, RTLD_LOCAL, dlmopen
// (process_wide/place.hpp says how they find it). A thread has the same index in all of them. A library may be unloaded while
// threads that have their index from it go on. If the copies are of versions that keep their registry in different ways, or if
// there is no memory for one where all would find it, thread_index() throws std::system_error in the copy that comes later: its
// threads cannot lock, rather than be let in beside others.
//
// An index is given back by the kernel, after the thread's last instruction: destructors of thread_local objects and of POSIX keys
// may still lock, and have the same index, as may destructors of static objects in the main thread. A thread that has been
// joined has given it back. (Where the kernel offers no robust mutexes, as some emulators do not, an index is never given back.)
//
// After fork() the child's one thread keeps its index; those of the parent's other threads stay taken in the child. (Copies
// loaded by dlmopen are told of a fork by the program's own copy; if the program has none, nobody is: let it not fork then.)
#pragma once

#include <cstdint>
#include <limits>

#include "doorway/core/registers.hpp"
#include "doorway/platform/sanitizer.hpp"
#include "doorway/process_wide/registry.hpp"

namespace doorway {

namespace detail {

// Who holds a lock: a thread's index, and in the upper half which of the threads that have had that index it is. Never 0. No two
// threads have the same, unless 2^32 - 1 others have had the index in between.
using badge = word;
[[nodiscard]] constexpr badge badge_of(process_wide::identity who) {
  return (1 + who.turn % std::numeric_limits<std::uint32_t>::max()) << 32U | who.number;
}
[[nodiscard]] constexpr process_id index_of(badge who) { return static_cast<process_id>(who); }

// Of a thread that has never used a lock: its index is beyond every capacity.
inline constexpr badge no_badge = most_processes;

// What this copy of the library knows of the calling thread. Nothing yet, perhaps, of one that has come here from another copy.
[[gnu::visibility("hidden")]] inline constinit thread_local badge own_badge = no_badge;

// These note it. They belong to the same copy, whatever symbols others export.
[[gnu::visibility("hidden"), gnu::noinline, gnu::cold]] inline badge enrol() {
  auto& process = process_wide::the_registry();
  own_badge = badge_of(process.enrol());
  processes::sanitizer_says_when_thread_ends(&process.numbers[index_of(own_badge)]);
  return own_badge;
}
// no_badge: it has never used a lock.
[[gnu::visibility("hidden"), gnu::noinline, gnu::cold]] inline badge badge_if_any() {
  if (own_badge == no_badge) {
    auto& process = process_wide::the_registry();
    if (const process_id index = process.own(); index != most_processes)
      own_badge = badge_of({index, process.numbers[index].turn});
  }
  return own_badge;
}
[[nodiscard]] inline badge thread_badge() {
  if (const badge own = own_badge; own != no_badge) [[likely]]
    return own;
  return enrol();
}

}  // namespace detail

// The calling thread's index. The first call of a thread in each copy of the library may throw std::system_error, later ones not.
[[nodiscard]] inline process_id thread_index() { return detail::index_of(detail::thread_badge()); }

}  // namespace doorway
