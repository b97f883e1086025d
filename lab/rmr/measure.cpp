#include "lab/rmr/measure.hpp"

namespace doorway::lab::rmr {

figures measure(crew& all, schedule& how, const limits& bounds) {
  figures seen{.n = all.size()};
  std::uint64_t sum = 0;
  while (seen.passages < bounds.passages && seen.steps < bounds.steps) {
    const process_id p = how.next(all);
    const step_taken step = all.step(p);
    how.took(all, p, step);
    ++seen.steps;
    if (all.rmrs(p) > seen.worst) {
      seen.worst = all.rmrs(p);
      seen.worst_of = p;
    }
    if (!step.ended) continue;
    ++seen.passages;
    sum += all.rmrs(p);
  }
  if (seen.passages > 0) seen.mean = static_cast<double>(sum) / static_cast<double>(seen.passages);
  return seen;
}

}  // namespace doorway::lab::rmr
