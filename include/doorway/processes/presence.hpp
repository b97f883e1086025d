// The second proof that somebody uses a file: one that nobody can unlink.
//
// Files with names vanish under their users: systemd-logind deletes all that a user has in /dev/shm when the user's last session
// ends, and people type rm. Who has such a file open goes on with it; who comes next finds nothing and would make a new one
// beside it. So a process that uses a file has, from before its last look at the file's name until it closes the file, a read
// lock on one byte of the directory in which the names' directory lies (/dev/shm itself, say):
//
//     30 bits of a hash of the directory's name and the file's, then 32 bits of the file's inode number
//
// That directory is not ours, so it outlives ours and all that is in it. It need only be readable. The lock is of an open file
// description: the kernel lets it go at a death. It is seen from every container that sees that directory. A process that makes a
// name asks for such locks first (open.hpp): two names of one hash could only make somebody wait.
//
// Open: where the directory above ours may not be read, or is not the same for all (our directory alone is mounted into a
// container), there is no such proof. A stranger may take such locks too; then a name whose file is gone cannot be made anew
// until the stranger goes (see lslocks), unless DOORWAY_DIR lies in a directory of one's own.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "doorway/core/registers.hpp"
#include "doorway/processes/descriptor.hpp"
#include "doorway/processes/directory.hpp"
#include "doorway/processes/kernel_lock.hpp"
#include "doorway/processes/mapped_file.hpp"
#include "doorway/processes/step.hpp"

namespace doorway::processes {

class presence {
 public:
  // Of a file of that name, by the number of its inode.
  static std::uint32_t generation_of(const struct stat& about) { return static_cast<std::uint32_t>(about.st_ino); }

  presence(const directory& where, std::string_view name, std::uint32_t generation)
      : at_(first_byte(where, name) + generation), above_(descriptor(open_above(where.fd())), where.path() + "/..") {
    take(above_.fd());
  }

  // Another of the same, for a command that is to go on with it: not closed by exec. Empty where there is none.
  [[nodiscard]] descriptor another() const {
    descriptor again(above_.fd() < 0 ? -1 : ::openat(above_.fd(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    take(again.get());
    return again;
  }

  // The files of that name that somebody uses. The caller's own do not count if it has closed them.
  [[nodiscard]] static std::vector<std::uint32_t> all(const directory& where, std::string_view name) {
    const descriptor above(open_above(where.fd()));
    std::vector<std::uint32_t> found;
    const std::int64_t first = first_byte(where, name);
    if (above.open()) collect(above.get(), first, first, first + (std::int64_t{1} << 32), found);
    return found;
  }

 private:
  static int open_above(int directory) {
    const int fd = ::openat(directory, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 && errno != EACCES) fail("cannot open the directory above that of the names");
    return fd;
  }

  // FNV-1a.
  static std::int64_t first_byte(const directory& where, std::string_view name) {
    word hash = 0xcbf29ce484222325;
    const auto add = [&](std::string_view text) {
      for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    };
    add(where.own_name());
    add("/");
    add(name);
    return static_cast<std::int64_t>(hash >> 34U) << 32U;
  }

  static struct flock range(short type, std::int64_t from, std::int64_t count) {
    struct flock bytes {};
    bytes.l_type = type;
    bytes.l_whence = SEEK_SET;
    bytes.l_start = static_cast<off_t>(from);
    bytes.l_len = static_cast<off_t>(count);
    return bytes;
  }

  void take(int fd) const {
    if (fd < 0) return;
    DOORWAY_BEFORE_STEP();
    auto byte = range(F_RDLCK, at_, 1);
    while (::fcntl(fd, F_OFD_SETLK, &byte) != 0)
      if (errno != EINTR) fail("cannot take a kernel lock on the directory above that of the names");
  }

  // The kernel tells one lock at a time, any of those in the range.
  static void collect(int fd, std::int64_t first, std::int64_t from, std::int64_t to,
                      std::vector<std::uint32_t>& found) {
    constexpr std::size_t most = 4096;  // somebody plays with us, and is not believed
    if (from >= to) return;
    if (found.size() >= most)
      fail("more than 4096 vanished files of one name are in use (see lslocks); it cannot be told whether it is free",
           EBUSY);
    auto lock = range(F_WRLCK, from, to - from);
    while (::fcntl(fd, F_OFD_GETLK, &lock) != 0)
      if (errno != EINTR) fail("cannot ask for kernel locks on the directory above that of the names");
    if (lock.l_type == F_UNLCK) return;
    const std::int64_t begins = std::max<std::int64_t>(lock.l_start, from);
    const std::int64_t ends = lock.l_len == 0 ? to : std::min<std::int64_t>(lock.l_start + lock.l_len, to);
    found.push_back(static_cast<std::uint32_t>(begins - first));
    collect(fd, first, from, begins, found);
    collect(fd, first, ends, to, found);
  }

  std::int64_t at_;
  mapped_file above_;
};

}  // namespace doorway::processes
