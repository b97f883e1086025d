// What an ordinary write is to the processor; an announce (registers.hpp) is always sequentially consistent.
//
// On x86-64 a release store is a plain store, and a sequentially consistent one an exchange, which costs several times as much.
// A plain store may stay in the store buffer of its processor while later loads of the same thread are done, and that is all
// that the processor does: loads are done in order, stores become visible in order, to all at the same time, and a locked
// instruction (the exchange) waits until the buffer is empty. This is x86-TSO (P. Sewell, S. Sarkar, S. Owens, F. Zappa Nardelli,
// M. O. Myreen, "x86-TSO: a rigorous and usable programmer's model for x86 multiprocessors", CACM 53(7), 2010). Compilers keep
// to the same order: no access may move down over a release store or up over a sequentially consistent load. Which writes of
// an algorithm must be announces under x86-TSO, the lab finds out: doorway-lab check --memory-order tso, docs/fences.md.
//
// Other processors reorder more, and nobody has asked the lab about them. The thread sanitizer knows only what the language
// promises. Both get sequentially consistent writes.
#pragma once

#include <atomic>

#include "doorway/platform/sanitizer.hpp"

namespace doorway {

#if defined(__x86_64__) && !defined(DOORWAY_UNDER_THREAD_SANITIZER)
inline constexpr std::memory_order order_of_writes = std::memory_order_release;
#else
inline constexpr std::memory_order order_of_writes = std::memory_order_seq_cst;
#endif

}  // namespace doorway
