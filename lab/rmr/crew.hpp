// The crew: n processes in the middle of their passages, one step at a time, every step paid for.
//
// Who waits and learns nothing may be left alone. A process *dozes* when two evaluations of its await in a row were false,
// cost nothing, wrote nothing and saw the same values in the same registers: nothing that it could do costs anything or
// changes anything until somebody writes one of those registers, and that wakes it. Not running it is a schedule like any
// other (processes are asynchronous), so no figure becomes wrong, and 64 processes can be measured in seconds. Waiting that
// does cost RMRs never dozes.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "lab/rmr/cost_model.hpp"
#include "lab/rmr/meter.hpp"
#include "lab/rmr/subject.hpp"

namespace doorway::lab::rmr {

// What a step did.
struct step_taken {
  operation what;
  word seen = 0;  // the value read
  bool remote = false;
  bool ended = false;  // the passage
};

class crew {
 public:
  // sessions: group exclusion, each passage takes one of 1 .. sessions at random. active: only so many of the n processes
  // ever leave their remainder, spread evenly over 0 .. n-1, and they are the crew; 0: all.
  crew(const subject& what, const cost_model& model, word sessions, std::uint64_t seed, process_id active = 0);
  crew(const crew&) = delete;
  crew& operator=(const crew&) = delete;

  step_taken step(process_id p);

  [[nodiscard]] process_id size() const { return static_cast<process_id>(all_.size()); }
  [[nodiscard]] const process& operator[](process_id p) const { return all_[p]->self; }
  [[nodiscard]] word value(std::uint32_t r) const { return value_[r]; }
  [[nodiscard]] std::size_t registers() const { return value_.size(); }

  // Of the passage that p is in, or has just ended.
  [[nodiscard]] std::uint64_t rmrs(process_id p) const { return all_[p]->rmrs; }
  [[nodiscard]] bool dozes(process_id p) const { return all_[p]->dozes; }
  // Would p's next step be an RMR?
  [[nodiscard]] bool costs(process_id p) const;
  // Would p's next step be a write that q will have to pay for, if it reads again?
  [[nodiscard]] bool spoils(process_id p, process_id q) const;

  // From now on p's passages take this session.
  void fix_session(process_id p, word session) { all_[p]->session = session; }

 private:
  struct member {
    process self;
    process_id place = 0;  // in the crew
    const subject* what = nullptr;
    std::uint64_t rmrs = 0;
    word session = 0;  // 0: at random
    // the evaluation of its await that is going on
    std::uint64_t evaluation = 1;   // its number, of all that p ever made, true ones too
    std::uint64_t seen = 0;         // a hash of what it read
    std::uint64_t seen_before = 0;  // ... in the evaluation before
    bool quiet = true;              // no RMR, no write, and nobody wrote what it has read
    bool dozes = false;
  };
  static void run(void* argument);
  word perform(member& one, const operation& what, step_taken& taken);
  void look(member& one, const step_taken& taken);
  void disturb(process_id writer, std::uint32_t r);

  std::vector<std::unique_ptr<member>> all_;
  meter meter_;
  std::vector<word> value_;
  std::vector<std::uint64_t> looked_at_;  // by register, then by process: the evaluation that last read it
  word sessions_;
  std::mt19937_64 chance_;
};

}  // namespace doorway::lab::rmr
