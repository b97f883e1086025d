// A trace, played again on the real code: no automata, no product, only the fibers and a plain array of registers.
//
// This is what doorway-lab replay does, and how the tests make sure that no counterexample is an invention of the lab.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "lab/program.hpp"
#include "lab/trace.hpp"

namespace doorway::lab {

struct rerun_result {
  std::string complaint;       // where the code does something else than the trace says; empty: nowhere
  std::size_t steps = 0;       // played
  std::uint32_t inside = 0;    // processes in the critical section at the end
  std::uint32_t sessions = 0;  // different sessions among them
  flaw wrong = flaw::none;     // what a process has done wrong
  bool turns = false;          // the loop leads back to where it began, for all that can be seen, three times in a row
};

// `watch`, if any, is called after each step with its number and the registers.
[[nodiscard]] rerun_result rerun(const program& code, const trace& of,
                                 const std::function<void(std::size_t, const std::vector<word>&)>& watch = {});

}  // namespace doorway::lab
