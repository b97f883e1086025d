// A place in memory that all copies of this library in one process find, however they were linked.
//
// A program and the libraries that it loads may each have a copy of every inline variable here: hidden symbols, -Bsymbolic,
// a version script, no -rdynamic, dlmopen. What they have in common is the address space and what the kernel said when the
// program started (the auxiliary vector). From the latter follow a few addresses, others in every process. Where one of them is free, the
// first copy maps the place there; it stays for ever. Later copies find it there: no symbol, no file, no /proc, no
// environment. A forked child has its parent's, as it has all of its memory; a new program begins without.
//
// Whether an address is mapped, and as what, is asked of the kernel, which compares a word without risk (futex_compare).
// A stranger's mapping may lie at one of the addresses, and may come or go at any time. So a copy that finds no place proposes
// one at the first address that it can have, and only then looks at the others, as in the one-bit algorithm: a copy that sees
// a proposal at a smaller address withdraws its own; one that sees one at a larger address waits until that is withdrawn or
// ready. Of two who propose at the same time at least one sees the other. So there is never more than one that is ready.
// A proposal that is mapped and not marked yet looks like a stranger: a copy that can have no address looks again for a second.
//
// What may never change, in no version: the addresses, and the layout of `place`.
#pragma once

#include <sched.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <new>
#include <string>
#include <system_error>
#include <type_traits>

#include "doorway/platform/futex.hpp"

namespace doorway::process_wide {

// The beginning of it, a cache line. The rest is what the layout says.
struct alignas(64) place {
  std::array<std::uint32_t, 4> marks;  // 1: this address, in this process, is ours
  std::uint32_t maker;   // the process that made it: a fork may have come in between, and then nobody goes on
  std::uint32_t ready;   // 1: it is, and stays
  std::uint32_t layout;  // copies with another one must not touch the rest
  std::uint32_t bytes;
};

namespace detail {

inline constexpr std::size_t places = 8;

// Waits for another thread's next step. The longer, the less it uses the processor: that thread may have a lower priority (SCHED_FIFO).
class turns {
 public:
  void wait() {
    if (++waited_ <= yields) {
      ::sched_yield();
    } else {
      const timespec a_moment{.tv_sec = 0, .tv_nsec = 1'000'000};
      ::nanosleep(&a_moment, nullptr);
    }
  }
  [[nodiscard]] bool a_second_over() const { return waited_ > yields + 1000; }

 private:
  static constexpr std::size_t yields = 100;
  std::size_t waited_ = 0;
};

inline std::uint64_t mixed(std::uint64_t x) {  // the finalizer of splitmix64
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}
// Where the kernel put two things of this program: the same for all copies, not for two processes.
inline std::uint64_t secret() {
  return mixed(getauxval(AT_RANDOM)) ^ mixed(getauxval(AT_SYSINFO_EHDR) + 0x9e3779b97f4a7c15U);
}

// The addresses, in steps of 64 KiB. Half of them lie from 128 to 240 GiB: every 64-bit machine with 38 bits of addresses has
// these, and few programs use them. Half below 1 GiB: for 32 bits, and for programs that have the others for themselves
// (AddressSanitizer, valgrind).
inline std::uintptr_t address(std::size_t number) {
  const std::uint64_t random = mixed(secret() + number);
  if constexpr (sizeof(void*) >= 8)
    if (number < places / 2) return 0x20'0000'0000U + random % 0x1c'0000U * 0x1'0000U;
  return static_cast<std::uintptr_t>(0x1000'0000U + random % 0x3000U * 0x1'0000U);
}
inline place* at(std::size_t number) {
  return reinterpret_cast<place*>(address(number));  // NOLINT(performance-no-int-to-ptr): that is the idea
}
inline std::uint32_t mark(std::size_t number, std::size_t i) {
  return static_cast<std::uint32_t>(mixed(secret() + places + 4 * number + i) >> 32U);
}

enum class found : std::uint8_t { nothing, proposal, ready };

// Most of the addresses are not mapped: to be told so is ten times cheaper than a word that cannot be compared, which is a page fault.
inline bool is_unmapped(place* there) {
  unsigned char resident = 0;
  return ::mincore(there, 1, &resident) != 0 && errno == ENOMEM;
}

inline found look(std::size_t number) {
  place* const there = at(number);
  if (is_unmapped(there)) return found::nothing;
  for (std::size_t i = there->marks.size(); i-- > 0;)
    if (!futex::equals(&there->marks[i], mark(number, i))) return found::nothing;
  if (futex::equals(&there->ready, 1)) return found::ready;
  return futex::equals(&there->maker, static_cast<std::uint32_t>(getpid())) ? found::proposal : found::nothing;
}

inline place* propose(std::size_t number, std::size_t bytes) {
#if defined(MAP_FIXED_NOREPLACE)
  constexpr int there = MAP_FIXED_NOREPLACE;
#else
  constexpr int there = 0x100000;  // a kernel that does not know it takes the address for a wish
#endif
  void* const wanted = at(number);
  void* const got =
      ::mmap(wanted, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | there, -1, 0);
  if (got == MAP_FAILED) return nullptr;
  if (got != wanted) {
    ::munmap(got, bytes);
    errno = EEXIST;
    return nullptr;
  }
  auto* const made = static_cast<place*>(got);
  made->maker = static_cast<std::uint32_t>(getpid());
  for (std::size_t i = made->marks.size(); i-- > 0;)  // the last one says that it is there
    std::atomic_ref(made->marks[i])
        .exchange(mark(number, i), std::memory_order_seq_cst);  // before all that is looked at
  return made;
}

// Having proposed at that address: is the place to be there?
inline bool prevails(std::size_t number) {
  turns others;
  for (std::size_t other = 0; other < places; ++other) {
    if (other == number) continue;
    for (found there = look(other); there != found::nothing; there = look(other)) {
      if (there == found::ready || other < number) return false;
      others.wait();
    }
  }
  return true;
}

// The place, made by make() if there is none yet.
template <class Make>
place* find_or_make(std::size_t bytes, Make&& make) {
  turns others;
  for (;; others.wait()) {
    bool in_the_making = false;
    for (std::size_t number = 0; number < places; ++number) {
      const found there = look(number);
      if (there == found::ready) return at(number);
      if (there == found::proposal) in_the_making = true;
    }
    if (in_the_making) continue;
    std::size_t number = 0;
    place* mine = propose(number, bytes);
    while (mine == nullptr && ++number < places) mine = propose(number, bytes);
    if (mine == nullptr) {
      if (errno == EEXIST && !others.a_second_over()) continue;
      throw std::system_error(errno, std::generic_category(),
                              "doorway: no memory where every copy of this library in this process would find it");
    }
    if (prevails(number)) {
      make(mine);
      std::atomic_ref(mine->ready).store(1, std::memory_order_seq_cst);
      return mine;
    }
    ::munmap(mine, bytes);
  }
}

}  // namespace detail

// The one Thing of the process, with this layout. It is never destroyed.
template <class Thing>
Thing& the_one(std::uint32_t layout) {
  constexpr std::size_t bytes = sizeof(place) + sizeof(Thing);
  static_assert(std::is_standard_layout_v<Thing> && alignof(Thing) <= alignof(place));
  const auto thing = [](place* it) { return static_cast<void*>(reinterpret_cast<std::byte*>(it) + sizeof(place)); };
  place* const it = detail::find_or_make(bytes, [&](place* made) {
    made->layout = layout;
    made->bytes = bytes;
    ::new (thing(made)) Thing;
  });
  static_cast<void>(std::atomic_ref(it->ready).load(std::memory_order_acquire));
  if (it->layout != layout || it->bytes != bytes)
    throw std::system_error(
        std::make_error_code(std::errc::not_supported),
        "doorway: this process has two copies of the library that know threads in different ways (layout " +
            std::to_string(it->layout) + " and " + std::to_string(layout) +
            "); build the program and what it loads with the same version");
  return *static_cast<Thing*>(thing(it));
}

}  // namespace doorway::process_wide
