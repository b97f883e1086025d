// Whether a process of another pid namespace (a container) still lives, where that can be told: in the machine's first pid
// namespace, whose /proc shows every process there is, with its number in its own namespace (NSpid). It is gone if no process
// has that number there and that start. From a container nobody can tell of another one: unknown.
//
// The number of a namespace is used again when the namespace is gone, and then all that was in it is dead: no process of the
// new one can have started at the same time with the same number. So the namespace's number is not looked at here.
#pragma once

#include <dirent.h>
#include <sys/types.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "doorway/core/registers.hpp"
#include "doorway/processes/process_file.hpp"

namespace doorway::processes {

// unknown: it belongs to another pid namespace than ours and we are not in the machine's first, or the kernel will not say.
// The caller takes it for alive.
enum class life : unsigned char { gone, alive, unknown };

// PROC_PID_INIT_INO of Linux: the same on every machine.
inline constexpr word first_pid_namespace = 0xEFFFFFFC;

struct nested_process {
  word pid = 0;      // in its own namespace
  word started = 0;  // 0: cannot be read
};

// All living processes of other pid namespaces than this, the first; nothing if /proc may not show all of them.
inline std::optional<std::vector<nested_process>> nested_processes() {
  // Where processes are hidden, a process that is not seen need not be gone.
  std::ifstream mounts("/proc/self/mounts");
  bool shown = false;
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string device, at, type, options;
    words >> device >> at >> type >> options;
    if (at != "/proc") continue;
    const auto hides = options.find("hidepid=");
    shown = type == "proc" && (hides == std::string::npos || options.compare(hides + 8, 3, "off") == 0 ||
                               options.compare(hides + 8, 1, "0") == 0);
  }
  struct closer {
    void operator()(DIR* open) const { ::closedir(open); }
  };
  const std::unique_ptr<DIR, closer> all(::opendir("/proc"));
  if (!shown || !all) return std::nullopt;
  std::vector<nested_process> found;
  for (;;) {
    errno = 0;
    const auto* entry = ::readdir(all.get());  // NOLINT(concurrency-mt-unsafe): a stream of our own
    if (entry == nullptr && errno != 0) return std::nullopt;
    if (entry == nullptr) return found;
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    const pid_t pid = static_cast<pid_t>(std::atol(entry->d_name));
    std::string status;
    const int error = read_process_file(pid, "status", status);
    if (error == ENOENT || error == ESRCH) continue;  // it has just ended
    const auto numbers = status.find("\nNSpid:");
    if (error != 0 || numbers == std::string::npos) return std::nullopt;
    const auto end = status.find('\n', numbers + 1);
    std::istringstream words(status.substr(numbers + 7, end - numbers - 7));
    word own = 0;
    int depth = 0;
    while (words >> own) ++depth;
    bool ended = false;
    if (depth < 2) continue;
    const word started = start_time(pid, ended);
    if (!ended) found.push_back({own, started});
  }
}

// What the last look found.
struct last_look {
  std::mutex guard;
  std::chrono::steady_clock::time_point looked{};
  std::vector<nested_process> living;
};
inline last_look& last_looked() {
  static std::atomic<last_look*> known{nullptr};  // no guard: some compile without (-fno-threadsafe-statics)
  last_look* there = known.load(std::memory_order_acquire);
  if (there != nullptr) return *there;
  auto mine = std::make_unique<last_look>();
  return known.compare_exchange_strong(there, mine.get(), std::memory_order_acq_rel) ? *mine.release() : *there;
}

// Of a process of another pid namespace; the caller is in the first.
inline life look_through_machine(word pid, word started, bool same_time) {
  using clock = std::chrono::steady_clock;
  last_look& last = last_looked();
  const auto is_it = [&](const nested_process& one) {
    return one.pid == pid && (!same_time || started == 0 || one.started == 0 || one.started == started);
  };
  // Looking takes milliseconds, and those who wait ask often. Who lived a moment ago is said to live; that somebody is gone is
  // never said without looking.
  const std::unique_lock alone(last.guard, std::try_to_lock);
  if (alone && clock::now() - last.looked < std::chrono::milliseconds(300) &&
      std::any_of(last.living.begin(), last.living.end(), is_it))
    return life::alive;
  auto living = nested_processes();
  if (!living) return life::unknown;
  const bool gone = std::none_of(living->begin(), living->end(), is_it);
  if (alone) {
    last.looked = clock::now();
    last.living = *std::move(living);
  }
  return gone ? life::gone : life::alive;
}

}  // namespace doorway::processes
