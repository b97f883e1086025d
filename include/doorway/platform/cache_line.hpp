// The cache line: what a processor fetches and gives away as a whole.
#pragma once

#include <cstddef>

namespace doorway {

inline constexpr std::size_t words_per_line = 8;  // 64 bytes

}  // namespace doorway
