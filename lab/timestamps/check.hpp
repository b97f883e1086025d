// Every interleaving of a timestamp system: do the properties of doorway/algorithms/blocks/timestamps.hpp hold?
#pragma once

#include "lab/search/specification.hpp"
#include "lab/timestamps/monitor.hpp"
#include "lab/timestamps/program.hpp"

namespace doorway::lab {

// The monitor, told of labels and scans by what a timestamp_program shows.
class timestamp_watcher {
 public:
  static constexpr bool sections_only = true;
  explicit timestamp_watcher(process_id n) : watch_(n), n_(n) {}

  const char* step(process_id p, const sight& before, sights now) {
    auto wrong = timestamp_monitor::failure::none;
    if (before.at == stage::doorway) watch_.label_ends(p);
    if (now[p].at == stage::doorway) watch_.label_begins(p);
    if (now[p].at == stage::waiting) watch_.scan_begins(p);
    if (now[p].at == stage::critical) wrong = watch_.scan_ends(p, relation_of(now[p].session - 1, n_));
    return wrong == timestamp_monitor::failure::none ? nullptr : to_string(wrong);
  }
  template <class Visit>
  void pack(Visit&& visit) const {
    watch_.pack(visit);
  }
  template <class Visit>
  void unpack(Visit&& visit) {
    watch_.unpack(visit);
  }

 private:
  timestamp_monitor watch_;
  process_id n_;
};

// `code` is a timestamp_program; report::entries are scans that end.
[[nodiscard]] inline specification_report check_timestamps(const program& code, const exploration_limits& limits) {
  constexpr std::uint32_t random_steps = 100'000;
  return check_specification(code, watched_by(timestamp_watcher(code.size().n)), limits, random_steps);
}

}  // namespace doorway::lab
