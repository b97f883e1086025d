// Seats and slots: process numbers, and numbers for those inside, by kernel locks that a death lets go.
//
// A process sits on seat i while it has the lock of byte i; i is its process number. If its seat's lock is free, a process
// is dead. Its registers may then still be set (note.active). A process that takes the seat next, or a waiting process that tends
// the seats, holds the lock, runs the algorithm's recover for it and clears the note: dying in the middle of that leaves
// things as they were, for the next one. While a command that the dead one started still runs, nothing is touched.
//
// A slot is a number 0 .. k-1 that no other process inside has, taken after admission and given back before the exit
// protocol. A slot's lock is free when its holder died, though the holder's command may still run: so a process that has taken
// the lock looks whether a note still names the slot.
#pragma once

#include <optional>

#include "doorway/core/registers.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/identity.hpp"
#include "doorway/processes/kernel_lock.hpp"
#include "doorway/processes/seat_bell.hpp"

namespace doorway::processes {

// What is in a file about its seats and slots. The lab has another of these (lab/settings/with_seats.hpp), with kernel locks that are steps.
class seats_of_file {
 public:
  explicit seats_of_file(const file& where) : file_(where) {}

  [[nodiscard]] process_id seats() const { return file_.seats(); }
  [[nodiscard]] process_id slots() const { return file_.kind().k; }
  [[nodiscard]] bool active(process_id seat) const { return load(file_.note(seat).active) != 0; }
  // Seen before any register that is set after it, and not before any that was reset before it.
  void set_active(process_id seat, bool now) const { set_active(file_.note(seat), now); }
  static void set_active(seat_note& of, bool now) { tell(of.active, now ? 1 : 0); }
  // Plus one; 0: none.
  [[nodiscard]] word slot(process_id seat) const { return load(file_.note(seat).slot); }
  void set_slot(process_id seat, word now) const { store(file_.note(seat).slot, now); }
  [[nodiscard]] bool try_lock(byte_of what, process_id i) const { return try_lock_byte(file_.fd(), what, i); }
  void unlock(byte_of what, process_id i) const { unlock_byte(file_.fd(), what, i); }

  [[nodiscard]] bool is_time_to_tend() const { return file_.is_time_to_tend(); }
  // Does a command that the process on this seat started still run?
  [[nodiscard]] bool has_command(process_id seat) const {
    return still_alive(read_identity(file_.note(seat).command)) != life::gone;
  }
  void forget(process_id seat) const {
    write_identity(file_.note(seat).command, {});
    store(file_.note(seat).section, 0);
  }

 private:
  const file& file_;
};

// Who never waits, as `here` of core/sections.hpp: the heir of a dead process, which left no private state.
template <class Passage>
struct heir {
  process_id dead;
  Passage passage{};

  [[nodiscard]] process_id id() const { return dead; }
  void end_of_doorway() {}
  template <class Ready>
  bool await(Ready&& ready) {
    return ready();
  }
};

// One process (or one thread of it: each opens the file for itself) among the seats of a file.
template <class Ground>
class basic_seat {
 public:
  explicit basic_seat(const Ground& where) : ground_(where) {}
  basic_seat(const basic_seat&) = delete;
  basic_seat& operator=(const basic_seat&) = delete;

  [[nodiscard]] bool taken() const { return mine_.has_value(); }
  [[nodiscard]] process_id number() const { return *mine_; }

  // Takes the lowest seat that is free, with nobody's registers set; recover(i) is run where a dead process left them.
  // False if all are taken.
  template <class Recover>
  bool take(Recover&& recover) {
    for (process_id i = 0; i < ground_.seats(); ++i) {
      held free(ground_, byte_of::seats, i);
      if (!free.got() || !clear_away(i, recover)) continue;
      free.keep();
      mine_ = i;
      return true;
    }
    return false;
  }

  // The seat is left; its process must have come to rest.
  void get_up() {
    ground_.unlock(byte_of::seats, *mine_);
    mine_.reset();
  }

  // Its registers may be set from now on; they are not any more.
  void set_out() const { ground_.set_active(*mine_, true); }
  void rest() const { ground_.set_active(*mine_, false); }

  // Recovers every dead process whose registers are still set; true if there was one. A caller that comes often enough need
  // not care how often: most calls return at once, because somebody has just done it.
  //
  // A process that is stopped in here, with a dead one's seat in its hands, keeps that one seat from being recovered until
  // it is continued or killed: nobody else can know that it will not go on.
  template <class Recover>
  bool tend(Recover&& recover) const {
    if (!ground_.is_time_to_tend()) return false;
    bool found = false;
    for (process_id i = 0; i < ground_.seats(); ++i) {
      if (i == mine_ || !ground_.active(i)) continue;
      const held free(ground_, byte_of::seats, i);
      // Its next process may have come and gone since: look again.
      if (free.got() && ground_.active(i)) found = clear_away(i, recover) || found;
    }
    return found;
  }

  // The lowest slot that nobody inside has; the caller has been admitted. Nothing if one is just being given back.
  std::optional<process_id> take_slot() {
    for (process_id s = 0; s < ground_.slots(); ++s) {
      held free(ground_, byte_of::slots, s);
      if (!free.got() || named_in_a_note(s)) continue;
      ground_.set_slot(*mine_, s + 1);
      free.keep();
      return slot_ = s;
    }
    return std::nullopt;
  }
  void leave_slot() {
    if (!slot_) return;
    ground_.set_slot(*mine_, 0);
    ground_.unlock(byte_of::slots, *slot_);
    slot_.reset();
  }
  [[nodiscard]] std::optional<process_id> slot() const { return slot_; }

 private:
  // A lock, if nobody else has it, for as long as this lives or for good.
  class held {
   public:
    held(const Ground& where, byte_of what, process_id i)
        : where_(where), what_(what), i_(i), got_(where.try_lock(what, i)), leaves_(got_) {}
    ~held() {
      if (leaves_) where_.unlock(what_, i_);
    }
    held(const held&) = delete;
    held& operator=(const held&) = delete;
    [[nodiscard]] bool got() const { return got_; }
    void keep() { leaves_ = false; }

   private:
    const Ground& where_;
    byte_of what_;
    process_id i_;
    bool got_;
    bool leaves_;
  };

  // Clears what the last process on seat i left, if anything; the caller has the seat's lock. False if a command of that
  // process still lives.
  template <class Recover>
  bool clear_away(process_id i, Recover&& recover) const {
    if (!ground_.active(i)) return true;
    if (ground_.has_command(i)) return false;
    ground_.set_slot(i, 0);  // its lock is free already
    recover(i);
    ground_.forget(i);
    ground_.set_active(i, false);
    return true;
  }

  [[nodiscard]] bool named_in_a_note(process_id s) const {
    for (process_id i = 0; i < ground_.seats(); ++i)
      if (i != mine_ && ground_.active(i) && ground_.slot(i) == s + 1) return true;
    return false;
  }

  Ground ground_;
  std::optional<process_id> mine_;
  std::optional<process_id> slot_;
};

class seat : public basic_seat<seats_of_file> {
 public:
  explicit seat(const file& where) : basic_seat(seats_of_file(where)), file_(where) {}
  seat(const seat&) = delete;
  seat& operator=(const seat&) = delete;
  // It comes back in any case, with the descriptor; but somebody may sleep until then.
  ~seat() {
    try {
      if (!taken() || file_.fd() < 0 || file_.look() != file::condition::sound) return;
      get_up();
      a_seat_is_left(bell_of_file(file_));
    } catch (...) {  // as if it had been killed
      return;
    }
  }

  template <class Recover>
  bool take(Recover&& recover) {
    if (!basic_seat::take(recover)) return false;
    note_ = &file_.note(number());
    return true;
  }
  [[nodiscard]] seat_note& note() const { return *note_; }
  // basic_seat's, without looking for the note.
  void set_out() const { seats_of_file::set_active(*note_, true); }
  void rest() const { seats_of_file::set_active(*note_, false); }

 private:
  const file& file_;
  seat_note* note_ = nullptr;  // of the seat that was taken: every passage writes there
};

}  // namespace doorway::processes
