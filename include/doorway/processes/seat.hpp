// Seats and slots: process numbers, and numbers for those inside, by kernel locks that a death lets go.
//
// A process sits on seat i while it has the lock of byte i; i is its process number. If its seat's lock is free, a process
// is dead. Its registers may then still be set (note.active). Whoever takes the seat next, or a waiting process that tends
// the seats, holds the lock, runs the algorithm's recover for it and clears the note: dying in the middle of that leaves
// things as they were, for the next one. While a command that the dead one started still runs, nothing is touched.
//
// A slot is a number 0 .. k-1 that no other process inside has, taken after admission and given back before the exit
// protocol. A slot's lock is free when its holder died, though the holder's command may still run: so whoever has taken
// the lock looks whether a note still names the slot.
#pragma once

#include <optional>

#include "doorway/processes/file.hpp"
#include "doorway/processes/identity.hpp"
#include "doorway/processes/kernel_lock.hpp"
#include "doorway/registers.hpp"

namespace doorway::processes {

// One process (or one thread of it: each opens the file for itself) among the seats of a file.
class seat {
 public:
  explicit seat(const file& where) : file_(where) {}
  seat(const seat&) = delete;
  seat& operator=(const seat&) = delete;

  [[nodiscard]] bool taken() const { return mine_.has_value(); }
  [[nodiscard]] process_id number() const { return *mine_; }
  [[nodiscard]] seat_note& note() const { return file_.note(*mine_); }

  // Takes the lowest seat that is free, with nobody's registers set; recover(i) is run where a dead process left them.
  // False if all are taken.
  template <class Recover>
  bool take(Recover&& recover) {
    for (process_id i = 0; i < file_.seats(); ++i) {
      byte_lock free(file_.fd(), byte_of::seats, i);
      if (!free || !clear_away(i, recover)) continue;
      free.keep();
      mine_ = i;
      return true;
    }
    return false;
  }

  // Recovers every dead process whose registers are still set; true if there was one. Whoever calls it often enough need
  // not care how often: most calls return at once, because somebody has just done it.
  //
  // A process that is stopped in here, with a dead one's seat in its hands, keeps that one seat from being recovered until
  // it is continued or killed: nobody else can know that it will not go on.
  template <class Recover>
  bool tend(Recover&& recover) const {
    if (!file_.is_time_to_tend()) return false;
    bool found = false;
    for (process_id i = 0; i < file_.seats(); ++i) {
      if (i == mine_ || load(file_.note(i).active) == 0) continue;
      const byte_lock free(file_.fd(), byte_of::seats, i);
      // Its next process may have come and gone since: look again.
      if (free && load(file_.note(i).active) != 0) found = clear_away(i, recover) || found;
    }
    return found;
  }

  // The lowest slot that nobody inside has; the caller has been admitted. Nothing if one is just being given back.
  std::optional<process_id> take_slot() {
    for (process_id s = 0; s < file_.kind().k; ++s) {
      byte_lock free(file_.fd(), byte_of::slots, s);
      if (!free || named_in_a_note(s)) continue;
      store(note().slot, s + 1);
      free.keep();
      return slot_ = s;
    }
    return std::nullopt;
  }
  void leave_slot() {
    if (!slot_) return;
    store(note().slot, 0);
    unlock_byte(file_.fd(), byte_of::slots, *slot_);
    slot_.reset();
  }
  [[nodiscard]] std::optional<process_id> slot() const { return slot_; }

 private:
  // Clears what the last process on seat i left, if anything; the caller has the seat's lock. False if a command of that
  // process still lives.
  template <class Recover>
  bool clear_away(process_id i, Recover&& recover) const {
    auto& left = file_.note(i);
    if (load(left.active) == 0) return true;
    if (still_alive(read_identity(left.command)) != life::gone) return false;
    store(left.slot, 0);  // its lock is free already
    recover(i);
    write_identity(left.command, {});
    store(left.section, 0);
    store(left.active, 0);
    return true;
  }

  [[nodiscard]] bool named_in_a_note(process_id s) const {
    for (process_id i = 0; i < file_.seats(); ++i)
      if (i != mine_ && load(file_.note(i).active) != 0 && load(file_.note(i).slot) == s + 1) return true;
    return false;
  }

  const file& file_;
  std::optional<process_id> mine_;
  std::optional<process_id> slot_;
};

}  // namespace doorway::processes
