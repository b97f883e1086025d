// Who came before whom: for first come, first served.
//
// a came before b if a's doorway was over (and all could see it) when b took the first step of its own, and a has neither entered
// nor withdrawn since. A process that enters has left behind those who came before it: fewer than k may be left (k-FCFS).
#pragma once

#include <cstdint>
#include <vector>

#include "process.hpp"

namespace doorway::second {

// before[b]: a bit for each a that came before b.
using came_before = std::vector<std::uint32_t>;

// Takes p's step into account; how many it has left behind, if it has entered.
inline std::uint32_t note_order(came_before& before, process_id p, bool groups, const std::vector<const process*>& was,
                                const std::vector<const process*>& is) {
  const auto out = [](const process& of) { return of.at == place::remainder || of.crashed; };
  const auto forget = [&](process_id a) {
    for (auto& mask : before) mask &= ~(std::uint32_t{1} << a);
  };
  const process& then = *was[p];
  const process& now = *is[p];
  if (then.crashed) forget(p);  // somebody recovers it
  if (out(then) && !out(now) && now.at != place::recover) {
    before[p] = 0;
    for (process_id a = 0; a < was.size(); ++a) {
      const process& other = *was[a];
      const bool arrived =
          !other.crashed && !other.hidden && (other.at == place::waiting || other.at == place::looking);
      if (a != p && arrived && (!groups || other.session != now.session)) before[p] |= std::uint32_t{1} << a;
    }
  }
  const bool enters = now.at == place::critical && !now.crashed && then.at != place::critical;
  std::uint32_t left_behind = 0;
  if (enters)
    for (auto mask = before[p]; mask != 0; mask &= mask - 1) ++left_behind;
  if (now.at != place::doorway && now.at != place::waiting && now.at != place::looking) {
    before[p] = 0;
    forget(p);
  }
  return left_behind;
}

}  // namespace doorway::second
