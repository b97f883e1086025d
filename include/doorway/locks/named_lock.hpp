// What the locks with names have in common: between processes, what basic_lock is between threads.
//
//     the name        1 to 200 letters, digits or any of . _ - + @ : ; the users of a name wait for each other
//     where           a file in a private directory in memory (processes/directory.hpp), of this user or of a group
//     each thread     opens the file for itself and takes one of its seats when it first locks; it keeps the seat while
//                     the lock object lives. If all seats are taken, it waits for one, in order of arrival too
//                     (processes/anteroom.hpp)
//     a thread's end  is no death: what it held stays held (basic_lock.hpp) while its process and the lock object live
//     a death         of any process, anywhere, also while it clears away another one: the next one who waits notices within
//                     100 ms, those behind it within 500, and the place of the dead one is free again
//     fork            the child holds nothing that the parent holds, and opens the file anew when it locks. To unlock there
//                     what the parent holds does nothing
//     the file gone   somebody removed the name: all who come or wait start over with a new one. Where it has vanished in
//                     another way (a logout that sweeps /dev/shm, rm), not before those who are inside have left
//
// A stopped process (SIGSTOP) is not dead: those behind it wait for it.
// If it is stopped while it makes or removes a name: try_lock and the timed forms give up on it in time (try_lock after
// 100 ms), lock and the constructor throw after 10 s.
//
// Errors: those of basic_lock.hpp for misuse; processes::disagreement if the name exists with another k or purpose;
// std::system_error or std::runtime_error if the file cannot be made, opened or trusted, with the reason and the remedy.
// Without waiting no call makes a system call, except that a thread on its way in looks, at most every 10 ms, whether the
// file is still what it was.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "doorway/locks/basic_lock.hpp"
#include "doorway/locks/thread_index.hpp"
#include "doorway/processes/owners.hpp"
#include "doorway/processes/passage.hpp"
#include "doorway/processes/process_file.hpp"
#include "doorway/waiting/deadline.hpp"
#include "doorway/waiting/patience.hpp"

namespace doorway {

// How many threads, of all processes together, may use a name unless its first user says otherwise.
inline constexpr process_id usual_seats = 256;

struct named_options {
  process_id seats = usual_seats;  // for the first user of the name, who makes it
  std::string group = {};          // shared by all members of this group; empty: this user's own
  std::string directory = {};      // instead of the usual one
  std::string what = {};           // what others read in owners(); empty: the command line
};

namespace detail {
inline std::string own_command_line() {
  std::string line;
  static_cast<void>(processes::read_process_file("self", "cmdline", line));
  line.resize(std::min<std::size_t>(line.size(), 255));
  std::replace(line.begin(), line.end(), '\0', ' ');
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}
}  // namespace detail

template <template <class> class Algorithm>
class named_lock {
 public:
  named_lock(const named_lock&) = delete;
  named_lock& operator=(const named_lock&) = delete;

  [[nodiscard]] const std::string& name() const noexcept { return wanted_.name; }

  // Who is inside now, for people and for logs.
  [[nodiscard]] std::vector<processes::owner> owners() {
    auto& way = own_entry().way;
    if (!way.open_at_once()) return {};
    return processes::owners(way.who().where(), way.who().seated() ? std::optional(way.who().number()) : std::nullopt);
  }

 protected:
  named_lock(const std::string& name, process_id k, const named_options& options)
      : wanted_{.name = name,
                .size = detail::checked({.n = options.seats, .k = k}, most_of<Algorithm>),
                .group = options.group,
                .directory = options.directory,
                .what = options.what.empty() ? detail::own_command_line() : options.what} {
    static_cast<void>(own_entry().way.open_at_once());  // so that what is wrong is said now
  }
  ~named_lock() = default;

  [[nodiscard]] const parameters& size() const noexcept { return wanted_.size; }

  // Waits as long as it takes. The short way is all that is done here; the rest is out of line, and called last: see
  // participant::enter_alone.
  [[gnu::always_inline]] void acquire(word session) {
    const detail::badge me = detail::own_badge;
    entry* const mine = entry_if_any(me);
    if (mine == nullptr || !mine->is_ready()) [[unlikely]]
      return acquire_in_turn(session);
    mine->holder = me;
    if (!mine->way.who().enter_alone()) [[unlikely]]
      go_on(session);
  }
  [[gnu::noinline]] void go_on(word session) {
    own_entry().holder = 0;  // what comes next may throw
    acquire_in_turn(session);
  }
  [[gnu::noinline]] void acquire_in_turn(word session) {
    entry& mine = own_entry();
    if (mine.holder != 0) [[unlikely]]
      detail::fail_held_already(mine.holder, detail::thread_badge());
    while (!enter(mine, patience::for_ever(), session)) {}
  }
  [[nodiscard]] bool acquire_at_once(word session) {
    entry& mine = own_entry();
    return mine.holder == 0 && enter(mine, patience::for_one_look(), session);
  }
  [[nodiscard]] bool acquire_until(patience::clock::time_point deadline, word session) {
    entry& mine = own_entry();
    if (mine.holder != 0) [[unlikely]]
      detail::fail_held_already(mine.holder, detail::thread_badge());
    return enter(mine, patience::until(deadline), session);
  }
  [[gnu::always_inline]] void release() {
    detail::badge me = detail::own_badge;
    entry* mine = entry_if_any(me);
    if (mine == nullptr || mine->holder != me) [[unlikely]] {
      me = detail::badge_if_any();
      mine = entry_if_any(me);
      if (mine == nullptr || mine->holder != me) return release_nothing(mine, me);
    }
    mine->holder = 0;
    mine->slot.reset();
    if (!mine->way.is_of_parent()) mine->way.exit();
  }

  [[nodiscard]] process_id own_slot() {
    entry& mine = own_entry();
    if (mine.holder != detail::thread_badge()) [[unlikely]]
      detail::fail(std::errc::operation_not_permitted, "only a thread that is inside '" + name() + "' has a slot");
    if (!mine.slot) mine.slot = mine.way.take_slot(patience::for_ever(), processes::always());
    return *mine.slot;
  }

 private:
  // One thread's part. Another thread that gets its index later goes on with it.
  struct entry {
    explicit entry(const processes::named_request& wanted) : way(wanted) {}

    processes::passage<Algorithm> way;
    detail::badge holder = 0;  // 0: nobody. One that ends inside stays, even for a thread that has its index next
    std::optional<process_id> slot;
    word session = 0;           // that others can read
    detail::badge parents = 0;  // who was inside in the parent when it forked: one unlock here is for nothing

    // To go in, with the file open.
    [[nodiscard]] bool is_ready() const { return holder == 0 && way.is_open() && !way.is_of_parent(); }
  };

  [[nodiscard]] entry* entry_if_any(detail::badge who) const { return entries_[detail::index_of(who)].get(); }

  [[gnu::noinline, gnu::cold]] static void release_nothing(entry* mine, detail::badge me) {
    if (mine == nullptr || mine->parents != me) detail::fail_not_held(mine == nullptr ? 0 : mine->holder, me);
    mine->parents = 0;
  }

  [[nodiscard]] entry& own_entry() {
    const detail::badge me = detail::thread_badge();
    const process_id p = detail::index_of(me);
    if (p >= most_processes) [[unlikely]]
      detail::fail(std::errc::resource_unavailable_try_again,
                   "more than " + std::to_string(most_processes) + " threads of this process use locks");
    auto& mine = entries_[p];
    if (mine == nullptr || mine->way.is_of_parent()) [[unlikely]] {
      const bool parents = mine != nullptr && (mine->holder == me || mine->parents == me);
      mine = std::make_unique<entry>(wanted_);
      if (parents) mine->parents = me;
    }
    return *mine;
  }

  [[nodiscard]] bool enter(entry& mine, const patience& how_long, [[maybe_unused]] word session) {
    bool inside = false;
    if constexpr (problem_of<Algorithm> == problem::group_exclusion) {
      if (std::exchange(mine.session, session) != session) mine.way.name_session(std::to_string(session));
      inside = mine.way.enter(how_long, processes::always(), session);
    } else {
      inside = mine.way.enter(how_long, processes::always());
    }
    if (inside) mine.holder = detail::thread_badge();
    return inside;
  }

  processes::named_request wanted_;
  std::array<std::unique_ptr<entry>, most_processes + 1> entries_;  // the last is nobody's, and empty: no_badge
};

}  // namespace doorway
