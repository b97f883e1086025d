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
#include <pthread.h>
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

// And it does not see the kernel give a thread's number to another: all that the thread did comes before what that one does.
inline void sanitizer_says_when_thread_ends([[maybe_unused]] void* number) {
#ifdef DOORWAY_UNDER_THREAD_SANITIZER
  static pthread_key_t key = [] {
    static pthread_key_t made;
    // Again in every round of key destructors: others may lock in theirs.
    pthread_key_create(&made, [](void* ended) {
      __tsan_release(ended);
      pthread_setspecific(made, ended);
    });
    return made;
  }();
  __tsan_acquire(number);
  pthread_setspecific(key, number);
#endif
}

}  // namespace doorway::processes
