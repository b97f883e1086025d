// Where in an algorithm's text an access is made, so that a trace can show the paper's line label beside it.
//
// Algorithms know nothing of this: in the lab, registers<Memory> (memory.hpp) takes the caller's line as a default argument
// and notes it here. It is no part of a process's state. A label is what the house style puts at the end of a line, "// 78". The
// texts of this library are compiled in (cmake/DoorwayCatalogue.cmake); other source files are read when a trace is drawn, and where
// they are not there, the trace has no labels.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace doorway::lab {

// A line of a source file. (std::source_location would do, but clang 14 has none.)
struct source_line {
  const char* file = "";
  std::uint32_t line = 0;
  // As a default argument: the line of the call.
  static constexpr source_line current(const char* file = __builtin_FILE(), std::uint32_t line = __builtin_LINE()) {
    return {file, line};
  }
  bool operator==(const source_line& other) const { return line == other.line && std::string_view(file) == other.file; }
  bool operator<(const source_line& other) const {
    return line != other.line ? line < other.line : std::string_view(file) < other.file;
  }
};

struct call_site {
  // Of the access that was posted last.
  static inline thread_local source_line last;
  // The line that announces what is posted next; none: the memory itself does (memory/waking.hpp).
  static inline thread_local source_line announcing;
  // Every line that has announced something while stores were buffered: the fences.
  static inline thread_local std::set<source_line> announces;
  static constexpr source_line waking{"waking.hpp", 0};
};

// The label of that line: its own, else the nearest above it in the same function. In a function that has none, of the lines that
// call it: "3/10", if it is called from both. `leaving`: from exit, abort and recover, else from enter. Empty if there is none.
[[nodiscard]] std::string label_of(const source_line& where, bool leaving);

}  // namespace doorway::lab
