// What there must be once in a process, though there may be many copies of this library in it (place.hpp): the numbers of its
// threads, and the files that a forked child must not keep.
//
// A number is a robust mutex that its thread holds until it ends. Nobody is called when a thread ends: the kernel marks the
// mutexes of the dead, after the thread's last instruction, and the thread that takes the number next is told. So nothing here
// is run, or can be missing, when a library has been unloaded; and no copy's cached number outlives its thread's.
//
// All copies see these structures: whatever changes in them, or in what they mean, makes another layout_version.
#pragma once

#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <string>
#include <system_error>
#include <utility>

#include "doorway/core/registers.hpp"
#include "doorway/process_wide/place.hpp"

namespace doorway::process_wide {

inline constexpr std::uint32_t layout_version = 2;

// A thread of this process: number, and how many have had the number before, and it: no two threads have the same of both.
struct identity {
  process_id number;
  word turn;
};

// A new one is not made before it is reached: memory that the registry has not touched costs nothing.
struct alignas(64) number {
  pthread_mutex_t alive;  // held by the thread whose number it is
  // Of the last one who held it: pthread_self(), and the kernel's number. Others compare both with their own at any time.
  std::uintptr_t thread;
  pid_t kernel_thread;
  word turn;  // how many have held it

  void make() {
    make_mutex();
    thread = 0;
    kernel_thread = 0;
    turn = 0;
  }
  void make_mutex() {
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&alive, &kind);
    pthread_mutexattr_destroy(&kind);
  }
  // Now the calling thread has it, and had not before.
  bool take() {
    const int error = pthread_mutex_trylock(&alive);
    if (error == EOWNERDEAD) pthread_mutex_consistent(&alive);
    if (error != 0 && error != EOWNERDEAD) return false;
    std::atomic_ref(thread).store(self(), std::memory_order_relaxed);
    std::atomic_ref(kernel_thread).store(kernel_self(), std::memory_order_relaxed);
    return true;
  }
  bool is_mine() {
    if (std::atomic_ref(thread).load(std::memory_order_relaxed) != self() ||
        std::atomic_ref(kernel_thread).load(std::memory_order_relaxed) != kernel_self())
      return false;
    int error = pthread_mutex_trylock(&alive);
    if (error == EBUSY) {  // no matter who has it, says POSIX; glibc says EDEADLK of the caller here too
      const timespec long_ago{};
      error = pthread_mutex_timedlock(&alive, &long_ago);
    }
    if (error == EDEADLK) return true;
    if (error == EOWNERDEAD) pthread_mutex_consistent(&alive);
    if (error == 0 || error == EOWNERDEAD) {  // it was that of an ended thread that had both names
      std::atomic_ref(thread).store(0, std::memory_order_relaxed);
      pthread_mutex_unlock(&alive);
    }
    return false;
  }
  static std::uintptr_t self() { return std::bit_cast<std::uintptr_t>(pthread_self()); }
  static pid_t kernel_self() { return static_cast<pid_t>(::syscall(SYS_gettid)); }
};

// An open file that a forked child closes and unmaps: processes/mapped_file.hpp.
struct held {
  void* first = nullptr;  // null: not mapped
  std::size_t bytes = 0;
  int fd = -1;  // -1: none
  const char* path = nullptr;
  held* next = nullptr;
  held* before = nullptr;
};

struct registry {
  std::atomic<process_id> reached{0};  // no thread has had this number, or a larger one: they are not made yet

  // Held during fork(), and while a number is made or the list of files changes.
  pthread_mutex_t fork_or_change = PTHREAD_MUTEX_INITIALIZER;
  std::atomic<std::uintptr_t> forking{0};  // the thread that holds it for a fork
  process_id depth = 0;                    // how many copies have prepared for that
  process_id forker = most_processes;      // its number
  word child_is_told = 0;
  word forks = 0;  // from the first process to this one
  held* files = nullptr;
  std::array<number, most_processes> numbers;

  // Of the calling thread, if it has one.
  [[nodiscard]] process_id own() {
    const process_id end = reached.load(std::memory_order_acquire);
    for (process_id i = 0; i < end; ++i)
      if (numbers[i].is_mine()) return i;
    return most_processes;
  }
  // Of the calling thread: the smallest that is free, if it has none.
  [[nodiscard]] identity enrol() {
    process_id i = own();
    if (i == most_processes) {
      i = 0;
      for (reach(i); !numbers[i].take(); reach(i)) ++i;
      ++numbers[i].turn;
    }
    return {i, numbers[i].turn};
  }
  // Makes that number, if nobody has.
  void reach(process_id i);

  // Around fork(): each copy asks for all three, and they count once.
  void before_fork() {
    if (forking.load(std::memory_order_relaxed) == number::self()) {
      ++depth;
      return;
    }
    pthread_mutex_lock(&fork_or_change);
    forking.store(number::self(), std::memory_order_relaxed);
    depth = 1;
    forker = own();
    child_is_told = 0;
  }
  void after_fork() {
    if (--depth != 0) return;
    forking.store(0, std::memory_order_relaxed);
    pthread_mutex_unlock(&fork_or_change);
  }
  // In the child: its one thread keeps its number, and to the kernel it is another thread.
  void after_fork_in_child() {
    if (child_is_told == 0) {
      child_is_told = 1;
      ++forks;
      if (forker != most_processes) {
        numbers[forker].make_mutex();
        numbers[forker].take();
      }
      drop_files();
    }
    after_fork();
  }
  void drop_files() {
    for (held* each = files; each != nullptr; each = each->next) {
      if (each->first != nullptr) ::munmap(std::exchange(each->first, nullptr), each->bytes);
      if (each->fd >= 0) ::close(std::exchange(each->fd, -1));
    }
  }
};

// While the caller changes what is held still during fork(). A thread that does so on the way through a fork of its own holds it already.
class changing {
 public:
  explicit changing(registry& of)
      : mutex_(of.forking.load(std::memory_order_relaxed) == number::self() ? nullptr : &of.fork_or_change) {
    if (mutex_ != nullptr) pthread_mutex_lock(mutex_);
  }
  ~changing() {
    if (mutex_ != nullptr) pthread_mutex_unlock(mutex_);
  }
  changing(const changing&) = delete;
  changing& operator=(const changing&) = delete;

 private:
  pthread_mutex_t* mutex_;
};

inline void registry::reach(process_id i) {
  if (i < reached.load(std::memory_order_acquire)) return;
  if (i == most_processes)
    throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again),
                            "doorway: " + std::to_string(most_processes) +
                                " threads of this process use locks already, and one lock has room for no more");
  const changing alone(*this);
  if (i < reached.load(std::memory_order_relaxed)) return;
  numbers[i].make();
  reached.store(i + 1, std::memory_order_release);
}

namespace detail {
// Each copy's own, whatever the linker would rather do: where it has found the registry, and whether it is told of forks.
[[gnu::visibility("hidden")]] inline constinit std::atomic<registry*> known{nullptr};
[[gnu::visibility("hidden")]] inline constinit std::atomic<bool> told{false};

[[gnu::visibility("hidden"), gnu::noinline, gnu::cold]] inline void meet() {
  auto& it = the_one<registry>(layout_version);
  known.store(&it);
  // Two threads may both do this: a copy that is told twice counts twice (depth). If this copy is unloaded, that ends.
  const auto before = [] { known.load()->before_fork(); };
  const auto after = [] { known.load()->after_fork(); };
  const auto in_child = [] { known.load()->after_fork_in_child(); };
  if (const int error = pthread_atfork(before, after, in_child); error != 0)
    throw std::system_error(error, std::generic_category(), "doorway: cannot prepare for fork");
  told.store(true);
}
}  // namespace detail

// No function-local static: some programs have those initialised by two threads at once (-fno-threadsafe-statics).
[[gnu::visibility("hidden")]] inline registry& the_registry() {
  if (!detail::told.load()) [[unlikely]]
    detail::meet();
  return *detail::known.load();
}

// Grows with every fork() from the first process to this one, of which any copy is told: a copy in a link namespace of its own
// (dlmopen) has its own libc, which knows nothing of a fork by another's. Of a copy that has met the registry.
[[gnu::visibility("hidden"), gnu::always_inline]] inline word forks() {
  return detail::known.load(std::memory_order_relaxed)->forks;
}

}  // namespace doorway::process_wide
