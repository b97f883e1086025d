// A memory for one thread that lets a test act before any chosen step: what happens if the other one strikes just here?
// A process that falls asleep is abandoned there, by an exception.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <utility>

#include "doorway/core/registers.hpp"

namespace front_doors {

class stepping {
 public:
  struct asleep {};

  struct array {
    static constexpr doorway::extras leaves_out = doorway::extras::all_but({doorway::extra::fetch_add});
    [[nodiscard]] doorway::word read(doorway::cell at) const {
      in->step();
      return word_of(at);
    }
    void write(doorway::cell at, doorway::word value) const {
      in->step();
      word_of(at) = value;
    }
    doorway::word fetch_add(doorway::cell at, doorway::word amount) const {
      in->step();
      return std::exchange(word_of(at), word_of(at) + amount);
    }
    void sleep(doorway::cell at, doorway::word value, std::chrono::nanoseconds) const {
      if (read(at) == value) throw asleep{};
    }
    void wake(doorway::cell) const {
      in->step();
      in->woken = true;
    }

    [[nodiscard]] doorway::word& word_of(doorway::cell at) const {
      return in->words_.at(first + (std::size_t{at.row} * columns + at.column) * planes + at.plane);
    }
    stepping* in;
    std::size_t first, columns, planes;
  };
  array declare(const doorway::declaration& shape) {
    const array made{this, used_, shape.columns, shape.planes};
    for (std::size_t i = 0; i < shape.size(); ++i) words_.at(used_++) = shape.initial;
    return made;
  }

  // Before step number `at` from now on, act.
  void interrupt(int at, std::function<void()> act) {
    countdown_ = at;
    act_ = std::move(act);
  }
  [[nodiscard]] bool interrupted() const { return !act_; }
  void do_not_interrupt() { act_ = nullptr; }

  bool woken = false;

 private:
  void step() {
    if (act_ && countdown_-- == 0) std::exchange(act_, nullptr)();
  }
  std::array<doorway::word, 256> words_{};
  std::size_t used_ = 0;
  int countdown_ = 0;
  std::function<void()> act_;
};

}  // namespace front_doors
