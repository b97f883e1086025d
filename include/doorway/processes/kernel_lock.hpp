// Kernel locks on single bytes of a file, owned by an open file description: the kernel lets them go when the process dies.
//
// They lie beyond the end of the file, where no data is. Seats and slots are such bytes. A lock is not inherited across
// exec (the descriptor is close-on-exec), so a command that doorway starts, and a daemon that it leaves behind, hold none.
#pragma once

#include <fcntl.h>

#include <cerrno>
#include <cstdint>

#include "doorway/processes/descriptor.hpp"

namespace doorway::processes {

// The bytes that stand for something: seats, slots, and who looks after the dead.
enum class byte_of : std::int64_t {
  seats = std::int64_t{1} << 32,
  slots = std::int64_t{1} << 33,
  tender = std::int64_t{1} << 34
};

namespace detail {
inline struct flock byte_range(short type, byte_of what, std::int64_t index) {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(static_cast<std::int64_t>(what) + index);
  range.l_len = 1;
  return range;
}
}  // namespace detail

// Takes the lock if nobody else has it. Taking it again through the same descriptor succeeds.
inline bool try_lock_byte(int fd, byte_of what, std::int64_t index) {
  auto range = detail::byte_range(F_WRLCK, what, index);
  while (::fcntl(fd, F_OFD_SETLK, &range) != 0) {
    if (errno == EAGAIN || errno == EACCES) return false;
    if (errno != EINTR) fail("cannot take a kernel lock on a byte");
  }
  return true;
}

inline void unlock_byte(int fd, byte_of what, std::int64_t index) {
  auto range = detail::byte_range(F_UNLCK, what, index);
  while (::fcntl(fd, F_OFD_SETLK, &range) != 0)
    if (errno != EINTR) fail("cannot let go of a kernel lock on a byte");
}

// Whether somebody else has the lock, without taking it.
inline bool byte_is_locked(int fd, byte_of what, std::int64_t index) {
  auto range = detail::byte_range(F_WRLCK, what, index);
  while (::fcntl(fd, F_OFD_GETLK, &range) != 0)
    if (errno != EINTR) fail("cannot ask for a kernel lock on a byte");
  return range.l_type != F_UNLCK;
}

}  // namespace doorway::processes
