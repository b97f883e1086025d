// What a processor is told in a loop that waits.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace doorway::bench {

inline void pause() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace doorway::bench
