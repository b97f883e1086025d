// The number that a user, or a group, has in the names of places. In a user namespace (`unshare -r`, a container) it has another
// number than outside, and those outside look in a place that has their number:
//
//     /dev/shm is root's of this namespace     our numbers: a container with a /dev/shm of its own
//     else                                     the numbers of the namespace around this one, which the kernel tells
//
// The second are those of the maker of /dev/shm unless namespaces are nested, which nobody inside can tell. There are two signs:
// /dev/shm is root's out there, or /run/user/NUMBER is the caller's. Without a sign the place may be a stranger's: what is there
// and the caller's is used, and nothing is made.
#pragma once

#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "doorway/processes/process_file.hpp"

namespace doorway::processes {

enum class numbered : unsigned char { user, group };

// /proc/self/uid_map or gid_map.
class number_map {
 public:
  explicit number_map(numbered what) {
    std::string text;
    readable_ = read_process_file("self", what == numbered::user ? "uid_map" : "gid_map", text) == 0;
    const char* at = text.c_str();
    const auto next = [&] {
      char* end = nullptr;
      const auto number = std::strtoul(at, &end, 10);
      at = end;
      return number;
    };
    for (;;) {
      const extent one{next(), next(), next()};
      if (one.count == 0) return;  // the kernel makes none that is empty
      extents_.push_back(one);
    }
  }
  [[nodiscard]] bool is_readable() const { return readable_; }
  // Of the machine's first namespace, or as good as that.
  [[nodiscard]] bool is_whole() const {
    constexpr unsigned long all = 0xFFFFFFFF;
    return extents_.size() == 1 && extents_[0].first == 0 && extents_[0].outside == 0 && extents_[0].count == all;
  }
  [[nodiscard]] std::optional<unsigned long> outside(unsigned long number) const {
    for (const auto& one : extents_)
      if (number >= one.first && number - one.first < one.count) return one.outside + (number - one.first);
    return std::nullopt;
  }

 private:
  struct extent {
    unsigned long first, outside, count;
  };
  std::vector<extent> extents_;
  bool readable_ = false;
};

// All that have no number here look alike: one could not be told from another.
[[noreturn]] inline void fail_without_number(numbered what) {
  const bool user = what == numbered::user;
  throw std::runtime_error(std::string("doorway: this user namespace has no number for the ") +
                           (user ? "user who runs this (see /proc/self/uid_map); map it, as unshare -c does,"
                                 : "group (see /proc/self/gid_map); map it,") +
                           " or run doorway outside");
}
inline void require_number(numbered what, unsigned long number) {
  const number_map map(what);
  if (map.is_readable() && !map.outside(number)) fail_without_number(what);
}

struct place_number {
  unsigned long number;
  bool sure;  // false: it may be a stranger's
};

inline place_number number_of_place(numbered what, unsigned long here) {
  const number_map map(what);
  if (map.is_whole()) return {here, true};
  const auto outside = map.outside(here);
  if (map.is_readable() && !outside) fail_without_number(what);
  struct stat memory {};
  const bool of_our_root = ::stat("/dev/shm", &memory) == 0 && memory.st_uid == 0;
  if (!outside) return {here, of_our_root};  // there is no /proc

  const number_map users(numbered::user);
  const auto owner = users.outside(memory.st_uid);
  if (owner == 0UL) return {*outside, true};
  if (owner && of_our_root) return {here, true};

  // What the kernel shows of users and groups that have no number here. A place of theirs would pass for ours.
  constexpr unsigned long unmapped = 65534;
  if (here == unmapped) fail_without_number(what);
  const auto user = users.outside(::geteuid());
  struct stat about {};
  const bool sign = user && ::stat(("/run/user/" + std::to_string(*user)).c_str(), &about) == 0 &&
                    ::geteuid() != unmapped && about.st_uid == ::geteuid();
  return {*outside, sign};
}

}  // namespace doorway::processes
