// What the kernel says of who is inside: record locks on single bytes of one file, which it lets go at a death.
//
// The command inside holds them itself, so they end when it ends, whatever became of the wrapper. Nothing here, or
// anywhere in this folder, includes a line of the library or of the tool.
#pragma once

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <string>

namespace slots_chaos {

using stamp = std::int64_t;  // nanoseconds since boot, the same clock for all processes
inline stamp now() {
  timespec at{};
  ::clock_gettime(CLOCK_BOOTTIME, &at);
  return stamp{at.tv_sec} * 1'000'000'000 + at.tv_nsec;
}
constexpr stamp ms = 1'000'000;

// Each name has its part of the file.
class evidence {
 public:
  evidence(const std::string& folder, int name)
      : fd_(::open((folder + "/evidence").c_str(), O_RDWR | O_CLOEXEC)), from_(off_t{name} << 32) {}
  evidence(const evidence&) = delete;
  evidence& operator=(const evidence&) = delete;
  ~evidence() { ::close(fd_); }

  [[nodiscard]] bool open() const { return fd_ >= 0; }

  // Newcomers look one at a time: what one sees, beside those inside who go meanwhile, is there all at once.
  void lock_door() const {
    auto range = bytes(F_WRLCK, 0, 1);
    ::fcntl(fd_, F_SETLKW, &range);
  }
  void unlock_door() const {
    auto range = bytes(F_UNLCK, 0, 1);
    ::fcntl(fd_, F_SETLK, &range);
  }

  void come_in(int job) const { set(F_WRLCK, members + job); }
  // The number of those inside, with the caller.
  [[nodiscard]] int inside() const { return 1 + locked(members, members + most_jobs); }

  // 0, or the pid of one who has that slot too (-1: of another pid namespace).
  [[nodiscard]] pid_t take_slot(int slot) const {
    if (set(F_WRLCK, slots + slot)) return 0;
    auto range = bytes(F_WRLCK, slots + slot, 1);
    ::fcntl(fd_, F_GETLK, &range);
    return range.l_type == F_UNLCK ? 0 : known(range.l_pid);
  }
  // A mode is what all inside must agree on: the number of slots, or the session. 0, or the pid of one of another mode.
  [[nodiscard]] pid_t agree_on(int mode) const {
    set(F_RDLCK, modes + mode);
    for (const auto& [from, to] : {std::pair{modes, modes + mode}, std::pair{modes + mode + 1, modes + most_modes}}) {
      auto range = bytes(F_WRLCK, from, to - from);
      if (from < to && ::fcntl(fd_, F_GETLK, &range) == 0 && range.l_type != F_UNLCK) return known(range.l_pid);
    }
    return 0;
  }

  static constexpr int most_modes = 2000;

 private:
  static constexpr off_t slots = 10'000, modes = 20'000, members = 1'000'000, most_jobs = 100'000'000;

  static pid_t known(pid_t pid) { return pid > 0 ? pid : -1; }
  [[nodiscard]] struct flock bytes(short how, off_t at, off_t count) const {
    struct flock range {};
    range.l_type = how;
    range.l_whence = SEEK_SET;
    range.l_start = from_ + at;
    range.l_len = count;
    return range;
  }
  // How many bytes others have. The kernel names one lock of a range, not the first one in it: so what is before it and what is
  // behind it are asked for too.
  [[nodiscard]] int locked(off_t from, off_t to) const {
    auto range = bytes(F_WRLCK, from, to - from);
    if (from >= to || ::fcntl(fd_, F_GETLK, &range) != 0 || range.l_type == F_UNLCK) return 0;
    const off_t begin = range.l_start - from_;
    const off_t end = begin + range.l_len;
    return static_cast<int>(range.l_len) + locked(from, begin) + locked(end, to);
  }
  bool set(short how, off_t at) const {
    auto range = bytes(how, at, 1);
    return ::fcntl(fd_, F_SETLK, &range) == 0;
  }

  int fd_;
  off_t from_;
};

}  // namespace slots_chaos
