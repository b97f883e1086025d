// Files that had a name, have vanished, and may still be in use: somebody may be inside.
//
// Who made the name anew beside them would let somebody in too many. That they are in use is told by presence.hpp; what goes on
// in them, by themselves, where they can be reached: as an open file of a process in /proc that is ours to look into. A file
// that is reached is retired, so that nobody enters it any more, who waits there starts over, and it counts for as long as
// somebody is inside. One that cannot be reached (of another user of the group, of another container) counts while anybody has
// it open.
#pragma once

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "doorway/processes/directory.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/presence.hpp"
#include "doorway/processes/remove.hpp"
#include "doorway/processes/step.hpp"

namespace doorway::processes {

namespace detail {
// Every entry of a directory; nothing if it cannot be read.
template <class Visit>
void for_each_entry(const std::string& directory, Visit&& visit) {
  struct closer {
    void operator()(DIR* open) const { ::closedir(open); }
  };
  const std::unique_ptr<DIR, closer> open(::opendir(directory.c_str()));
  if (!open) return;
  while (const auto* entry = ::readdir(open.get()))  // NOLINT(concurrency-mt-unsafe): a stream of our own
    if (entry->d_name[0] >= '0' && entry->d_name[0] <= '9') visit(directory + "/" + entry->d_name);
}

// visit(path in /proc, generation) for each open file that has lost that name.
template <class Visit>
void for_each_nameless(const directory& where, const std::string& name, Visit&& visit) {
  struct stat home {};
  if (::fstat(where.fd(), &home) != 0) fail("cannot look at the directory " + where.path());
  const std::string ending = "/" + name + " (deleted)";
  for_each_entry("/proc", [&](const std::string& process) {
    for_each_entry(process + "/fd", [&](const std::string& link) {
      std::array<char, 4096> to{};
      const auto length = ::readlink(link.c_str(), to.data(), to.size());
      if (length < static_cast<ssize_t>(ending.size())) return;
      const std::string_view path(to.data(), static_cast<std::size_t>(length));
      if (path.substr(path.size() - ending.size()) != ending) return;
      struct stat about {};
      if (::stat(link.c_str(), &about) == 0 && S_ISREG(about.st_mode) && about.st_nlink == 0 &&
          about.st_dev == home.st_dev)
        visit(link, presence::generation_of(about));
    });
  });
}
}  // namespace detail

class earlier_files {
 public:
  earlier_files(const directory& where, std::string name) : where_(where), name_(std::move(name)) {}

  // Whether somebody may be inside one of them, as far as they have been reached: one that has not been counts. There is no
  // file of that name. It costs microseconds, and decides while the caller holds the guard.
  [[nodiscard]] bool in_use() const {
    for (const auto generation : presence::all(where_, name_)) {
      const auto old = reached_.find(generation);
      if (old == reached_.end()) return true;
      old->second.set_state(file_state::removed);  // without a name it is nobody's to enter any more
      if (processes::in_use(old->second)) return true;
    }
    return false;
  }

  // Reaches them, so that in_use() can tell. That may take all of /proc, many milliseconds: not while others wait for the
  // guard. What is reached is kept; what cannot be is looked for again after a second, and then ever more rarely.
  void reach() {
    using clock = std::chrono::steady_clock;
    constexpr std::chrono::seconds seldom(16);
    bool is_new = false, is_missing = false;
    for (const auto generation : presence::all(where_, name_)) {
      if (reached_.contains(generation)) continue;
      is_missing = true;
      if (sought_.insert(generation).second) is_new = true;
    }
    if (!is_new && (!is_missing || clock::now() < next_search_)) return;
    search();
    next_search_ = clock::now() + pause_;
    pause_ = std::min(2 * pause_, seldom);
  }

  // look(file) for each of them that has been reached; how many have not.
  template <class Look>
  std::size_t for_each_reached(Look&& look) const {
    std::size_t unreached = 0;
    for (const auto generation : presence::all(where_, name_)) {
      const auto old = reached_.find(generation);
      if (old == reached_.end()) ++unreached;
      else look(old->second);
    }
    return unreached;
  }

 private:
  void search() {
    detail::for_each_nameless(where_, name_, [&](const std::string& link, std::uint32_t generation) {
      if (reached_.contains(generation)) return;
      DOORWAY_BEFORE_STEP();
      descriptor fd(::open(link.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
      if (!fd.open()) return;
      try {
        reached_.emplace(generation, file::reached(where_, name_, std::move(fd)));
      } catch (const std::exception&) {
        return;  // not one of ours, or spoilt: it counts
      }
    });
  }

  const directory& where_;
  std::string name_;
  std::map<std::uint32_t, file> reached_;
  std::set<std::uint32_t> sought_;
  std::chrono::seconds pause_{1};
  std::chrono::steady_clock::time_point next_search_{};
};

}  // namespace doorway::processes
