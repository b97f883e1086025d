// reader-gate with one thing left out or turned round.
#pragma once

#include "doorway/algorithms/group_exclusion/reader_gate.hpp"

namespace doorway::wrong {

// A writer that does not wait at 14 for the readers inside: exclusion fails.
template <class Memory>
class reader_gate_no_wait : public reader_gate<Memory> {
  using base = reader_gate<Memory>;

 public:
  using base::base;

  template <class Here>
  constexpr bool enter(Here& here, word mysession) const {
    if (mysession == base::reads) return base::enter(here, mysession);
    here.passage.at = base::stage::in_M;
    inner me(here, here.passage.mutex);
    if (!this->M.enter(me)) return false;
    here.passage.at = base::stage::raised;
    this->Raises.write(here.id(), true);
    this->Gate.announce(0, true);
    return true;
  }
};

// A writer that leaves M before it puts the gate down (17 before 15), and so puts down the next writer's: exclusion fails.
template <class Memory>
class reader_gate_leaves_first : public reader_gate<Memory> {
  using base = reader_gate<Memory>;

 public:
  using base::base;

  template <class Here>
  constexpr void exit(Here& here) const {
    if (here.passage.at == base::stage::reading) return base::exit(here);
    inner me(here, here.passage.mutex);
    this->M.exit(me);
    this->Gate.write(0, false);
    this->Raises.write(here.id(), false);
  }
};

// A reader that has found a writer does not say that it reads before it leaves M (6 after 7): exclusion fails.
template <class Memory>
class reader_gate_says_late : public reader_gate<Memory> {
  using base = reader_gate<Memory>;

 public:
  using base::base;

  template <class Here>
  constexpr bool enter(Here& here, word mysession) const {
    if (mysession != base::reads) return this->enter_writing(here);
    const auto p = here.id();
    here.passage.at = base::stage::in_M;
    inner me(here, here.passage.mutex);
    if (!this->M.enter(me)) return false;
    this->M.exit(me);
    this->Reading.write(p, true);
    here.passage.at = base::stage::reading;
    return true;
  }
};

// A reader says that it has been seen after it has looked at the gate (S after 3): exclusion fails.
template <class Memory>
class reader_gate_seen_late : public reader_gate<Memory> {
  using base = reader_gate<Memory>;

 public:
  using base::base;

  template <class Here>
  constexpr bool enter(Here& here, word mysession) const {
    if (mysession != base::reads || here.passage.known) return base::enter(here, mysession);
    here.passage.known = true;
    const bool entered = base::enter_alone(here, mysession);
    this->is_seen(here);
    return entered || base::enter_in_turn(here, mysession);
  }
};

// A writer that gives up does all that its exit does, also while it waits for M: it puts down the gate of the one inside. Exclusion fails
// when somebody gives up.
template <class Memory>
class reader_gate_abort_is_exit : public reader_gate<Memory> {
  using base = reader_gate<Memory>;

 public:
  using base::base;

  template <class Here>
  constexpr void abort(Here& here) const {
    this->leave_writing(here);
  }
};

// In the place of one that has died all of the exit is done, whether it had raised the gate or not: exclusion fails with recovery.
template <class Memory>
class reader_gate_recover_is_exit : public reader_gate<Memory> {
  using base = reader_gate<Memory>;

 public:
  using base::base;

  template <class Here>
  constexpr void recover(Here& here) const {
    this->Reading.write(here.id(), false);
    this->leave_writing(here);
  }
};

}  // namespace doorway::wrong
