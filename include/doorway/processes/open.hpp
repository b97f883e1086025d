// The file behind a name: found, or made if there is none, and only if it is what the caller wants.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "doorway/core/facts.hpp"
#include "doorway/memory/threads.hpp"
#include "doorway/memory/waking.hpp"
#include "doorway/processes/directory.hpp"
#include "doorway/processes/earlier.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/making.hpp"
#include "doorway/processes/owners.hpp"
#include "doorway/waiting/patience.hpp"

namespace doorway::processes {

// What the file says is not what the caller wants of it.
struct disagreement : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

template <template <class> class Algorithm>
[[nodiscard]] file_kind kind_of(const parameters& size) {
  const bool sessions = problem_of<Algorithm> == problem::group_exclusion;
  return {std::string(name_of<Algorithm>), size.n, sessions ? 0 : size.k,
          doorway::detail::words_needed<Algorithm>(size)};
}

// A new file under that name, in place of what was there. The caller holds the guard.
template <template <class> class Algorithm>
file make_file(const directory& where, const std::string& name, const parameters& size) {
  return file::make(where, name, kind_of<Algorithm>(size), [&](std::span<word> words) {
    waking memory(size.n, words, block::contents::fresh, futex::reach::many_processes);
    [[maybe_unused]] const Algorithm<waking> initial(memory, size);
  });
}

// Throws unless a file of that name runs this algorithm.
template <template <class> class Algorithm>
void check_runs(const file& found, const std::string& name) {
  const auto& kind = found.kind();
  const bool sessions = problem_of<Algorithm> == problem::group_exclusion;
  const std::string own(name_of<Algorithm>);
  if (sessions != (kind.k == 0))
    throw disagreement("doorway: '" + name + "' is for " + (kind.k == 0 ? "sessions" : "slots") + ", not for " +
                       (sessions ? "sessions" : "slots") + "; choose another name");
  if (kind.algorithm != own)
    throw disagreement("doorway: '" + name + "' runs the algorithm '" + kind.algorithm + "', not '" + own +
                       "'; choose another name or, if nobody uses it, 'doorway remove " + name + "'");
}

// Somebody still uses a file of that name that has vanished, and the caller did not want to wait any longer.
struct still_in_use : directory::given_up {
  using directory::given_up::given_up;
};

// What find_or_make needs of a directory.
template <template <class> class Algorithm, class KeepWaiting>
class names_of_directory {
 public:
  using file_type = file;
  struct guard : directory::guard {
    explicit guard(const names_of_directory& of) : directory::guard(of.where_, of.how_long_, of.keep_waiting_) {}
  };
  names_of_directory(const directory& where, const std::string& name, const parameters& size, const patience& how_long,
                     KeepWaiting& keep_waiting)
      : where_(where),
        name_(name),
        size_(size),
        how_long_(how_long),
        keep_waiting_(keep_waiting),
        earlier_(where, name) {}

  [[nodiscard]] std::optional<file> find() const {
    auto found = file::find(where_, name_);
    if (!found || found->state() != file_state::in_use) return std::nullopt;
    return checked(*std::move(found));
  }
  [[nodiscard]] std::optional<file> find_guarded() const {
    auto found = file::find(where_, name_);
    if (!found) return std::nullopt;
    found->change_state(file_state::in_doubt,
                        file_state::in_use);  // the process that doubted it is gone: we hold the guard
    return checked(*std::move(found));
  }
  void attend(file& found) const { found.attend(where_, name_); }
  static void leave(const file& /*closed soon*/) {}
  [[nodiscard]] static bool has_name(const file& found) { return found.look() != file::condition::without_name; }
  // A file that is there and cannot be used any more was taken out of use as it should be: nobody is in it.
  [[nodiscard]] bool had_a_name_in_use() const { return !file::open(where_, name_) && earlier_.in_use(); }
  [[nodiscard]] file make() const {
    return make_file<Algorithm>(where_, name_, {.n = size_.n, .k = std::max(size_.k, process_id{1})});
  }

  // The same for one who does not hold the guard, and so has the time to look for such files; a presence seen may be that of
  // somebody who has made the name anew meanwhile.
  [[nodiscard]] bool is_held_up() {
    if (file::open(where_, name_)) return false;
    earlier_.reach();
    return earlier_.in_use() && !file::open(where_, name_);
  }
  // Of those who are inside a file of that name that has vanished: " (pid 4711, 4712)", as far as it can be known.
  [[nodiscard]] std::string pids_inside() const {
    std::string pids;
    earlier_.for_each_reached([&](const file& old) {
      for (const auto& each : owners(old)) pids += (pids.empty() ? " (pid " : ", ") + std::to_string(each.pid);
    });
    return pids.empty() ? pids : pids + ")";
  }

 private:
  [[nodiscard]] file checked(file found) const {
    check_runs<Algorithm>(found, name_);
    const auto& kind = found.kind();
    if (kind.k != 0 && size_.k != 0 && kind.k != size_.k)
      throw disagreement("doorway: '" + name_ + "' has " + std::to_string(kind.k) +
                         (kind.k == 1 ? " slot, not " : " slots, not ") + std::to_string(size_.k) + "; use -k " +
                         std::to_string(kind.k) + ", or 'doorway resize " + name_ + " " + std::to_string(size_.k) +
                         "' when nobody uses it");
    if (kind.words != doorway::detail::words_needed<Algorithm>({.n = kind.n, .k = kind.k}))
      throw unusable("doorway: " + found.path() +
                     " cannot be used: it was cut off or damaged; if nobody uses it, delete it");
    return found;
  }

  const directory& where_;
  const std::string& name_;
  const parameters& size_;
  const patience& how_long_;
  KeepWaiting& keep_waiting_;
  earlier_files earlier_;
};

namespace detail {
// Between half of that and one and a half: many who wait for the same do not come back at once.
[[nodiscard]] inline std::chrono::nanoseconds scattered(std::chrono::nanoseconds pause) {
  return pause / 2 + std::chrono::steady_clock::now().time_since_epoch() % pause;
}
}  // namespace detail

// The file of that name, made if there is none. `n` is for the maker; k must agree, unless it is 0: then it is that of the file, or 1
// if this makes it. The holder of the directory's guard is waited for: see directory::guard. So is each process inside a file of that
// name that has vanished: keep_waiting.for_earlier(),
// if there is such a thing, is asked too then. Who waits so takes the guard again only when nobody seems to be inside.
// Hidden: of any name, also of one that no user could give.
template <template <class> class Algorithm, class KeepWaiting = always>
[[nodiscard]] file open_or_make_hidden(const directory& where, const std::string& name, const parameters& size,
                                       const patience& how_long = patience::for_ever(), KeepWaiting keep_waiting = {}) {
  using namespace std::chrono;
  names_of_directory<Algorithm, KeepWaiting> ground(where, name, size, how_long, keep_waiting);
  const auto in_use = [&] {
    return still_in_use("doorway: the file of '" + name + "' has vanished from " + where.path() +
                        " (a logout or a clean-up deleted it?) and is still in use by those who have it open" +
                        ground.pids_inside());
  };
  constexpr milliseconds longest(250);  // with 100, a hundred who wait so took 9 % of a processor
  for (nanoseconds pause = milliseconds(1);;) {
    try {
      if (auto found = find_or_make(ground)) return *std::move(found);
    } catch (const directory::given_up&) {
      if (ground.is_held_up()) throw in_use();
      throw;
    }
    while (!where.is_gone() && ground.is_held_up()) {
      bool on = keep_waiting() && !how_long.over();
      if constexpr (requires { keep_waiting.for_earlier(); }) on = on && keep_waiting.for_earlier();
      if (!on) throw in_use();
      std::this_thread::sleep_for(std::min(detail::scattered(pause), how_long.left()));
      pause = std::min<nanoseconds>(2 * pause, longest);
    }
    if (where.is_gone()) throw directory::vanished(where);
  }
}
template <template <class> class Algorithm, class KeepWaiting = always>
[[nodiscard]] file open_or_make(const directory& where, const std::string& name, const parameters& size,
                                const patience& how_long = patience::for_ever(), KeepWaiting keep_waiting = {}) {
  check_name(name);
  return open_or_make_hidden<Algorithm>(where, name, size, how_long, keep_waiting);
}

}  // namespace doorway::processes
