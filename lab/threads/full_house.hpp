// Afterwards: are all permits back?
//
// One thread plays all the processes, one after the other, and leaves none before the house is full: nobody may have to
// wait for somebody who has not left. With k-exclusion k processes must get in this way, whichever k they are; with group
// exclusion all n, with the same session.
#pragma once

#include <algorithm>
#include <chrono>
#include <string>

#include "lab/threads/monitor.hpp"
#include "lab/threads/subject.hpp"

namespace doorway::lab {

inline void check_full_house(subject& what, thread_monitor& watch) {
  const auto& size = what.size();
  const bool groups = what.solves() == problem::group_exclusion;
  const process_id together = groups ? size.n : size.k;  // of l > k seats, only k are promised to any k processes
  const word sessions = groups ? size.sessions : 1;
  for (word session = 1; session <= sessions; ++session)
    for (process_id first = 0; first < size.n; first += together) {
      const process_id from = std::min(first, size.n - together);
      process_id inside = 0;
      for (; inside < together; ++inside) {
        attempt now{.process = from + inside,
                    .session = groups ? session : 0,
                    .how_long = patience::until(patience::clock::now() + std::chrono::seconds(2))};
        if (what.enter(now)) continue;
        what.abort(now.process);
        watch.breach("a permit is lost: afterwards process " + std::to_string(now.process) + " cannot enter with " +
                     std::to_string(inside) + " inside");
        break;
      }
      for (process_id i = 0; i < inside; ++i) what.exit(from + i);
    }
}

}  // namespace doorway::lab
