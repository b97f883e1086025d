// Kernel locks on single bytes of a file, owned by an open file description: the kernel lets them go when the process dies.
//
// They lie beyond the end of the file, where no data is. Seats and slots are such bytes. A lock is not inherited across
// exec (the descriptor is close-on-exec), so a command that doorway starts, and a daemon that it leaves behind, hold none.
#pragma once

#include <fcntl.h>

#include <cerrno>
#include <cstdint>

#include "doorway/processes/descriptor.hpp"
#include "doorway/processes/step.hpp"

namespace doorway::processes {

// The bytes that stand for something.
enum class byte_of : std::int64_t { seats = std::int64_t{1} << 32, slots = std::int64_t{1} << 33 };

namespace detail {
static_assert(sizeof(off_t) == 8, "compile with -D_FILE_OFFSET_BITS=64");

inline struct flock byte_range(short type, byte_of what, std::int64_t index, std::int64_t count = 1) {
  struct flock range {};
  range.l_type = type;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(static_cast<std::int64_t>(what) + index);
  range.l_len = static_cast<off_t>(count);
  return range;
}
inline bool is_locked(int fd, struct flock range) {
  while (::fcntl(fd, F_OFD_GETLK, &range) != 0)
    if (errno != EINTR) fail("cannot ask for a kernel lock on a byte");
  return range.l_type != F_UNLCK;
}
}  // namespace detail

// Takes the lock if nobody else has it. Taking it again through the same descriptor succeeds.
inline bool try_lock_byte(int fd, byte_of what, std::int64_t index) {
  DOORWAY_BEFORE_STEP();
  auto range = detail::byte_range(F_WRLCK, what, index);
  while (::fcntl(fd, F_OFD_SETLK, &range) != 0) {
    if (errno == EAGAIN || errno == EACCES) return false;
    if (errno != EINTR) fail("cannot take a kernel lock on a byte");
  }
  return true;
}

inline void unlock_byte(int fd, byte_of what, std::int64_t index) {
  DOORWAY_BEFORE_STEP();
  auto range = detail::byte_range(F_UNLCK, what, index);
  while (::fcntl(fd, F_OFD_SETLK, &range) != 0)
    if (errno != EINTR) fail("cannot let go of a kernel lock on a byte");
}

// Whether somebody else has the lock, without taking it.
inline bool byte_is_locked(int fd, byte_of what, std::int64_t index) {
  return detail::is_locked(fd, detail::byte_range(F_WRLCK, what, index));
}
// Whether somebody else has one of the first `count`.
inline bool any_byte_is_locked(int fd, byte_of what, std::int64_t count) {
  return detail::is_locked(fd, detail::byte_range(F_WRLCK, what, 0, count));
}

// A lock that is let go at the end of the scope, whatever happens in it, unless it is kept.
class byte_lock {
 public:
  byte_lock(int fd, byte_of what, std::int64_t index)
      : fd_(fd), what_(what), index_(index), held_(try_lock_byte(fd, what, index)) {}
  ~byte_lock() {
    if (held_) unlock_byte(fd_, what_, index_);
  }
  byte_lock(const byte_lock&) = delete;
  byte_lock& operator=(const byte_lock&) = delete;
  explicit operator bool() const { return held_; }
  void keep() { held_ = false; }

 private:
  int fd_;
  byte_of what_;
  std::int64_t index_;
  bool held_;
};

}  // namespace doorway::processes
