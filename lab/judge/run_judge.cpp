#include "lab/judge/run_judge.hpp"

#include <algorithm>

namespace doorway::lab {
namespace {

bool waits(const observation& seen) {
  return !seen.crashed && (seen.at == stage::waiting || seen.at == stage::awaiting);
}
bool in_entry_section(const observation& seen) { return waits(seen) || (!seen.crashed && seen.at == stage::doorway); }
// It has not set out on its passage, or has crashed on the one before.
bool is_out(const observation& seen) { return seen.at == stage::remainder || seen.crashed; }
bool is_outside(const observation& seen) { return seen.at == stage::remainder && !seen.crashed; }

}  // namespace

witness::witness(const world& of) : of_(of), ahead_(of.n()), overtaken_(of.n()), round_(of.n()) {}

// Between whom there is an order: everybody, but in group exclusion only those who want different sessions.
bool witness::conflict(process_id a, process_id b) const {
  return of_.code().solves() != problem::group_exclusion || of_.view(a).session != of_.view(b).session;
}

void witness::see(const trace_step& step, const std::vector<observation>& before) {
  passed_.clear();
  order_broken_ = false;
  if (!step.crash && step.kind != action::drain) order(step, before[step.p], of_.view(step.p));
  std::uint32_t crashed = 0;
  for (process_id p = 0; p < of_.n(); ++p) crashed += of_.view(p).crashed ? 1U : 0U;
  most_crashed_ = std::max(most_crashed_, crashed);
  if (!in_round_) return;
  if (step.kind == action::drain) round_[step.p].stored = false;
  else round_[step.p].steps = true;
  if (before[step.p].at != stage::critical && of_.view(step.p).at == stage::critical) round_[step.p].enters = true;
  look();
}

void witness::order(const trace_step& step, const observation& before, const observation& after) {
  const process_id p = step.p;
  if (before.crashed) withdraw(p);  // it has come back
  if (is_out(before) && !is_out(after) && after.at != stage::recover) {
    ahead_[p].clear();
    for (process_id a = 0; a < of_.n(); ++a)
      if (a != p && waits(of_.view(a)) && !of_.view(a).hidden) ahead_[p].insert(a);
  }
  const bool enters = before.at != stage::critical && after.at == stage::critical;
  if (enters) {
    const bool groups = of_.code().solves() == problem::group_exclusion;
    for (auto a : ahead_[p]) {
      if (conflict(a, p)) passed_.insert(a);
      // First in, first enabled: for k-exclusion among all, for group exclusion among those of one session.
      if (!groups || !conflict(a, p)) overtaken_[a] = true;
    }
    order_broken_ = passed_.size() >= (groups ? 1 : of_.code().size().inside());
  }
  if (enters || !in_entry_section(after)) {
    ahead_[p].clear();
    withdraw(p);
  }
}

// p waits no longer.
void witness::withdraw(process_id p) {
  overtaken_[p] = false;
  for (auto& list : ahead_) list.erase(p);
}

void witness::begin_round() {
  in_round_ = true;
  look();
}

// Notes what is not so all along the round.
void witness::look() {
  const process_id k = of_.code().size().k;
  process_id crowd = 0;
  for (process_id p = 0; p < of_.n(); ++p) crowd += is_outside(of_.view(p)) ? 0U : 1U;
  for (process_id p = 0; p < of_.n(); ++p) {
    const observation& seen = of_.view(p);
    round& r = round_[p];
    r.stored = r.stored && seen.has_stores();
    r.idle = r.idle || is_outside(seen) || seen.crashed || !of_.can_move(p);
    r.entry = r.entry && in_entry_section(seen);
    r.waiting = r.waiting && waits(seen);
    r.exit = r.exit && !seen.crashed && seen.at == stage::exit;
    r.abort = r.abort && !seen.crashed && seen.at == stage::abort;
    r.overtaken = r.overtaken && overtaken_[p];
    r.small_crowd = r.small_crowd && crowd <= k;
    for (process_id q = 0; q < of_.n(); ++q) {
      if (q == p || is_outside(of_.view(q)) || of_.view(q).session == seen.session) continue;
      r.one_session = false;
      r.first_of_all = r.first_of_all && ahead_[q].contains(p);
    }
  }
}

std::vector<process_id> witness::waiters() const {
  std::vector<process_id> list;
  for (process_id p = 0; p < of_.n(); ++p)
    if (round_[p].steps && round_[p].entry) list.push_back(p);
  return list;
}

bool witness::fair_to_others(process_id p) const {
  for (process_id q = 0; q < of_.n(); ++q)
    if (q != p && !round_[q].steps && !round_[q].idle) return false;
  return true;
}

std::uint32_t witness::inside() const {
  std::uint32_t count = 0;
  for (process_id p = 0; p < of_.n(); ++p) count += of_.view(p).at == stage::critical ? 1U : 0U;
  return count;
}

std::uint32_t witness::sessions() const {
  std::set<word> all;
  for (process_id p = 0; p < of_.n(); ++p)
    if (of_.view(p).at == stage::critical) all.insert(of_.view(p).session);
  return static_cast<std::uint32_t>(all.size());
}

flaw witness::wrong() const {
  for (process_id p = 0; p < of_.n(); ++p)
    if (of_.view(p).next.kind == action::bad) return static_cast<flaw>(of_.view(p).next.value);
  return flaw::none;
}

std::map<std::string, std::string> witness::broken(bool turns) const {
  std::map<std::string, std::string> all;
  const bool groups = of_.code().solves() == problem::group_exclusion;
  const auto most = of_.code().size().inside();
  if (groups && sessions() > 1) all["exclusion"] = "two sessions are inside at once";
  if (!groups && inside() > most)
    all["exclusion"] = std::to_string(inside()) + " are inside at once, " + std::to_string(most) + " may be";
  if (wrong() != flaw::none) all["declarations"] = "a process does what it must not";
  if (order_broken_) all["fcfs"] = "the last process overtakes whom it must not";
  bool quiet = true;
  for (process_id p = 0; p < of_.n(); ++p) quiet = quiet && is_outside(of_.view(p)) && !of_.view(p).has_stores();
  for (std::uint32_t r = 0; quiet && r < of_.registers().size(); ++r)
    if (of_.registers()[r] != of_.info(r).initial)
      all["resets"] = "all are in their remainders, and " + of_.info(r).name + " is not what it was in the beginning";
  const bool hardware_stops = std::any_of(round_.begin(), round_.end(), [](const round& r) { return r.stored; });
  if (!turns || hardware_stops) return all;

  const bool nobody_enters = std::none_of(round_.begin(), round_.end(), [](const round& r) { return r.enters; });
  for (process_id p = 0; p < of_.n(); ++p) {
    const round& r = round_[p];
    const std::string who = "process " + std::to_string(p);
    if (!r.steps) continue;
    if (r.exit) all["bounded-exit"] = who + " takes steps for ever and is never out";
    if (r.abort) all["bounded-abort"] = who + " takes steps for ever and is never out";
    if (!r.entry) continue;
    const bool fair = fair_to_others(p);
    if (fair) all["starvation-freedom"] = who + " waits for ever";
    if (fair && nobody_enters) all["deadlock-freedom"] = who + " waits for ever, and nobody enters";
    if (fair && nobody_enters && r.small_crowd)
      all["weak-deadlock-freedom"] = who + " waits for ever, and nobody enters, though no more than k compete";
    if (r.small_crowd) all["wait-free-up-to-k"] = who + " cannot enter on its own, though no more than k compete";
    if (groups && r.one_session)
      all["concurrent-entry"] = who + " cannot enter on its own, though all want its session";
    if (groups && r.waiting && r.first_of_all)
      all["strong-concurrent-entry"] = who + " cannot enter on its own, though all others of other sessions came later";
    if (r.waiting && r.overtaken) all["fife"] = who + " has been overtaken, and cannot enter on its own";
  }
  return all;
}

}  // namespace doorway::lab
