// Fewer seats than processes, and nothing but the bell of the seats as it ships (processes/seat_bell.hpp): who finds all of them taken
// sleeps until one is left, and looks again. There is no time limit: a wake-up that is lost leaves its process asleep for ever,
// and the lab sees it starve. The futex is that of lab/settings/with_parking.hpp, with one word for all.
#pragma once

#include <chrono>

#include "doorway/processes/seat_bell.hpp"
#include "lab/machine/memory.hpp"
#include "lab/machine/process.hpp"
#include "lab/machine/program.hpp"

namespace doorway::lab {

class bell_of_lab {
 public:
  bell_of_lab(memory& shared, process_id n)
      : n_(n),
        wanted_(shared.declare({.name = "Wanted", .domain = 2, .writer = writer::anyone})),
        asleep_(shared.declare({.name = "Asleep", .rows = n, .domain = 2, .writer = writer::anyone})) {}

  [[nodiscard]] word read() const { return wanted_.read({0}); }
  void write(word value) const { wanted_.set({0}, value); }
  void sleep(std::chrono::nanoseconds /*most*/) const {
    const cell own{process::running->number};
    asleep_.set(own, 1);
    if (wanted_.read({0}) != 1) return;
    while (asleep_.read(own) != 0) {}
  }
  void wake() const {
    for (process_id p = 0; p < n_; ++p) asleep_.set({p}, 0);
  }

 private:
  process_id n_;
  memory::array wanted_, asleep_;
};

// As it ships.
struct by_the_bell {
  template <class Bell>
  static void sleep(const Bell& bell) {
    processes::sleep_until_a_seat_is_left(bell, std::chrono::nanoseconds::max());
  }
  template <class Bell, class LetGo>
  static void leave(const Bell& bell, LetGo&& let_go) {
    let_go();
    processes::a_seat_is_left(bell);
  }
};

template <class Way = by_the_bell>
class seat_bell_program final : public program {
 public:
  // k is the number of seats.
  explicit seat_bell_program(const parameters& size, const setting& how)
      : program(size, how), seats_(shared().declare_locks("Seat", size.k)), bell_(shared(), size.n) {
    for (auto& r : shared().registers()) {
      r.first_writer = r.second_writer = register_info::many;
      r.safe = false;
    }
  }

  [[nodiscard]] problem solves() const override { return problem::k_exclusion; }

  void run(process& self, process_id p, bool /*recovering*/) const override {
    self.number = p;
    self.any_order = how().any_order;
    while (self.now.passage < how().passages) {
      self.now.at = stage::doorway;
      self.now.setting_out = true;
      pass(self);
      self.now.at = stage::remainder;
      ++self.now.passage;
    }
    self.finish();
  }

 private:
  void pass(process& self) const {
    process_id seat = take(self);
    for (self.now.at = stage::waiting; seat == size().k; seat = take(self)) Way::sleep(bell_);
    self.now.at = stage::critical;
    self.perform({action::pause, 0, 0});
    self.now.at = stage::exit;
    Way::leave(bell_, [&] { seats_.set({seat}, 0); });
  }
  [[nodiscard]] process_id take(const process& self) const {
    process_id i = 0;
    while (i < size().k && !seats_.take({i}, self.number + word{1})) ++i;
    return i;
  }

  memory::array seats_;
  bell_of_lab bell_;
};

}  // namespace doorway::lab
