// A process by itself: what it has read, and what it does next.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "operation.hpp"
#include "player.hpp"
#include "setting.hpp"
#include "subject.hpp"

namespace doorway::second {

struct store {
  std::uint32_t where = 0;
  word value = 0;
  bool of_doorway = false;
};

struct process {
  enum class phase : std::uint8_t { outside, entering, inside, leaving, withdrawing, recovering, over, dead };

  // What it is:
  phase now = phase::outside;
  bool setting_out = false;  // it is about to enter, and until it takes a step it is in its remainder
  bool halfway = false;      // in a write to a safe register
  bool crashed = false;
  bool died_inside = false;
  bool erred = false;  // by an addition, which no answer shows
  std::uint32_t passage = 0;
  word session = 0;
  word died_with = 0;  // the session with which it died inside
  std::vector<word> answers;
  std::string before;  // its A::passage when this phase began
  std::string kept;    // and that which it keeps for the next passage
  std::vector<store> buffer;

  // What follows from that:
  operation next;
  place within = place::remainder;  // where the player left off
  place at = place::remainder;  // and what others may say: in its remainder until it takes a step; dead where it died
  word shown_session = 0;
  bool hidden = false;              // arrived, and not all stores of its doorway have reached memory
  bool held = false;                // it must wait until a store has reached memory
  std::optional<word> from_buffer;  // what it is about to read there

  [[nodiscard]] bool stops() const {
    return next.what == does::rest || next.what == does::lie_dead || next.what == does::err;
  }
  [[nodiscard]] bool may_crash() const { return !crashed && at != place::remainder && !stops() && buffer.empty(); }
  [[nodiscard]] std::string bytes() const;  // of what it is
};

class processes {
 public:
  processes(const subject& of, const setting& how) : of_(of), how_(how) {}

  [[nodiscard]] process born(process_id p) const;
  // The operation is done, and this is its answer.
  void go_on(process_id p, process& it, word answer) const;
  void begin_write(process_id p, process& it) const;
  void err(process_id p, process& it) const;  // it has added too much
  void drain(process_id p, process& it) const;
  void crash(process_id p, process& it) const;

 private:
  void find_next(process_id p, process& it) const;
  // False: it has left off at an operation.
  [[nodiscard]] bool runs_to_its_end(process_id p, process& it, part what, bool& inside) const;
  void end_passage(process& it) const;
  void stop_at(process& it, does what, word value, place within) const;
  void show(process_id p, process& it) const;
  void show_buffer(process& it) const;
  [[nodiscard]] std::optional<mistake> wrong_with(process_id p, const operation& next) const;

  const subject& of_;
  const setting& how_;
  mutable player player_;
};

}  // namespace doorway::second
