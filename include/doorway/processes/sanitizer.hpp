// For programs under the thread sanitizer. It follows addresses, and each thread maps a file at an address of its own: it does
// not see that who comes in reads what those who left have written, and would report what the lock protects as a race. So it
// is told. Nothing at all in other programs.
#pragma once

#if defined(__SANITIZE_THREAD__)
#define DOORWAY_UNDER_THREAD_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define DOORWAY_UNDER_THREAD_SANITIZER 1
#endif
#endif

#ifdef DOORWAY_UNDER_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#include <sys/stat.h>

#include <array>
#include <cstddef>
#endif

namespace doorway::processes {

class sanitizer_mark {
 public:
#ifdef DOORWAY_UNDER_THREAD_SANITIZER
  // One mark for all who have the same file open, by whatever object.
  explicit sanitizer_mark(int fd) {
    static std::array<char, 1021> marks;
    struct stat about {};
    if (::fstat(fd, &about) == 0) mark_ = &marks[about.st_ino % marks.size()];
  }
  void comes_in() const { __tsan_acquire(mark_); }
  void leaves() const { __tsan_release(mark_); }

 private:
  char* mark_ = nullptr;
#else
  explicit sanitizer_mark(int) {}
  void comes_in() const {}
  void leaves() const {}
#endif
};

}  // namespace doorway::processes
