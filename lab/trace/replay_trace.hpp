// A trace, played again on the real code (world.hpp), and judged by somebody who only watches (run_judge.hpp).
//
// This is what doorway-lab replay does, and how the tests make sure that no counterexample is an invention of the lab.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "lab/machine/program.hpp"
#include "lab/properties/all.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab {

struct rerun_result {
  std::string complaint;       // where the code does something else than the trace says; empty: nowhere
  std::size_t steps = 0;       // played
  std::uint32_t inside = 0;    // processes in the critical section at the end
  std::uint32_t sessions = 0;  // different sessions among them
  std::uint32_t crashed = 0;   // the most that were crashed at the same time
  flaw wrong = flaw::none;     // what a process has done wrong
  bool turns = false;          // the loop leads back to where it began: it can go on for ever
  // The names of the claims that the run breaks, and how.
  std::map<std::string, std::string> broken;
};

// `watch`, if any, is called after each step with its number and the registers.
[[nodiscard]] rerun_result rerun(const program& code, const trace& of,
                                 const std::function<void(std::size_t, const std::vector<word>&)>& watch = {});

// Why the run is no counterexample to `what`, played again; empty if it is one. What was seen goes to `seen`.
[[nodiscard]] std::string objection(const program& code, const trace& of, claim what, rerun_result& seen);

// Puts in what only the code knows: the labels, and the critical step. If the run ends in a violation of exclusion or of the
// order, that is the first step from which on those who end up inside go in by themselves, in any order, unless
// somebody leaves. If it ends in a loop, it is the first step from which on those who wait for ever cannot go in by themselves;
// there is none if somebody waits for ever although, time and again, it only had to go on.
void explain(const program& code, trace& what);

}  // namespace doorway::lab
