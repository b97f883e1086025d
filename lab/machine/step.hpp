// A step that a process has taken, told: what a trace (lab/trace/trace.hpp) is made of.
#pragma once

#include <cstdint>
#include <string>

#include "lab/machine/process.hpp"

namespace doorway::lab {

struct trace_step {
  process_id p = 0;
  action kind = action::pause;
  bool crash = false;
  std::uint32_t where = 0;  // read, write, store, write_end, drain
  std::string name;         // of that register
  std::string label;        // the paper's, of the line that makes the access; label_of finds it
  word value = 0;           // read, written, or the number of the choice
  word left = 0;            // a write, or a crash in the middle of one: what the register holds after it
  bool flickered = false;   // a read that met a write: the value is arbitrary
  bool buffered = false;    // a read that found its own store, which others may not see yet
  std::uint32_t input = 0;  // what doorway-lab replay needs: the input's number
  stage before = stage::remainder;
  stage after = stage::remainder;
  bool was_crashed = false;  // somebody else runs recover for it
  flaw wrong = flaw::none;   // what the process is about to do wrong
  std::string wrong_name;    // with which register
};

[[nodiscard]] std::string to_string(word value);
// What a process does wrong, and with which register, if the flaw concerns one.
[[nodiscard]] std::string to_string(flaw what, const std::string& with);

}  // namespace doorway::lab
