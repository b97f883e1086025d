// Fewer seats than processes, as it ships: who finds all seats taken waits in the anteroom (processes/anteroom.hpp). Two locks with
// seats (lab/settings/with_seats.hpp), of which the anteroom's has a place for everybody. A process leaves its seat after each passage, as
// the tool does.
//
// It waits from the end of the first doorway that it has gone through: its order of arrival is that of the anteroom.
#pragma once

#include <utility>

#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/processes/anteroom.hpp"
#include "lab/settings/with_seats.hpp"

namespace doorway::lab {

// How a process comes in, as it ships.
struct by_the_anteroom {
  static constexpr bool leaves_early = false;
  template <class Room, class Take>
  static bool come_in(Room& room, Take&& take) {
    return processes::come_in(room, take);
  }
};

template <template <class> class Algorithm, class Way = by_the_anteroom,
          template <class> class Place = processes::basic_seat>
class anteroom_program final : public program {
  using lock = seated_lock<Algorithm>;
  using anteroom = seated_lock<k_bakery_cc_fast, Place>;

 public:
  // The first `again` processes make as many passages as the setting says, the others one.
  anteroom_program(const parameters& size, process_id seats, const setting& how, process_id again = most_processes)
      : program(size, how),
        again_(again),
        lock_(shared(), {.n = seats, .k = size.k}),
        anteroom_(shared(), {.n = size.n, .k = 1}) {
    forget_the_writers(shared());
  }

  [[nodiscard]] problem solves() const override { return lock::solves; }

  void run(process& self, process_id p, bool recovering) const override {
    self.number = p;
    self.any_order = how().any_order;
    if (recovering) ++self.now.passage;
    while (self.now.passage < (p < again_ ? how().passages : 1)) {
      self.now.at = stage::doorway;
      self.now.setting_out = true;
      pass(self);
      self.now.at = stage::remainder;
      ++self.now.passage;
    }
    self.finish();
  }

 private:
  // The anteroom as one process sees it.
  class room {
   public:
    room(const anteroom_program& whose, process& self) : whose_(whose), self_(self), place_(whose.anteroom_.ground()) {}
    [[nodiscard]] bool is_occupied() const { return whose_.anteroom_.ground().any_seat_is_locked(); }
    [[nodiscard]] bool enter() {
      while (!place_.taken()) static_cast<void>(whose_.anteroom_.take_seat(place_));
      inside_ =
          whose_.anteroom_.enter(self_, place_, kept_, whose_.how().abort, [this] { self_.now.at = stage::waiting; });
      if (inside_) self_.now.at = stage::waiting;
      else place_.get_up();
      return inside_;
    }
    [[nodiscard]] bool wait_for_seat() { return !whose_.how().abort || self_.perform({action::choice, 0, 2}) == 0; }
    void leave() {
      if (!std::exchange(inside_, false)) return;
      whose_.anteroom_.exit(place_, kept_);
      place_.get_up();
    }

   private:
    const anteroom_program& whose_;
    process& self_;
    typename anteroom::seat place_;
    typename anteroom::kept kept_;
    bool inside_ = false;
  };

  void pass(process& self) const {
    typename lock::seat mine(lock_.ground());
    typename lock::kept kept;
    room before(*this, self);
    if (!Way::come_in(before, [&] { return lock_.take_seat(mine); })) return;
    if (Way::leaves_early) before.leave();
    const bool inside = lock_.enter(self, mine, kept, how().abort, [&] {
      self.now.at = stage::waiting;
      before.leave();
    });
    before.leave();
    if (inside) {
      self.now.at = stage::critical;
      self.perform({action::pause, 0, 0});
      self.now.at = stage::exit;
      lock_.exit(mine, kept);
    }
    mine.get_up();
  }

  process_id again_;
  lock lock_;
  anteroom anteroom_;
};

}  // namespace doorway::lab
