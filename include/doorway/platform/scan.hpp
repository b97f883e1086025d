// Looking at many registers at once: packed words, a cache line at a time, by vector instructions where the processor has them.
//
// Two named platform assumptions, of this file only, for C++ has no words for either. First: an aligned vector load reads each of
// its aligned 8-byte lanes whole. It is true of current x86-64 processors of Intel and AMD and promised by neither. So vectors are
// used on those two only, not under ThreadSanitizer, which cannot see them, and not if the environment says DOORWAY_SCAN=scalar
// (or avx2: nothing wider). Second: eight registers of a byte each may be read by one load of their word, which sees of each what
// a load of that byte could see. x86-64 says so (the load is an instruction of ours, not one that a compiler may reason about);
// elsewhere, and under ThreadSanitizer, bytes are read one by one.
//
// What the caller has just written is not read at all, and its neighbours one by one: a load over a word that is still on its
// way to the cache waits for it, for longer than all the others take. In which order the words of a line are read is not said:
// what uses this is checked in the lab in any order (doorway-lab check --any-order).
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/platform/cache_line.hpp"
#include "doorway/platform/sanitizer.hpp"

#if defined(__x86_64__) && !defined(DOORWAY_UNDER_THREAD_SANITIZER)
#define DOORWAY_VECTORS 1
#define DOORWAY_WHOLE_WORDS 1
#else
#define DOORWAY_VECTORS 0
#define DOORWAY_WHOLE_WORDS 0
#endif

namespace doorway::scan {

enum class width : std::uint8_t { scalar, avx2, avx512 };

inline word load_byte(const std::uint8_t& from) {
  return std::atomic_ref<std::uint8_t>(const_cast<std::uint8_t&>(from)).load();
}
inline word load(const word& from) { return std::atomic_ref<word>(const_cast<word&>(from)).load(); }

namespace detail {

inline width find_width() {
#if DOORWAY_VECTORS
  const char* const wish = std::getenv("DOORWAY_SCAN");
  const std::string_view at_most = wish == nullptr ? "" : wish;
  if (at_most == "scalar" || !(__builtin_cpu_is("intel") || __builtin_cpu_is("amd"))) return width::scalar;
  if (at_most != "avx2" && __builtin_cpu_supports("avx512f")) return width::avx512;
  if (__builtin_cpu_supports("avx2")) return width::avx2;
#endif
  return width::scalar;
}

}  // namespace detail

// What this process uses.
inline const width widest = detail::find_width();

// Eight registers of a byte each, or a register of a word.
inline word load_whole(const word& from) {
#if DOORWAY_WHOLE_WORDS
  word got;
  asm volatile("movq %1, %0" : "=r"(got) : "m"(from) : "memory");
  return got;
#else
  return load(from);
#endif
}

// Lines of words: `first` lies at the beginning of one.
namespace detail {

// Bit j is set if word j of the line is larger than `value`.
inline word above_in_line(const word* line, word value) {
  word bits = 0;
  for (std::size_t j = 0; j < words_per_line; ++j) bits |= static_cast<word>(load(line[j]) > value) << j;
  return bits;
}
// How the registers of the group, except number `own` of it, differ from `value`: 0 if not at all. own ^ j, for all j but 0, are
// the others: so nothing need be compared on the way.
template <std::size_t Group>
[[gnu::always_inline]] inline word difference(const word* first, word value, std::size_t own) {
  static_assert((Group & (Group - 1)) == 0);
  word differ = 0;
#pragma GCC unroll 8
  for (std::size_t j = 1; j < Group; ++j) differ |= load_whole(first[own ^ j]) ^ value;
  return differ;
}
// The same of the bytes of a word.
[[gnu::always_inline]] inline word difference_of_bytes(const std::uint8_t* first, word value, std::size_t own) {
  word differ = 0;
#pragma GCC unroll 8
  for (std::size_t j = 1; j < sizeof(word); ++j) differ |= load_byte(first[own ^ j]) ^ value;
  return differ;
}

#if DOORWAY_VECTORS
// Written with the vectors of the language's dialect: <immintrin.h> alone takes longer to compile than <mutex>.
using line_vector [[gnu::vector_size(64)]] = long long;
using half_vector [[gnu::vector_size(32)]] = long long;
using half_of_doubles [[gnu::vector_size(32)]] = double;

// Vector loads that the compiler neither merges nor moves.
[[gnu::target("avx512f")]] inline line_vector line512(const word* line) {
  line_vector got;
  asm volatile("vmovdqa64 %1, %0" : "=v"(got) : "m"(*reinterpret_cast<const word(*)[words_per_line]>(line)) : "memory");
  return got;
}
[[gnu::target("avx2")]] inline half_vector half256(const word* half) {
  half_vector got;
  asm volatile("vmovdqa %1, %0"
               : "=x"(got)
               : "m"(*reinterpret_cast<const word(*)[words_per_line / 2]>(half))
               : "memory");
  return got;
}
[[gnu::target("avx512f")]] inline line_vector all512(word value) {
  return line_vector{} + static_cast<long long>(value);
}
[[gnu::target("avx2")]] inline half_vector all256(word value) { return half_vector{} + static_cast<long long>(value); }
[[gnu::target("avx512f")]] inline bool is_zero512(line_vector what) {
  unsigned nonzero;
  asm("vptestmq %1, %1, %%k1\n\tkmovw %%k1, %0" : "=r"(nonzero) : "v"(what) : "k1");
  return nonzero == 0;
}
[[gnu::target("avx2")]] inline bool is_zero256(half_vector what) { return __builtin_ia32_ptestz256(what, what) != 0; }

// Are all words equal to `value`, except number `own`, which is not read?
[[gnu::target("avx512f"), gnu::noinline]] inline bool others_are_512(const word* first, std::size_t lines,
                                                                     std::size_t own, word value) {
  const line_vector wanted = all512(value);
  line_vector differ{};
  const word* const own_line = first + own / words_per_line * words_per_line;
  for (const word* line = first; line != own_line; line += words_per_line) differ |= line512(line) ^ wanted;
  for (const word* line = own_line + words_per_line; line != first + lines * words_per_line; line += words_per_line)
    differ |= line512(line) ^ wanted;
  constexpr std::size_t half = words_per_line / 2;
  const half_vector there = half256(own_line + (own / half % 2 == 0 ? half : 0)) ^ all256(value);
  const word near = difference<half>(first + own / half * half, value, own % half);
  return near == 0 && is_zero512(differ) && is_zero256(there);
}
[[gnu::target("avx2"), gnu::noinline]] inline bool others_are_256(const word* first, std::size_t lines, std::size_t own,
                                                                  word value) {
  constexpr std::size_t half = words_per_line / 2;
  const half_vector wanted = all256(value);
  half_vector differ{};
  const word* const own_half = first + own / half * half;
  for (const word* at = first; at != own_half; at += half) differ |= half256(at) ^ wanted;
  for (const word* at = own_half + half; at != first + lines * words_per_line; at += half)
    differ |= half256(at) ^ wanted;
  return difference<half>(own_half, value, own % half) == 0 && is_zero256(differ);
}
[[gnu::target("avx512f"), gnu::noinline]] inline word max_512(const word* first, std::size_t lines) {
  line_vector largest{};
  for (std::size_t i = 0; i < lines; ++i) {
    const line_vector next = line512(first + i * words_per_line);
    largest = next > largest ? next : largest;
  }
  long long found = 0;
  for (std::size_t j = 0; j < words_per_line; ++j) found = largest[j] > found ? largest[j] : found;
  return static_cast<word>(found);
}
[[gnu::target("avx2"), gnu::noinline]] inline word max_256(const word* first, std::size_t lines) {
  half_vector largest{};
  for (std::size_t i = 0; i < 2 * lines; ++i) {
    const half_vector next = half256(first + i * words_per_line / 2);
    largest = next > largest ? next : largest;
  }
  const long long a = largest[0] > largest[1] ? largest[0] : largest[1];
  const long long b = largest[2] > largest[3] ? largest[2] : largest[3];
  return static_cast<word>(a > b ? a : b);
}
[[gnu::target("avx512f"), gnu::noinline]] inline word above_512(const word* line, word value) {
  unsigned bits;
  asm("vpcmpgtq %2, %1, %%k1\n\tkmovw %%k1, %0" : "=r"(bits) : "v"(line512(line)), "v"(all512(value)) : "k1");
  return bits;
}
[[gnu::target("avx2")]] inline word above_in_half(const word* half, word value) {
  const half_vector larger = half256(half) > all256(value);
  return static_cast<word>(__builtin_ia32_movmskpd256(__builtin_bit_cast(half_of_doubles, larger)));
}
[[gnu::target("avx2"), gnu::noinline]] inline word above_256(const word* line, word value) {
  return above_in_half(line, value) | above_in_half(line + words_per_line / 2, value) << 4U;
}
#endif

inline bool others_are([[maybe_unused]] width how, const word* first, std::size_t lines, std::size_t own, word value) {
#if DOORWAY_VECTORS
  if (how == width::avx512) return others_are_512(first, lines, own, value);
  if (how == width::avx2) return others_are_256(first, lines, own, value);
#endif
  word differ = 0;
  for (std::size_t i = 0; i < lines; ++i) {
    const word* const line = first + i * words_per_line;
    if (i == own / words_per_line) {
      differ |= difference<words_per_line>(line, value, own % words_per_line);
    } else {
#pragma GCC unroll 8
      for (std::size_t j = 0; j < words_per_line; ++j) differ |= load_whole(line[j]) ^ value;
    }
  }
  return differ == 0;
}
inline word max_of_lines([[maybe_unused]] width how, const word* first, std::size_t lines) {
#if DOORWAY_VECTORS
  if (how == width::avx512) return max_512(first, lines);
  if (how == width::avx2) return max_256(first, lines);
#endif
  word largest = 0;
  for (std::size_t i = 0; i < lines * words_per_line; ++i)
    if (const word next = load(first[i]); next > largest) largest = next;
  return largest;
}
inline word above([[maybe_unused]] width how, const word* line, word value) {
#if DOORWAY_VECTORS
  if (how == width::avx512) return above_512(line, value);
  if (how == width::avx2) return above_256(line, value);
#endif
  return above_in_line(line, value);
}

}  // namespace detail

// Is every word of the line `value`, except number `own`?
[[nodiscard, gnu::always_inline]] inline bool others_in_line_are(const word* line, std::size_t own, word value) {
  return detail::difference<words_per_line>(line, value, own) == 0;
}

// All registers of a packed array but that of p, found beforehand.
class others_of {
 public:
  // An array of words, and one of bytes, with so many registers.
  static others_of words(const word* first, std::size_t lines, process_id p, width how = widest) {
    return {first, lines, p, nullptr, 0, how};
  }
  static others_of bytes(const word* first, std::size_t lines, process_id p, width how = widest) {
    return {first, lines, p / 8, reinterpret_cast<const std::uint8_t*>(first + p / 8), p % 8, how};
  }

  // Is every one of them `value`?
  [[nodiscard, gnu::always_inline]] bool all(word value) const {
    if (bytes_ != nullptr) {
      if (detail::difference_of_bytes(bytes_, value, byte_) != 0) return false;
#if !DOORWAY_WHOLE_WORDS
      return other_words_are_bytes(value);
#endif
      value *= 0x0101'0101'0101'0101;
    }
    if (lines_ == 1) return others_in_line_are(first_, own_, value);
    return detail::others_are(widest_, first_, lines_, own_, value);
  }

 private:
  others_of(const word* first, std::size_t lines, std::size_t own, const std::uint8_t* bytes, std::size_t byte,
            width how)
      : first_(first), lines_(lines), own_(own), bytes_(bytes), byte_(byte), widest_(how) {}

#if !DOORWAY_WHOLE_WORDS
  [[nodiscard]] bool other_words_are_bytes(word value) const {
    word differ = 0;
    for (std::size_t i = 0; i < lines_ * words_per_line; ++i)
      for (std::size_t j = 0; j < sizeof(word) && i != own_; ++j)
        differ |= load_byte(reinterpret_cast<const std::uint8_t*>(first_ + i)[j]) ^ value;
    return differ == 0;
  }
#endif

  const word* first_;
  std::size_t lines_;
  std::size_t own_;            // p's word
  const std::uint8_t* bytes_;  // null: an array of words; else that word, byte by byte
  std::size_t byte_;           // p's
  width widest_;
};

// The largest word.
inline word max(const word* first, std::size_t lines, width how = widest) {
  if (lines > 1) return detail::max_of_lines(how, first, lines);
  word largest = 0;
  for (std::size_t j = 0; j < words_per_line; ++j)
    if (const word next = load(first[j]); next > largest) largest = next;
  return largest;
}

// Of the processes i = base + b, where bit b of `among` is set, p not among them: those with (ticket, p) < (X[i], i), as bits.
// `at` is X[base].
inline word later(const word* at, process_id base, word among, word ticket, process_id p, width how = widest) {
  constexpr process_id in_line = words_per_line;
  word found = 0;
  for (process_id first = 0; first < 64; first += in_line) {
    const word here = among >> first & 0xFF;
    if (here == 0) continue;
    const word* const line = at + first;
    const process_id begin = base + first;
    word bits = 0;
    if (begin + in_line <= p) {
      bits = detail::above(how, line, ticket);
    } else if (begin > p) {
      bits = detail::above(how, line, ticket - 1);
    } else {
      for (process_id j = 0; j < in_line; ++j)
        bits |= static_cast<word>(load(line[j]) > (begin + j < p ? ticket : ticket - 1)) << j;
    }
    found |= (bits & here) << first;
  }
  return found;
}

}  // namespace doorway::scan
