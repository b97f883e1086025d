// Sleeping in the kernel until a word changes. The only system call of a waiting process.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <chrono>
#include <climits>
#include <ctime>

#include "doorway/registers.hpp"

namespace doorway::futex {

// Who can see the word: the threads of this process, or everybody who has mapped the file that it lies in.
enum class reach : bool { one_process, many_processes };

namespace detail {
// The kernel looks at 32 bits: the half of the word that holds small values.
inline std::uint32_t* low_half(word* at) {
  return reinterpret_cast<std::uint32_t*>(at) + (std::endian::native == std::endian::big ? 1 : 0);
}
constexpr int operation(int op, reach who) { return who == reach::one_process ? op | FUTEX_PRIVATE_FLAG : op; }
}  // namespace detail

// Sleeps while *at is `value` (below 2^32), but no longer than `most`. May return early for no reason.
inline void sleep(word* at, word value, std::chrono::nanoseconds most, reach who) {
  if (most <= std::chrono::nanoseconds::zero()) return;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(most);
  timespec limit{};
  limit.tv_sec = static_cast<std::time_t>(seconds.count());
  limit.tv_nsec = static_cast<long>((most - seconds).count());
  const int saved = errno;
  syscall(SYS_futex, detail::low_half(at), detail::operation(FUTEX_WAIT, who), static_cast<std::uint32_t>(value),
          &limit, nullptr, 0);
  errno = saved;
}

// Wakes whoever sleeps on *at.
inline void wake(word* at, reach who) {
  const int saved = errno;
  syscall(SYS_futex, detail::low_half(at), detail::operation(FUTEX_WAKE, who), INT_MAX, nullptr, nullptr, 0);
  errno = saved;
}

}  // namespace doorway::futex
