// Sleeping until somebody leaves a seat: a word that says that somebody sleeps, and a futex on it.
//
//     who found all seats taken             who leaves, when the seat's lock has been let go
//     1  if it is 0: 1, and look again      a  if it is 0: nobody sleeps
//     2  sleep while it is 1                b  0
//                                           c  wake all
//
// The locks of seats are the kernel's, and so fences. Who looks again after 1 finds the seat, or a seat is left after 1, and a process that
// does so comes to b, or finds that another one has. The lab runs this very code (lab/settings/seat_bell.hpp). A seat of one who
// dies is left in silence, and one may die between b and c: that is what the time limit is for.
#pragma once

#include <chrono>

#include "doorway/core/registers.hpp"
#include "doorway/platform/futex.hpp"
#include "doorway/processes/file.hpp"

namespace doorway::processes {

class bell_of_file {
 public:
  explicit bell_of_file(const file& in) : word_(in.seat_wanted()) {}
  [[nodiscard]] word read() const { return load(word_); }
  void write(word value) const { store(word_, value); }
  void sleep(std::chrono::nanoseconds most) const { futex::sleep(&word_, 1, most, futex::reach::many_processes); }
  void wake() const { futex::wake(&word_, futex::reach::many_processes); }

 private:
  word& word_;
};

template <class Bell>
void sleep_until_a_seat_is_left(const Bell& bell, std::chrono::nanoseconds most) {
  if (bell.read() == 0) return bell.write(1);  // 1
  bell.sleep(most);                            // 2
}

template <class Bell>
void a_seat_is_left(const Bell& bell) {
  if (bell.read() == 0) return;  // a
  bell.write(0);                 // b
  bell.wake();                   // c
}

}  // namespace doorway::processes
