// An algorithm between processes that may die, as it ships: seats and slots by kernel locks, a note for each seat; a process that
// waits clears away the dead (processes/seat.hpp; the order of things is that of processes/participant.hpp).
//
// Here a process of the lab is a process of the machine, and the algorithm's process number is its seat. Any of them may write
// any register, as recovery does, so the declared writers mean nothing. A crash is a death: the kernel lets its locks go in the
// same step. Dead for good, it must be cleared away by the others; come back (setting::recover), it is another process, that
// takes a seat like any other. The slot that a process has is checked by a lock of its own, Evidence: a process that does not get it has
// been given a slot that somebody inside has.
#pragma once

#include <optional>

#include "doorway/processes/seat.hpp"
#include "lab/machine/carried_state.hpp"
#include "lab/machine/memory.hpp"
#include "lab/machine/process.hpp"
#include "lab/machine/program.hpp"

namespace doorway::lab {

// The notes and the kernel locks, as registers.
class seats_of_lab {
 public:
  seats_of_lab(memory& shared, process_id seats, process_id slots)
      : seats_(seats),
        slots_(slots),
        active_(shared.declare({.name = "active", .rows = seats, .domain = 2, .writer = writer::anyone})),
        slot_(shared.declare({.name = "slot", .rows = seats, .domain = slots + word{1}, .writer = writer::anyone})),
        seat_locks_(shared.declare_locks("Seat", seats)),
        slot_locks_(shared.declare_locks("Slot", slots)),
        evidence_(shared.declare_locks("Evidence", slots)) {}

  [[nodiscard]] process_id seats() const { return seats_; }
  [[nodiscard]] process_id slots() const { return slots_; }
  [[nodiscard]] bool active(process_id seat) const { return active_.read({seat}) != 0; }
  void set_active(process_id seat, bool now) const { active_.set({seat}, now ? 1 : 0); }
  [[nodiscard]] word slot(process_id seat) const { return slot_.read({seat}); }
  void set_slot(process_id seat, word now) const { slot_.set({seat}, now); }
  [[nodiscard]] bool try_lock(processes::byte_of what, process_id i) const { return of(what).take({i}, self()); }
  void unlock(processes::byte_of what, process_id i) const { of(what).set({i}, 0); }

  // In the kernel one step; here one for each, and so no less may happen meanwhile.
  [[nodiscard]] bool any_seat_is_locked() const {
    for (process_id i = 0; i < seats_; ++i)
      if (seat_locks_.read({i}) != 0) return true;
    return false;
  }

  [[nodiscard]] static bool is_time_to_tend() { return true; }
  [[nodiscard]] static bool has_command(process_id /*seat*/) { return false; }
  static void forget(process_id /*seat*/) {}

  [[nodiscard]] bool show(process_id slot) const { return evidence_.take({slot}, self()); }
  void hide(process_id slot) const { evidence_.set({slot}, 0); }

 private:
  [[nodiscard]] const memory::array& of(processes::byte_of what) const {
    return what == processes::byte_of::seats ? seat_locks_ : slot_locks_;
  }
  [[nodiscard]] static word self() { return process::running->number + word{1}; }

  process_id seats_, slots_;
  memory::array active_, slot_, seat_locks_, slot_locks_, evidence_;
};

// A lock with seats, between those who take one.
template <template <class> class Algorithm, template <class> class Seat = processes::basic_seat>
class seated_lock {
  using algorithm = Algorithm<memory>;
  using passage_type = typename algorithm::passage;

 public:
  using seat = Seat<seats_of_lab>;
  using kept = carried_state<algorithm>;
  static constexpr problem solves = algorithm::solves;

  // size.n is the number of seats.
  seated_lock(memory& shared, const parameters& size) : ground_(shared, size.n, size.k), algorithm_(shared, size) {}

  [[nodiscard]] const seats_of_lab& ground() const { return ground_; }
  [[nodiscard]] bool take_seat(seat& mine) const {
    return mine.take([this](process_id dead) { recover(dead); });
  }
  void tend(const seat& mine) const {
    static_cast<void>(mine.tend([this](process_id dead) { recover(dead); }));
  }

  // False, and as if it had not been: it has given up. A process that waits tends the other seats whenever it has looked in vain.
  template <class EndOfDoorway>
  bool enter(process& self, seat& mine, kept& carried, bool may_give_up, EndOfDoorway&& end_of_doorway) const {
    mine.set_out();
    here_type<EndOfDoorway> here{{}, *this, self, mine, may_give_up, end_of_doorway};
    carried.begin(here);
    const bool inside = algorithm_.enter(here);
    if (!inside) {
      self.now.at = stage::abort;
      algorithm_.abort(here);
    }
    carried.end(here);
    if (!inside) mine.rest();
    return inside;
  }
  void exit(seat& mine, kept& carried) const {
    processes::heir<passage_type> here{mine.number()};
    carried.begin(here);
    algorithm_.exit(here);
    carried.end(here);
    mine.rest();
  }

 private:
  template <class EndOfDoorway>
  struct here_type {
    passage_type passage;
    const seated_lock& whose;
    process& self;
    const seat& mine;
    bool may_give_up;
    EndOfDoorway& at_end_of_doorway;

    [[nodiscard]] process_id id() const { return mine.number(); }
    void end_of_doorway() { at_end_of_doorway(); }
    template <class Ready>
    bool await(Ready&& ready) {
      for (;;) {
        if (ready()) return true;
        whose.tend(mine);
        if (may_give_up && self.perform({action::choice, 0, 2}) == 1) return false;
      }
    }
  };
  void recover(process_id dead) const {
    processes::heir<passage_type> me{dead};
    algorithm_.recover(me);
  }

  seats_of_lab ground_;
  algorithm algorithm_;
};

// In a program with seats any process may write any register.
inline void forget_the_writers(memory& shared) {
  for (auto& r : shared.registers()) {
    r.first_writer = r.second_writer = register_info::many;
    r.safe = false;
  }
}

template <template <class> class Algorithm, template <class> class Seat = processes::basic_seat>
class seated_program final : public program {
  using lock = seated_lock<Algorithm, Seat>;

 public:
  // As many seats as processes. Without slots: as the locks of C++, of which nobody has asked for its slot.
  seated_program(const parameters& size, const setting& how, bool with_slots = true)
      : program(size, how), lock_(shared(), size), with_slots_(with_slots) {
    forget_the_writers(shared());
  }

  [[nodiscard]] problem solves() const override { return lock::solves; }

  void run(process& self, process_id p, bool recovering) const override {
    self.number = p;
    self.any_order = how().any_order;
    if (recovering && how().passages != 0) ++self.now.passage;
    typename lock::seat mine(lock_.ground());
    typename lock::kept kept;
    while (how().passages == 0 || self.now.passage < how().passages) {
      self.now.at = stage::doorway;
      self.now.setting_out = true;
      while (!mine.taken()) static_cast<void>(lock_.take_seat(mine));
      pass(self, mine, kept);
      self.now.at = stage::remainder;
      if (how().passages != 0) ++self.now.passage;
    }
    self.finish();
  }

 private:
  void pass(process& self, typename lock::seat& mine, typename lock::kept& kept) const {
    if (!lock_.enter(self, mine, kept, how().abort, [&] { self.now.at = stage::waiting; })) return;
    self.now.at = stage::waiting;
    std::optional<process_id> slot;
    while (with_slots_ && !(slot = mine.take_slot())) lock_.tend(mine);
    if (slot && !lock_.ground().show(*slot)) self.fail(flaw::broken_promise);
    self.now.at = stage::critical;
    self.perform({action::pause, 0, 0});
    self.now.at = stage::exit;
    if (slot) lock_.ground().hide(*slot);
    mine.leave_slot();
    lock_.exit(mine, kept);
  }

  lock lock_;
  bool with_slots_;
};

}  // namespace doorway::lab
