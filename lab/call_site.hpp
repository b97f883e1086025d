// Where in an algorithm's text an access is made, so that a trace can show the paper's line label beside it.
//
// Algorithms know nothing of this: in the lab, registers<Memory> (memory.hpp) takes the caller's line as a default argument
// and notes it here. It is no part of a process's state. A label is what the house style puts at the end of a line, "// 78";
// the source file is read for it when a trace is drawn, and where it is not there, the trace has no labels.
#pragma once

#include <source_location>
#include <string>

namespace doorway::lab {

struct call_site {
  // Of the access that was posted last.
  static inline thread_local std::source_location last;
};

// The label of that line: its own, else the nearest above it in the same function; empty if there is none.
[[nodiscard]] std::string label_of(const std::source_location& where);

}  // namespace doorway::lab
