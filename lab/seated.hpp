// An algorithm between processes that may die, as it ships: seats and slots by kernel locks, a note for each seat, and whoever
// waits clears away the dead (processes/seat.hpp; the order of things is that of processes/participant.hpp).
//
// Here a process of the lab is a process of the machine, and the algorithm's process number is its seat. Any of them may write
// any register, as recovery does, so the declared writers mean nothing. A crash is a death: the kernel lets its locks go in the
// same step. Dead for good, it must be cleared away by the others; come back (behaviour::recover), it is another process, that
// takes a seat like any other. The slot that a process has is checked by a lock of its own, Evidence: whoever does not get it has
// been given a slot that somebody inside has.
#pragma once

#include <optional>

#include "doorway/processes/seat.hpp"
#include "lab/agent.hpp"
#include "lab/kept_passage.hpp"
#include "lab/memory.hpp"
#include "lab/program.hpp"

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

  [[nodiscard]] static bool is_time_to_tend() { return true; }
  [[nodiscard]] static bool has_command(process_id /*seat*/) { return false; }
  static void forget(process_id /*seat*/) {}

  [[nodiscard]] bool show(process_id slot) const { return evidence_.take({slot}, self()); }
  void hide(process_id slot) const { evidence_.set({slot}, 0); }

 private:
  [[nodiscard]] const memory::array& of(processes::byte_of what) const {
    return what == processes::byte_of::seats ? seat_locks_ : slot_locks_;
  }
  [[nodiscard]] static word self() { return agent::running->number + word{1}; }

  process_id seats_, slots_;
  memory::array active_, slot_, seat_locks_, slot_locks_, evidence_;
};

template <template <class> class Algorithm, template <class> class Seat = processes::basic_seat>
class seated_program final : public program {
  using algorithm = Algorithm<memory>;
  using passage_type = typename algorithm::passage;
  using seat = Seat<seats_of_lab>;

 public:
  // As many seats as processes. Without slots: as the locks of C++, of which nobody has asked for its slot.
  seated_program(const parameters& size, const behaviour& conduct, bool with_slots = true)
      : program(size, conduct), ground_(shared(), size.n, size.k), algorithm_(shared(), size), with_slots_(with_slots) {
    for (auto& r : shared().registers()) {
      r.first_writer = r.second_writer = register_info::many;
      r.safe = false;
    }
  }

  [[nodiscard]] problem solves() const override { return algorithm::solves; }

  void live(agent& self, process_id p, bool reborn) const override {
    self.number = p;
    self.any_order = conduct().any_order;
    if (reborn && conduct().passages != 0) ++self.now.passage;
    seat mine(ground_);
    kept_passage<algorithm> kept;
    while (conduct().passages == 0 || self.now.passage < conduct().passages) {
      self.now.at = stage::doorway;
      self.now.setting_out = true;
      while (!mine.taken()) static_cast<void>(mine.take([&](process_id dead) { recover(dead); }));
      pass(self, mine, kept);
      self.now.at = stage::remainder;
      if (conduct().passages != 0) ++self.now.passage;
    }
    self.finish();
  }

 private:
  // The process on its seat, which tends the other seats whenever it has looked in vain.
  class here_type {
   public:
    here_type(const seated_program& whose, agent& self, const seat& mine) : whose_(whose), self_(self), mine_(mine) {}
    passage_type passage{};
    [[nodiscard]] process_id id() const { return mine_.number(); }
    void end_of_doorway() { self_.now.at = stage::waiting; }
    template <class Ready>
    bool await(Ready&& ready) {
      for (;;) {
        if (ready()) return true;
        static_cast<void>(mine_.tend([&](process_id dead) { whose_.recover(dead); }));
        if (whose_.conduct().abort && self_.perform({action::choice, 0, 2}) == 1) return false;
      }
    }

   private:
    const seated_program& whose_;
    agent& self_;
    const seat& mine_;
  };
  struct successor {
    process_id dead;
    passage_type passage{};
    [[nodiscard]] process_id id() const { return dead; }
    void end_of_doorway() {}
    template <class Ready>
    bool await(Ready&& ready) {
      return ready();
    }
  };

  void recover(process_id dead) const {
    successor me{dead};
    algorithm_.recover(me);
  }

  void pass(agent& self, seat& mine, kept_passage<algorithm>& kept) const {
    mine.set_out();
    here_type here(*this, self, mine);
    kept.begin(here);
    if (!algorithm_.enter(here)) {
      self.now.at = stage::abort;
      algorithm_.abort(here);
      kept.end(here);
      mine.rest();
      return;
    }
    self.now.at = stage::waiting;
    std::optional<process_id> slot;
    while (with_slots_ && !(slot = mine.take_slot()))
      static_cast<void>(mine.tend([&](process_id dead) { recover(dead); }));
    if (slot && !ground_.show(*slot)) self.fail(flaw::broken_promise);
    self.now.at = stage::critical;
    self.perform({action::pause, 0, 0});
    self.now.at = stage::exit;
    if (slot) ground_.hide(*slot);
    mine.leave_slot();
    algorithm_.exit(here);
    kept.end(here);
    mine.rest();
  }

  seats_of_lab ground_;
  algorithm algorithm_;
  bool with_slots_;
};

}  // namespace doorway::lab
