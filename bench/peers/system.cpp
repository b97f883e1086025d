// The system's: SysV semop with SEM_UNDO (in arrival order), sem_t, a robust pthread mutex, flock. All work between processes.
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <stdexcept>

#include "../contestants.hpp"
#include "../shared.hpp"
#include "doorway/processes/descriptor.hpp"

namespace doorway::bench {
namespace {

timespec as_timespec(nanoseconds time) {
  constexpr auto second = nanoseconds(std::chrono::seconds(1)).count();
  return {.tv_sec = time.count() / second, .tv_nsec = time.count() % second};
}
timespec after(nanoseconds time) {  // on the monotonic clock
  return as_timespec(std::chrono::steady_clock::now().time_since_epoch() + time);
}

class sysv {
 public:
  explicit sysv(unsigned k) : id_(::semget(IPC_PRIVATE, 1, 0600)) {
    if (id_ < 0 || ::semctl(id_, 0, SETVAL, static_cast<int>(k)) != 0) throw std::runtime_error("no SysV semaphore");
  }
  ~sysv() { ::semctl(id_, 0, IPC_RMID); }
  sysv(const sysv&) = delete;
  sysv& operator=(const sysv&) = delete;

  void lock() const { change(-1); }
  void unlock() const { change(1); }
  [[nodiscard]] bool try_lock_for(nanoseconds time) const {
    sembuf step{0, -1, SEM_UNDO};
    const auto most = as_timespec(time);
    return ::semtimedop(id_, &step, 1, &most) == 0;
  }

 private:
  void change(short by) const {
    sembuf step{0, by, SEM_UNDO};
    while (::semop(id_, &step, 1) != 0) {}
  }
  int id_;
};

class posix_semaphore {
 public:
  explicit posix_semaphore(unsigned k) { ::sem_init(&*at_, 1, k); }
  void lock() const {
    while (::sem_wait(&*at_) != 0) {}
  }
  void unlock() const { ::sem_post(&*at_); }
  [[nodiscard]] bool try_lock_for(nanoseconds time) const {
    const auto when = after(time);
    return ::sem_clockwait(&*at_, CLOCK_MONOTONIC, &when) == 0;
  }

 private:
  shared_array<sem_t> at_;
};

class robust_mutex {
 public:
  robust_mutex() {
    pthread_mutexattr_t how;
    ::pthread_mutexattr_init(&how);
    ::pthread_mutexattr_setpshared(&how, PTHREAD_PROCESS_SHARED);
    ::pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
    ::pthread_mutex_init(&*at_, &how);
  }
  void lock() const {
    if (::pthread_mutex_lock(&*at_) == EOWNERDEAD) ::pthread_mutex_consistent(&*at_);
  }
  void unlock() const { ::pthread_mutex_unlock(&*at_); }
  [[nodiscard]] bool try_lock_for(nanoseconds time) const {
    const auto when = after(time);
    return ::pthread_mutex_clocklock(&*at_, CLOCK_MONOTONIC, &when) == 0;
  }

 private:
  shared_array<pthread_mutex_t> at_;
};

// Each worker opens the file for itself: a lock belongs to an open file.
class file_lock {
 public:
  file_lock() : path_(std::filesystem::path("/dev/shm") / ("doorway-bench-flock-" + std::to_string(::getpid()))) {}
  ~file_lock() { ::unlink(path_.c_str()); }
  file_lock(const file_lock&) = delete;
  file_lock& operator=(const file_lock&) = delete;

  class handle {
   public:
    handle(const file_lock& lock, unsigned) : fd_(::open(lock.path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}
    void lock() const {
      while (::flock(fd_.get(), LOCK_EX) != 0) {}
    }
    void unlock() const { ::flock(fd_.get(), LOCK_UN); }

   private:
    processes::descriptor fd_;
  };

 private:
  std::filesystem::path path_;
};

}  // namespace

void add_system(std::vector<contestant>& to) {
  to.push_back(
      {.name = "SysV semop, SEM_UNDO", .what = kind::fair, .most_k = unlimited, .timed = true, .make = made_for<sysv>});
  to.push_back({.name = "POSIX sem_t", .most_k = unlimited, .timed = true, .make = made_for<posix_semaphore>});
  to.push_back({.name = "robust pthread mutex", .threads = false, .timed = true, .make = made_for<robust_mutex>});
  to.push_back({.name = "flock", .threads = false, .make = made_for<file_lock>});
}

}  // namespace doorway::bench
