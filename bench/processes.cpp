// Locks between processes, side by side: doorway's with names, SysV semop with SEM_UNDO, sem_t in shared memory, a robust
// pthread mutex, flock. Prints a Markdown table.
//
//     passage    acquire and release by one process that nobody disturbs
//     two        the same by two processes at once, 1 us inside: the time per passage of both together
//     hand-off   from just before the holder releases until a process that sleeps in acquire is inside
//
// Rounds of all locks are interleaved, so that a noisy moment hits them alike; medians over the rounds.
#include <pthread.h>
#include <semaphore.h>
#include <sys/file.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "doorway/named_k_mutex.hpp"
#include "doorway/named_mutex.hpp"

namespace {

using clock_type = std::chrono::steady_clock;
using namespace std::chrono_literals;

double nanoseconds_since(clock_type::time_point start) {
  return std::chrono::duration<double, std::nano>(clock_type::now() - start).count();
}
double median(std::vector<double> values, double at = 0.5) {
  std::sort(values.begin(), values.end());
  return values[std::min(values.size() - 1, static_cast<std::size_t>(at * static_cast<double>(values.size())))];
}

template <class T>
T& make_shared_object() {
  void* at = ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) throw std::bad_alloc();
  return *new (at) T{};
}

// --- the contenders: an object of each is made in the process that uses it ---

class sysv {
 public:
  static int make() {
    const int id = ::semget(IPC_PRIVATE, 1, 0600);
    if (id < 0 || ::semctl(id, 0, SETVAL, 1) != 0) throw std::runtime_error("no SysV semaphore");
    return id;
  }
  explicit sysv(int id) : id_(id) {}
  void lock() const { change(-1); }
  void unlock() const { change(1); }

 private:
  void change(short by) const {
    sembuf step{0, by, SEM_UNDO};
    while (::semop(id_, &step, 1) != 0) {}
  }
  int id_;
};

class posix_semaphore {
 public:
  explicit posix_semaphore(sem_t* at) : at_(at) {}
  void lock() const {
    while (::sem_wait(at_) != 0) {}
  }
  void unlock() const { ::sem_post(at_); }

 private:
  sem_t* at_;
};

class robust_mutex {
 public:
  static pthread_mutex_t* make() {
    auto& made = make_shared_object<pthread_mutex_t>();
    pthread_mutexattr_t how;
    ::pthread_mutexattr_init(&how);
    ::pthread_mutexattr_setpshared(&how, PTHREAD_PROCESS_SHARED);
    ::pthread_mutexattr_setrobust(&how, PTHREAD_MUTEX_ROBUST);
    ::pthread_mutex_init(&made, &how);
    return &made;
  }
  explicit robust_mutex(pthread_mutex_t* at) : at_(at) {}
  void lock() const {
    if (::pthread_mutex_lock(at_) == EOWNERDEAD) ::pthread_mutex_consistent(at_);
  }
  void unlock() const { ::pthread_mutex_unlock(at_); }

 private:
  pthread_mutex_t* at_;
};

class file_lock {
 public:
  explicit file_lock(const std::string& path) : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}
  void lock() const {
    while (::flock(fd_.get(), LOCK_EX) != 0) {}
  }
  void unlock() const { ::flock(fd_.get(), LOCK_UN); }

 private:
  doorway::processes::descriptor fd_;
};

// A lock, and the slot number as well.
class numbered {
 public:
  explicit numbered(const std::string& name) : lock_(name, {.k = 2}) {}
  void lock() {
    lock_.lock();
    number_ = lock_.slot();
  }
  void unlock() { lock_.unlock(); }

 private:
  doorway::named_k_mutex lock_;
  doorway::process_id number_ = 0;
};

// --- the measurements ---

template <class Run>
pid_t in_a_child(Run&& run) {
  std::fflush(nullptr);
  const pid_t pid = ::fork();
  if (pid < 0) throw std::runtime_error("no child");
  if (pid == 0) {
    run();
    ::_exit(0);
  }
  return pid;
}
void wait_for(pid_t pid) { ::waitpid(pid, nullptr, 0); }

constexpr auto long_enough = 40ms;

template <class Lock>
double passage(Lock& lock) {
  for (int i = 0; i < 100; ++i) {
    lock.lock();
    lock.unlock();
  }
  long count = 0;
  const auto start = clock_type::now();
  while (clock_type::now() - start < long_enough)
    for (int i = 0; i < 100; ++i, ++count) {
      lock.lock();
      lock.unlock();
    }
  return nanoseconds_since(start) / static_cast<double>(count);
}

struct pair_state {
  std::atomic<int> ready{0};
  std::atomic<bool> stop{false};
  std::atomic<long> count{0};
};
template <class Make>
double two(Make&& make) {
  static auto& state = make_shared_object<pair_state>();
  state.ready = 0;
  state.stop = false;
  state.count = 0;
  const auto work = [&] {
    auto lock = make();
    ++state.ready;
    while (state.ready < 2) std::this_thread::yield();
    long mine = 0;
    for (; !state.stop; ++mine) {
      lock->lock();
      for (const auto start = clock_type::now(); clock_type::now() - start < 1us;) {}
      lock->unlock();
    }
    state.count += mine;
  };
  const pid_t a = in_a_child(work);
  const pid_t b = in_a_child(work);
  while (state.ready < 2) std::this_thread::sleep_for(100us);
  const auto start = clock_type::now();
  std::this_thread::sleep_for(long_enough);
  state.stop = true;
  const double elapsed = nanoseconds_since(start);
  wait_for(a);
  wait_for(b);
  return elapsed / static_cast<double>(state.count);
}

struct hand_off_state {
  std::atomic<int> held{0}, waiting{0}, done{0};
  std::atomic<clock_type::rep> released{0};
};
constexpr int hand_offs = 40;
template <class Make>
void hand_off(Make&& make, std::vector<double>& nanoseconds) {
  static auto& state = make_shared_object<hand_off_state>();
  state.held = state.waiting = state.done = 0;
  const pid_t holder = in_a_child([&] {
    auto lock = make();
    for (int i = 1; i <= hand_offs; ++i) {
      lock->lock();
      state.held = i;
      while (state.waiting != i) std::this_thread::sleep_for(50us);
      std::this_thread::sleep_for(700us);  // asleep by now
      state.released = clock_type::now().time_since_epoch().count();
      lock->unlock();
      while (state.done != i) std::this_thread::sleep_for(50us);
    }
  });
  static auto& measured = make_shared_object<std::array<double, hand_offs>>();
  const pid_t waiter = in_a_child([&] {
    auto lock = make();
    for (int i = 1; i <= hand_offs; ++i) {
      while (state.held != i) std::this_thread::sleep_for(50us);
      state.waiting = i;
      lock->lock();
      const auto in = clock_type::now().time_since_epoch().count();
      measured[static_cast<std::size_t>(i - 1)] = static_cast<double>(in - state.released);
      lock->unlock();
      state.done = i;
    }
  });
  wait_for(holder);
  wait_for(waiter);
  nanoseconds.insert(nanoseconds.end(), measured.begin(), measured.end());
}

struct contender {
  std::string name;
  bool excludes = true;  // one at a time: else there is nobody to hand over to
  std::function<double()> solo, both;
  std::function<void(std::vector<double>&)> hand;
  std::vector<double> passages, twos, hand_offs;
};

template <class Make>
contender entry(const std::string& name, Make make, bool excludes = true) {
  contender made;
  made.name = name;
  made.excludes = excludes;
  made.solo = [lock = std::shared_ptr(make())] { return passage(*lock); };
  made.both = [make] { return two(make); };
  made.hand = [make](std::vector<double>& into) { hand_off(make, into); };
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 11;
  std::string place = "/dev/shm/doorway-bench-XXXXXX";
  if (::mkdtemp(place.data()) == nullptr) return 1;
  ::setenv("DOORWAY_DIR", place.c_str(), 1);

  const int sysv_id = sysv::make();
  auto& semaphore = make_shared_object<sem_t>();
  ::sem_init(&semaphore, 1, 1);
  auto* robust = robust_mutex::make();

  using doorway::named_k_mutex;
  using doorway::named_mutex;
  std::vector<contender> all;
  all.push_back(entry("SysV semop, SEM_UNDO", [=] { return std::make_unique<sysv>(sysv_id); }));
  all.push_back(entry("doorway::named_mutex", [] { return std::make_unique<named_mutex>("usual"); }));
  all.push_back(entry("doorway::named_mutex, 16 seats",
                      [] { return std::make_unique<named_mutex>("small", doorway::named_options{.seats = 16}); }));
  all.push_back(entry(
      "doorway::named_k_mutex, k = 2",
      [] { return std::make_unique<named_k_mutex>("two", doorway::named_k_options{.k = 2}); }, false));
  all.push_back(entry(
      "the same, with slot()", [] { return std::make_unique<numbered>("numbered"); }, false));
  all.push_back(entry("sem_t in shared memory", [&] { return std::make_unique<posix_semaphore>(&semaphore); }));
  all.push_back(entry("robust pthread mutex", [=] { return std::make_unique<robust_mutex>(robust); }));
  all.push_back(entry("flock", [place] { return std::make_unique<file_lock>(place + "/.flock"); }));

  for (int round = 0; round < rounds; ++round)
    for (auto& each : all) {
      each.passages.push_back(each.solo());
      each.twos.push_back(each.both());
      if (each.excludes) each.hand(each.hand_offs);
    }
  ::semctl(sysv_id, 0, IPC_RMID);
  std::filesystem::remove_all(place);

  const double passage_unit = median(all.front().passages);
  const double two_unit = median(all.front().twos);
  const double hand_unit = median(all.front().hand_offs);
  std::printf(
      "Medians of %d rounds, %u processors; x is the time of SysV divided by that of this lock: more is better.\n\n",
      rounds, std::thread::hardware_concurrency());
  std::printf("| lock | passage, ns | x | two, ns | x | hand-off, us | x | 99 %% of hand-offs, us |\n");
  std::printf("| --- | --: | --: | --: | --: | --: | --: | --: |\n");
  for (const auto& each : all) {
    const double passages = median(each.passages);
    const double twos = median(each.twos);
    std::printf("| %s | %.0f | %.2f | %.0f | %.2f |", each.name.c_str(), passages, passage_unit / passages, twos,
                two_unit / twos);
    if (!each.excludes) {
      std::printf(" | | |\n");
      continue;
    }
    const double hand = median(each.hand_offs);
    std::printf(" %.1f | %.2f | %.1f |\n", hand / 1000, hand_unit / hand, median(each.hand_offs, 0.99) / 1000);
  }
}
