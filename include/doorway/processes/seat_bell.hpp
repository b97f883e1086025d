// Sleeping until somebody leaves a seat: a word of the file, and a futex on it. The time limit is for a seat of one who dies, which
// is left in silence.
#pragma once

#include <chrono>

#include "doorway/platform/futex.hpp"
#include "doorway/processes/file.hpp"

namespace doorway::processes {

// For whoever found all seats taken: the first time it returns at once, and the caller looks again.
inline void sleep_until_a_seat_is_left(const file& in, std::chrono::nanoseconds most) {
  if (load(in.seat_wanted()) == 0) return store(in.seat_wanted(), 1);
  futex::sleep(&in.seat_wanted(), 1, most, futex::reach::many_processes);
}

// After the seat's lock has been let go, which is a fence: either the one who sleeps has seen that, or it is seen here.
inline void a_seat_is_left(const file& in) {
  if (load(in.seat_wanted()) == 0) return;
  store(in.seat_wanted(), 0);
  futex::wake(&in.seat_wanted(), futex::reach::many_processes);
}

}  // namespace doorway::processes
