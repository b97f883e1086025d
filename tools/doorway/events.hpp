// What happens to one exec, as JSON lines for another program: --events FILE, or --events FD.
//
//     queued   it must wait: its place, how many wait, how many are inside        entered   its slot, its command, how long it waited
//     place    its place has changed                                              left      its exit status, how long it ran
//     gave up  why, and its exit status
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "doorway/processes/descriptor.hpp"

namespace doorway::tool {

class event_log {
 public:
  // Digits alone are a descriptor that this process was started with, anything else a file that lines are appended to; empty: nobody
  // wants to know. Throws std::invalid_argument and std::system_error.
  explicit event_log(const std::string& target);

  [[nodiscard]] bool is_open() const { return fd_.open(); }
  // One line. Who waits must not sleep in a write: a line for which there is no room is left out, and the next one says how many were.
  void tell(std::string_view what, const std::string& name, const nlohmann::ordered_json& about);

 private:
  processes::descriptor fd_;
  int left_out_ = 0;
};

}  // namespace doorway::tool
