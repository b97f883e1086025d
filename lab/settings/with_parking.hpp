// An algorithm as it ships: on a memory whose writes wake and whose waiters sleep (memory/waking.hpp, parking.hpp), with the
// kernel's futex in the lab's terms.
//
//     sleep(p)  1  Asleep[p] := 1                            wake(p)  Asleep[p] := 0
//               2  if Bell[p] is not 1: return
//               3  wait until Asleep[p] = 0
//
// The kernel makes 1 and 2 one step. Every run of the kernel is a run here, one in which nothing comes between the two; the
// others are runs in which somebody is woken for nothing, which the kernel allows itself too. Under x86-TSO the kernel's writes
// to Asleep are fences, as its calls are. Other than a nap (parking.hpp) there is no time limit: a
// wake-up that is lost leaves its process asleep for ever, and the lab sees it starve. A waiter whose time is over (abort)
// stops sleeping when it likes.
#pragma once

#include <chrono>

#include "doorway/memory/waking.hpp"
#include "doorway/waiting/patience.hpp"
#include "lab/machine/memory.hpp"
#include "lab/machine/process.hpp"
#include "lab/machine/program.hpp"

namespace doorway::lab {

// The lab's registers, with a futex for each process.
class cells_with_futex {
 public:
  static constexpr bool parks_at_once = true;

  class array {
   public:
    static constexpr bool notes_lines = true;
    static constexpr extras leaves_out = memory::array::leaves_out;

    array(const memory::array& cells, const memory::array& asleep) : cells_(cells), asleep_(asleep) {}
    [[nodiscard]] word read(cell at) const { return cells_.read(at); }
    void write(cell at, word value) const { cells_.write(at, value); }
    void announce(cell at, word value) const { cells_.announce(at, value); }
    word fetch_add(cell at, word amount) const { return cells_.fetch_add(at, amount); }

    // On the register of a process, by that process. A nap ends by itself, and may end at once.
    void sleep(cell at, word expected, std::chrono::nanoseconds most) const {
      asleep_.set({at.row}, 1);
      if (cells_.read(at) != expected) return;
      process& self = *process::running;
      for (;;) {
        if (self.now.may_give_up && self.perform({action::choice, 0, 2}) == 1) {
          self.now.giving_up = true;
          return;
        }
        if (most <= lazy_nap || asleep_.read({at.row}) == 0) return;
      }
    }
    void wake(cell at) const { asleep_.set({at.row}, 0); }

   private:
    memory::array cells_;
    memory::array asleep_;
  };

  cells_with_futex(memory& shared, process_id n)
      : shared_(shared),
        asleep_(shared.declare({.name = "Asleep", .rows = n, .domain = 2, .writer = writer::anyone})) {}
  array declare(const declaration& shape) { return {shared_.declare(shape), asleep_}; }

 private:
  memory& shared_;
  memory::array asleep_;
};

template <template <class> class Lot = parking>
class parked {
 public:
  using memory_type = basic_waking<cells_with_futex, Lot>;

  template <class Passage>
  class here_type {
   public:
    here_type(const parked& on, process& self, process_id p, bool may_give_up)
        : memory_(on.memory_), self_(self), p_(p) {
      self_.now.may_give_up = may_give_up;
    }
    Passage passage{};

    [[nodiscard]] process_id id() const { return p_; }
    void end_of_doorway() { self_.now.at = stage::waiting; }

    template <class Ready>
    bool await(Ready&& ready) {
      const bool on_the_way = self_.now.at == stage::doorway || self_.now.at == stage::waiting;
      if (on_the_way) self_.now.at = stage::waiting;
      const auto ahead = [] { return process_id{1}; };
      const bool went = memory_.wait(
          p_, ready, ahead, patience::for_ever(), [&] { return !self_.now.giving_up; }, 1);
      self_.now.giving_up = false;
      return went;
    }

   private:
    const memory_type& memory_;
    process& self_;
    process_id p_;
  };

  parked(memory& shared, process_id n) : memory_(n, shared, n) {}
  static constexpr bool chooses_orders = false;  // of the accesses of a batch
  [[nodiscard]] memory_type& registers() { return memory_; }

 private:
  memory_type memory_;
};

}  // namespace doorway::lab
