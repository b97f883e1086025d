// What an exec tells of its waiting, to people (a line that is redrawn, or messages) and to programs (events). It is asked wherever the
// process is awake anyway, and wakes nobody.
#pragma once

#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "doorway/processes/file.hpp"
#include "events.hpp"
#include "exec_session.hpp"
#include "place.hpp"
#include "status_line.hpp"

namespace doorway::tool {

class progress {
 public:
  explicit progress(const request& wanted);

  // For that name, from here on.
  void begins(const std::string& name);
  // It waits, in that place; for a seat first.
  void stands(const place& now, const processes::file& in);
  void waits_for_seat(const processes::file& in);
  void waits_without_order(const std::exception& trouble);
  void waits_for_vanished(const directory_option& where);

  // It waits no longer: nothing of the line is left.
  void ends() { line_.clear(); }
  void enters(const std::optional<process_id>& slot);
  // The command, with its slots in the order of the names.
  void started(const std::vector<process_id>& slots, std::chrono::milliseconds waited, pid_t command);
  void left(int status);
  void gave_up(std::string_view why, int status);

 private:
  void show(const place& now, const processes::file& in);
  [[nodiscard]] std::string sentence(const place& now) const;
  template <class... Arguments>
  void message(fmt::format_string<Arguments...> text, Arguments&&... arguments);

  using clock = std::chrono::steady_clock;
  const request& wanted_;
  std::string name_;
  event_log events_;
  status_line line_;
  clock::time_point began_ = clock::now();
  clock::time_point started_{};
  std::optional<place> told_;   // by an event
  std::optional<place> shown_;  // by a message
  std::pair<std::chrono::seconds, place> drawn_;
  bool said_seats_ = false;
  bool said_disorder_ = false;
  bool said_vanished_ = false;
};

}  // namespace doorway::tool
