#include "lab/rmr/local_spin.hpp"

#include <algorithm>
#include <memory>

#include "lab/rmr/schedule.hpp"

namespace doorway::lab::rmr {

namespace {

constexpr std::uint64_t warm_up = 2;      // evaluations that may cost something ..
constexpr std::uint64_t late = 4;         // .. and those after them, which may not
constexpr std::uint64_t rounds = 400;     // passages of the others, while one waits
constexpr std::uint64_t enough = 3;       // RMRs in each quarter of them: it pays without end
constexpr std::uint64_t steps = 200'000;  // at most
constexpr word own_session = 1, other_session = 2;

struct company {
  std::unique_ptr<program> what;
  std::unique_ptr<crew> all;
  company(const crew_maker& whose, process_id n, std::uint64_t seed) {
    auto size = whose.size;
    size.n = n;
    what = whose.make(size, 0);
    all = std::make_unique<crew>(*what, whose.model, seed);
  }
};

// Runs p alone until it is inside (true) or has evaluated the await that it is stuck in often enough (false).
bool goes_in(crew& all, process_id p, schedule* watched_by = nullptr) {
  std::uint64_t waited_from = all.looks(p);
  bool awaited = false;
  for (std::uint64_t i = 0; i < steps; ++i) {
    if (all.at(p) == stage::critical) return true;
    // A new await begins its count anew.
    if (!all.in_await(p) || !awaited) waited_from = all.looks(p);
    awaited = all.in_await(p);
    if (awaited && all.looks(p) >= waited_from + warm_up) return false;
    const auto step = all.step(p);
    if (watched_by != nullptr) watched_by->took(all, p, step);
  }
  return false;
}

// The most RMRs that one of p's next evaluations takes, nobody else moving.
std::uint64_t late_cost(crew& all, process_id p) {
  std::uint64_t most = 0;
  for (std::uint64_t i = 0; i < late; ++i) {
    const auto before = all.rmrs(p);
    const auto evaluation = all.looks(p);
    while (all.looks(p) == evaluation && all.in_await(p)) all.step(p);
    most = std::max(most, all.rmrs(p) - before);
  }
  return most;
}

// The others go in, or as far as they get, in this order; then `waiter`. crowd: those who do not get in stay and wait too.
void stand_still(const crew_maker& whose, process_id n, process_id waiter, bool descending, bool crowd,
                 waiting& found) {
  company now(whose, n, 0);
  crew& all = *now.all;
  process_id inside = 0;
  for (process_id i = 0; i < n; ++i) {
    const process_id p = descending ? n - 1 - i : i;
    if (p == waiter) continue;
    if (!crowd && inside == whose.size.inside()) break;
    all.fix_session(p, crowd && inside > 0 ? other_session : own_session);
    if (goes_in(all, p)) ++inside;
  }
  all.fix_session(waiter, other_session);
  if (goes_in(all, waiter)) return;
  found.met = true;
  const auto cost = late_cost(all, waiter);
  if (cost <= found.per_evaluation) return;
  found.per_evaluation = cost;
  found.still_n = n;
  found.still_waiter = waiter;
}

// `waiter` waits, the others do all they can to make it pay.
void go_round(const crew_maker& whose, process_id n, process_id waiter, std::uint64_t seed, waiting& found) {
  company now(whose, n, seed);
  crew& all = *now.all;
  at_random before(seed);
  for (std::uint64_t i = seed % 7 * n; i > 0; --i) all.step(before.next(all));
  while (all.at(waiter) == stage::critical || (all.at(waiter) == stage::exit && !all.in_await(waiter)))
    all.step(waiter);
  greedy against(seed, waiter, true, true);
  if (goes_in(all, waiter, &against)) return;
  found.met = true;
  std::uint64_t passages = 0;
  std::uint64_t paid_before = all.rmrs(waiter);
  bool all_along = true;  // it paid in every quarter of the time
  bool ended = false;
  for (std::uint64_t i = 0; i < steps && passages < rounds && !ended; ++i) {
    const process_id p = against.next(all);
    const auto step = all.step(p);
    against.took(all, p, step);
    if (p != waiter && step.ended && ++passages % (rounds / 4) == 0) {
      all_along = all_along && all.rmrs(waiter) >= paid_before + enough;
      paid_before = all.rmrs(waiter);
    }
    ended = all.at(waiter) == stage::critical;
  }
  const auto paid = all.rmrs(waiter);
  const bool without_end = !ended && passages == rounds && all_along;
  if (without_end ? found.without_end && paid <= found.paid : found.without_end || paid <= found.paid) return;
  found.without_end = without_end;
  found.paid = paid;
  found.others_passages = passages;
  found.moving_n = n;
  found.moving_waiter = waiter;
}

}  // namespace

waiting observe_waiting(const crew_maker& whose, std::uint64_t seed) {
  waiting found;
  const process_id least = whose.size.inside() + 1;
  for (const process_id n : {least, least + 2, 2 * least + 2}) {
    if (whose.size.n != 0 && n > whose.size.n) continue;
    for (process_id waiter = 0; waiter < n; ++waiter) {
      for (const bool descending : {false, true})
        for (const bool crowd : {false, true}) stand_still(whose, n, waiter, descending, crowd, found);
      for (std::uint64_t i = 0; i < 7; ++i) go_round(whose, n, waiter, seed * 7 + i, found);
    }
  }
  return found;
}

}  // namespace doorway::lab::rmr
