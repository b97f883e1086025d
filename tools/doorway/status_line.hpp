// One line of the terminal that standard error is, redrawn while this process waits.
//
// Of several who wait on one terminal one draws: who has the terminal's lock (a record lock of the process, which nobody inherits and
// which goes with it). Nobody draws from the background, nor on a terminal that does not move its cursor (TERM=dumb). What is written
// never blocks: a terminal that was stopped (Ctrl-S) is left as it is, for who sleeps in a write holds up all behind it.
#pragma once

#include <string>

namespace doorway::tool {

class status_line {
 public:
  status_line();
  ~status_line() { clear(); }
  status_line(const status_line&) = delete;
  status_line& operator=(const status_line&) = delete;

  // Whether standard error is a terminal at all.
  [[nodiscard]] bool is_on_terminal() const { return on_terminal_; }
  [[nodiscard]] bool is_drawn() const { return ours_; }
  // Shows this text instead of the last one. False: it may not be drawn here now.
  bool draw(const std::string& text);
  void clear();

 private:
  bool take();

  bool on_terminal_;
  bool can_move_;
  bool ours_ = false;
  std::string shown_;
};

}  // namespace doorway::tool
