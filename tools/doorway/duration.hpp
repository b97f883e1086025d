// Spans of time as people write them.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "doorway/core/registers.hpp"

namespace doorway::tool {

// 500ms, 10s, 2m, 1h30m, 1.5s; a number alone is seconds. Throws std::invalid_argument.
[[nodiscard]] std::chrono::nanoseconds parse_duration(std::string_view text);

// 38 ms, 5.2 s, 3 min 20 s, 5 h 12 min, 3 d 4 h
[[nodiscard]] std::string in_words(std::chrono::nanoseconds span);

// Nanoseconds since boot, as the notes have them, on the wall clock.
[[nodiscard]] std::chrono::system_clock::time_point wall_time(word since_boot);
[[nodiscard]] std::chrono::nanoseconds time_since(word since_boot);

// 12:04:59, or 2024-05-01 12:04:59 if that was not today. Local time.
[[nodiscard]] std::string clock_time(std::chrono::system_clock::time_point when);
// 2024-05-01T12:04:59.123Z, for other programs
[[nodiscard]] std::string iso_time(std::chrono::system_clock::time_point when);

}  // namespace doorway::tool
