// Words: what a register holds, and what a process is called.
#pragma once

#include <cstdint>
#include <limits>

namespace doorway {

using word = std::uint64_t;
using process_id = std::uint32_t;

// Larger than every ticket. The largest *signed* value, so that signed vector compares order it too.
inline constexpr word infinity = static_cast<word>(std::numeric_limits<std::int64_t>::max());

// The domain of a register that takes values without a bound.
inline constexpr word unbounded = 0;

// The most processes that one lock can have.
inline constexpr process_id most_processes = 1024;

}  // namespace doorway
