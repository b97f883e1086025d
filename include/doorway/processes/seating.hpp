// Taking a seat, in turn if all are taken: the anteroom between processes. anteroom.hpp says what happens, and why it is right.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/processes/anteroom.hpp"
#include "doorway/processes/descriptor.hpp"
#include "doorway/processes/directory.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/kernel_lock.hpp"
#include "doorway/processes/open.hpp"
#include "doorway/processes/participant.hpp"
#include "doorway/processes/seat_bell.hpp"
#include "doorway/waiting/patience.hpp"

namespace doorway::processes {

using anteroom = participant<k_bakery_cc_fast>;

enum class seating : unsigned char { seated, gave_up, file_removed };

namespace detail {

// A full file system, a quota, or ulimit -f.
[[nodiscard]] inline bool is_lack_of_room(const std::error_code& code) {
  return code.category() == std::generic_category() &&
         (code.value() == ENOSPC || code.value() == EDQUOT || code.value() == EFBIG);
}

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
    has_no_room_ = false;
    if (!goes_on() || !open()) return false;
    for (;;) {
      while (!inside_->sit_down()) {
        std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(no_place_either, how_long_.left()));
        if (!goes_on()) return false;
      }
      switch (inside_->enter(how_long_, [this] { return goes_on(); })) {
        case anteroom::outcome::inside: return true;
        case anteroom::outcome::gave_up: return false;
        case anteroom::outcome::file_removed: break;  // with the name itself, most likely
      }
      if (!goes_on() || !open()) return false;
    }
  }
  [[nodiscard]] bool wait_for_seat() {
    sleep_until_a_seat_is_left(bell_of_file(me_.where()),
                               std::min<std::chrono::nanoseconds>(perhaps_a_death, how_long_.left()));
    return goes_on();
  }
  void leave() { inside_->exit(); }

  // Hands the anteroom over to the one who is to leave it, if it is in there.
  void hand_over() {
    if (inside_ != nullptr) me_.leave_when_doorway_ends(std::move(inside_));
  }
  [[nodiscard]] bool removed() const { return removed_; }
  // There is no room for the file: who comes waits for a seat in no order, and asks again now and then.
  [[nodiscard]] bool waits_without() {
    if (!has_no_room_) return false;
    sleep_until_a_seat_is_left(bell_of_file(me_.where()),
                               std::min<std::chrono::nanoseconds>(no_place_either, how_long_.left()));
    return goes_on();
  }

 private:
  static constexpr std::chrono::milliseconds perhaps_a_death{50};
  static constexpr std::chrono::milliseconds no_place_either{250};
  static constexpr const char* nothing_is_lost =
      " (it keeps nothing but the order of those who wait for a seat, and is made anew)";

  // False if there is no room for it.
  [[nodiscard]] bool open() {
    try {
      inside_ = std::make_unique<anteroom>(
          open_or_make_hidden<k_bakery_cc_fast>(where_, name_, {.n = most_processes, .k = 1}, how_long_, keep_waiting_),
          me_.what());
      return true;
    } catch (const std::system_error& trouble) {
      if (!is_lack_of_room(trouble.code())) throw;
      has_no_room_ = true;
      if constexpr (requires { keep_waiting_.without_order(trouble); }) keep_waiting_.without_order(trouble);
      return false;
    } catch (const unusable& trouble) {
      throw unusable(std::string(trouble.what()) + nothing_is_lost);
    } catch (const disagreement& trouble) {
      throw unusable("doorway: " + where_.path() + "/" + name_ + " cannot be used: it is damaged; delete it" +
                     nothing_is_lost);
    }
  }

  [[nodiscard]] bool ask() {
    if constexpr (requires { keep_waiting_.in_anteroom(inside_->where(), inside_->number()); })
      if (inside_ != nullptr && inside_->seated())
        return keep_waiting_.in_anteroom(inside_->where(), inside_->number());
    return keep_waiting_();
  }
  [[nodiscard]] bool goes_on() {
    if (!ask()) return false;
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
  bool has_no_room_ = false;
};

}  // namespace detail

// Gets a seat for a process that has none, in its turn; what comes after that is participant::enter. keep_waiting() is asked at least
// every 500 ms; keep_waiting.without_order(), if there is such a thing, is told that there is no room for an anteroom. A process that waits
// for the directory's guard meanwhile may give up by directory::given_up. An anteroom that is damaged is an error: unusable.
template <class Participant, class KeepWaiting>
[[nodiscard]] seating take_seat(Participant& me, const directory& where, const std::string& name,
                                const patience& how_long, KeepWaiting&& keep_waiting) {
  if (me.seated()) return seating::seated;
  detail::room_of_file<Participant, KeepWaiting> room(me, where, name, how_long, keep_waiting);
  bool got = false;
  do got = come_in(room, [&] { return me.sit_down(); });
  while (!got && room.waits_without());
  if (!got) return room.removed() ? seating::file_removed : seating::gave_up;
  room.hand_over();
  return seating::seated;
}

}  // namespace doorway::processes
