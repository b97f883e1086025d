// Taking a seat, in turn if all are taken: the anteroom between processes. anteroom.hpp says what happens, and why it is right.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/processes/anteroom.hpp"
#include "doorway/processes/descriptor.hpp"
#include "doorway/processes/directory.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/kernel_lock.hpp"
#include "doorway/processes/opening.hpp"
#include "doorway/processes/participant.hpp"
#include "doorway/processes/seat_bell.hpp"
#include "doorway/waiting/patience.hpp"

namespace doorway::processes {

using anteroom = participant<k_bakery_cc_fast>;

enum class seating : unsigned char { seated, gave_up, file_removed };

namespace detail {

// The anteroom of a name, as one process sees it who wants a seat at the lock of that name.
template <class Participant, class KeepWaiting>
class room_of_file {
 public:
  room_of_file(Participant& me, const directory& where, const std::string& name, const patience& how_long,
               KeepWaiting& keep_waiting)
      : me_(me), where_(where), name_(anteroom_of(name)), how_long_(how_long), keep_waiting_(keep_waiting) {}

  [[nodiscard]] bool is_occupied() const {
    const descriptor fd(::openat(where_.fd(), name_.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK));
    return fd.open() && any_byte_is_locked(fd.get(), byte_of::seats, most_processes);
  }
  [[nodiscard]] bool enter() {
    if (!goes_on()) return false;
    for (;;) {
      inside_ = std::make_unique<anteroom>(
          open_or_make_hidden<k_bakery_cc_fast>(where_, name_, {.n = most_processes, .k = 1}, how_long_, keep_waiting_),
          me_.what());
      while (!inside_->sit_down()) {
        std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(no_place_either, how_long_.left()));
        if (!goes_on()) return false;
      }
      switch (inside_->enter(how_long_, [this] { return goes_on(); })) {
        case anteroom::outcome::inside: return true;
        case anteroom::outcome::gave_up: return false;
        case anteroom::outcome::file_removed: break;  // with the name itself, most likely
      }
      if (!goes_on()) return false;
    }
  }
  [[nodiscard]] bool wait_for_seat() {
    sleep_until_a_seat_is_left(me_.where(), std::min<std::chrono::nanoseconds>(perhaps_a_death, how_long_.left()));
    return goes_on();
  }
  void leave() { inside_->exit(); }

  // Hands the anteroom over to the one who is to leave it, if it is in there.
  void hand_over() {
    if (inside_ != nullptr) me_.leave_when_doorway_ends(std::move(inside_));
  }
  [[nodiscard]] bool removed() const { return removed_; }

 private:
  static constexpr std::chrono::milliseconds perhaps_a_death{50};
  static constexpr std::chrono::milliseconds no_place_either{250};

  [[nodiscard]] bool goes_on() {
    if (!keep_waiting_()) return false;
    removed_ = me_.where().state() == file_state::removed || me_.where().look() != file::condition::sound;
    return !removed_ && !how_long_.over();
  }

  Participant& me_;
  const directory& where_;
  std::string name_;
  const patience& how_long_;
  KeepWaiting& keep_waiting_;
  std::unique_ptr<anteroom> inside_;
  bool removed_ = false;
};

}  // namespace detail

// Gets a seat for whoever has none, in its turn; what comes after that is participant::enter. keep_waiting() is asked at least
// every 500 ms. Whoever waits for the directory's guard meanwhile may give up by directory::given_up.
template <class Participant, class KeepWaiting>
[[nodiscard]] seating take_seat(Participant& me, const directory& where, const std::string& name,
                                const patience& how_long, KeepWaiting&& keep_waiting) {
  if (me.seated()) return seating::seated;
  detail::room_of_file<Participant, KeepWaiting> room(me, where, name, how_long, keep_waiting);
  const bool got = come_in(room, [&] { return me.sit_down(); });
  if (!got) return room.removed() ? seating::file_removed : seating::gave_up;
  room.hand_over();
  return seating::seated;
}

}  // namespace doorway::processes
