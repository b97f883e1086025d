// The crew: a scheduler that takes the steps of n processes one at a time (machine/world.hpp), every step paid for. Setting out on a
// passage is a step of its own here, and costs nothing.
//
// Who waits and learns nothing may be left alone. A process *dozes* when two evaluations of its await in a row were false,
// cost nothing, wrote nothing and saw the same values in the same registers: nothing that it could do costs anything or
// changes anything until somebody writes one of those registers, and that wakes it. Not running it is a schedule like any
// other (processes are asynchronous), so no figure becomes wrong, and 64 processes can be measured in seconds. Waiting that
// does cost RMRs never dozes.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "lab/machine/world.hpp"
#include "lab/rmr/cost_model.hpp"
#include "lab/rmr/meter.hpp"
#include "lab/rmr/program.hpp"

namespace doorway::lab::rmr {

// What a step did.
struct step_taken {
  operation what;
  word seen = 0;  // the value read
  bool remote = false;
  bool ended = false;  // the passage
};

[[nodiscard]] constexpr bool writes(const operation& what) { return is_access(what.kind) && what.kind != action::read; }

class crew {
 public:
  // what: of make_program, passages without end; of group exclusion each passage takes one of the sessions at random. active:
  // only so many of the n processes ever leave their remainder, spread evenly over 0 .. n-1, and they are the crew; 0: all.
  crew(const program& what, const cost_model& model, std::uint64_t seed, process_id active = 0);
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;

  // std::logic_error if p is about to do something wrong then.
  step_taken step(process_id p);

  [[nodiscard]] process_id size() const { return static_cast<process_id>(all_.size()); }
  [[nodiscard]] stage at(process_id p) const { return on_.view(all_[p].number).at; }
  // What it is about to do.
  [[nodiscard]] operation next(process_id p) const;
  [[nodiscard]] bool in_await(process_id p) const { return !all_[p].rests && runs(p).in_await; }
  [[nodiscard]] std::uint64_t looks(process_id p) const { return runs(p).looks; }  // in vain
  [[nodiscard]] word value(std::uint32_t r) const { return on_.registers()[r]; }
  [[nodiscard]] std::size_t registers() const { return on_.registers().size(); }

  // Of the passage that p is in, or has just ended.
  [[nodiscard]] std::uint64_t rmrs(process_id p) const { return all_[p].rmrs; }
  [[nodiscard]] bool dozes(process_id p) const { return all_[p].dozes; }
  // Would p's next step be an RMR?
  [[nodiscard]] bool costs(process_id p) const;
  // Would p's next step be a write that q will have to pay for, if it reads again?
  [[nodiscard]] bool spoils(process_id p, process_id q) const;

  // From now on p's passages take this session.
  void fix_session(process_id p, word session) { all_[p].session = session; }

 private:
  struct member {
    process_id number = 0;  // of the n
    bool rests = true;      // has not set out; its first access is posted already
    std::uint64_t rmrs = 0;
    word session = 0;  // 0: at random
    // the evaluation of its await that is going on
    std::uint64_t evaluation = 1;   // its number, of all that p ever made, true ones too
    std::uint64_t seen = 0;         // a hash of what it read
    std::uint64_t seen_before = 0;  // ... in the evaluation before
    bool quiet = true;              // no RMR, no write, and nobody wrote what it has read
    bool dozes = false;
  };
  [[nodiscard]] const process& runs(process_id p) const { return on_.runs(all_[p].number); }
  void go_on(process_id p, step_taken& taken);
  void look(process_id p, const step_taken& taken);
  void disturb(process_id writer, std::uint32_t r);
  void see_that_all_is_well(process_id p) const;

  world on_;
  std::vector<member> all_;
  meter meter_;
  std::vector<std::uint64_t> looked_at_;  // by register, then by process: the evaluation that last read it
  std::mt19937_64 chance_;
};

}  // namespace doorway::lab::rmr
