// Sleeping in the kernel until a word changes. The only system call of a waiting process.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>
#include <limits>

#include "doorway/core/registers.hpp"

namespace doorway::futex {

// Who can see the word: the threads of this process, or everybody who has mapped the file that it lies in.
enum class reach : bool { one_process, many_processes };

namespace detail {
// The kernel looks at 32 bits: the half of the word that holds small values.
inline std::uint32_t* low_half(word* at) {
  return reinterpret_cast<std::uint32_t*>(at) + (std::endian::native == std::endian::big ? 1 : 0);
}
constexpr int operation(int op, reach who) { return who == reach::one_process ? op | FUTEX_PRIVATE_FLAG : op; }

// A time as the kernel's call takes it, which is not what <ctime> calls a timespec: there a 32-bit program may ask for 64 bits
// (_TIME_BITS=64), and the kernel would take the upper half of the seconds for the nanoseconds.
template <class Number>
struct time {
  Number seconds;
  Number nanoseconds;

  static constexpr time of(std::chrono::nanoseconds length) {
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(length);
    const auto seconds = std::min<std::int64_t>(whole.count(), std::numeric_limits<Number>::max());
    return {static_cast<Number>(seconds), static_cast<Number>((length - whole).count())};
  }
};
#if defined(__x86_64__)
using usual_time = time<std::int64_t>;  // also where long has 32 bits (x32)
#else
using usual_time = time<long>;
#endif

// Sleeps while *at is `value`, but no longer than `most`; what the kernel says, 0 or an error number.
inline int wait(const std::uint32_t* at, std::uint32_t value, std::chrono::nanoseconds most, reach who) {
  const int saved = errno;
  const int op = operation(FUTEX_WAIT, who);
  long got = -1;
  errno = ENOSYS;
#if defined(SYS_futex)
  const auto limit = usual_time::of(most);
  got = syscall(SYS_futex, at, op, value, &limit, nullptr, 0);
#endif
#if defined(SYS_futex_time64)
  if (got != 0 && errno == ENOSYS) {  // a kernel without the calls of before 2038
    const auto wide_limit = time<std::int64_t>::of(most);
    got = syscall(SYS_futex_time64, at, op, value, &wide_limit, nullptr, 0);
  }
#endif
  const int error = got == 0 ? 0 : errno;
  errno = saved;
  return error;
}
}  // namespace detail

// Sleeps while *at is `value` (below 2^32), but no longer than `most`. May return early for no reason.
inline void sleep(word* at, word value, std::chrono::nanoseconds most, reach who) {
  if (most <= std::chrono::nanoseconds::zero()) return;
  detail::wait(detail::low_half(at), static_cast<std::uint32_t>(value), most, who);
}

// Wakes all that sleep on *at.
inline void wake(word* at, reach who) {
  const int saved = errno;
#if defined(SYS_futex)
  constexpr long call = SYS_futex;
#else
  constexpr long call = SYS_futex_time64;
#endif
  syscall(call, detail::low_half(at), detail::operation(FUTEX_WAKE, who), INT_MAX, nullptr, nullptr, 0);
  errno = saved;
}

// Is there a word at that address, and is it `value`? For an address of which one knows nothing: if nothing is mapped there, the
// kernel says so. (It is asked to sleep for no time.)
inline bool equals(const std::uint32_t* at, std::uint32_t value) {
  for (;;) {
    const int error = detail::wait(at, value, std::chrono::nanoseconds::zero(), reach::one_process);
    if (error != EINTR) return error == 0 || error == ETIMEDOUT;
  }
}

}  // namespace doorway::futex
