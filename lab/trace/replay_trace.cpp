#include "lab/trace/replay_trace.hpp"

#include <algorithm>
#include <vector>

#include "lab/machine/world.hpp"
#include "lab/properties/run_judge.hpp"

namespace doorway::lab {
namespace {

// Plays [from, to), told to a witness if there is one; false and a complaint where the code does something else.
bool perform(world& on, const trace& of, std::size_t from, std::size_t to, witness* watcher, std::string& complaint) {
  for (std::size_t i = from; i < to; ++i) {
    if (auto why = on.take(of.steps[i]); !why.empty()) {
      complaint = "step " + std::to_string(i + 1) + ", process " + std::to_string(of.steps[i].p) + ": " + why;
      return false;
    }
    if (watcher != nullptr) watcher->see(of.steps[i]);
  }
  return true;
}

// The loop, round after round, until a state comes again: dead bytes on a stack may take a round or two to settle.
bool comes_round(world& on, const trace& of, witness& watcher, const std::function<bool(std::size_t)>& step) {
  constexpr int most = 20;
  constexpr int blind = 3;  // rounds to believe in where not all of a state can be seen
  std::vector<world::state> met{on.save()};
  watcher.begin_round();
  for (int round = 1; round <= most; ++round) {
    for (std::size_t i = of.loop; i < of.steps.size(); ++i)
      if (!step(i)) return false;
    auto now = on.save();
    const bool again = std::find(met.begin(), met.end(), now) != met.end();
    if (again && (fiber::can_snapshot || round >= blind)) return true;
    met.push_back(std::move(now));
  }
  return false;
}

}  // namespace

rerun_result rerun(const program& code, const trace& of,
                   const std::function<void(std::size_t, const std::vector<word>&)>& watch) {
  rerun_result result;
  world on(code);
  witness watcher(on);
  const auto step = [&](std::size_t i) {
    if (!perform(on, of, i, i + 1, &watcher, result.complaint)) return false;
    ++result.steps;
    if (watch) watch(i, on.registers());
    return true;
  };
  const std::size_t way = std::min(of.loop, of.steps.size());
  for (std::size_t i = 0; i < way; ++i)
    if (!step(i)) return result;
  if (way < of.steps.size()) result.turns = comes_round(on, of, watcher, step);
  if (!result.complaint.empty()) return result;
  result.inside = watcher.inside();
  result.sessions = watcher.sessions();
  result.crashed = watcher.most_crashed();
  result.wrong = watcher.wrong();
  result.broken = watcher.broken(result.turns);
  return result;
}

std::string objection(const program& code, const trace& of, claim what, rerun_result& seen) {
  seen = rerun(code, of);
  if (!seen.complaint.empty()) return "the code does not do this: " + seen.complaint;
  if (seen.crashed > code.how().crashes) return std::to_string(seen.crashed) + " are crashed at once";
  return seen.broken.contains(std::string(name(what))) ? "" : "played, and nothing was violated";
}

namespace {

enum class outcome : std::uint8_t { enters, waits, unclear };

// All that is in any buffer reaches memory; false if there is nothing.
bool let_stores_go(world& on) {
  bool any = false;
  trace_step told;
  for (process_id p = 0; p < on.n(); ++p)
    while (on.view(p).has_stores() && on.take({p, false, {}, true}, told).empty()) any = true;
  return any;
}

// p goes on alone. When it would wait for ever, the stores in all buffers reach memory, as they do in the end.
outcome alone(world& on, process_id p) {
  constexpr int most = 2000;
  std::vector<world::state> met;
  for (int i = 0; i < most; ++i) {
    if (on.view(p).at == stage::critical) return outcome::enters;
    const bool going =
        on.view(p).at == stage::doorway || on.view(p).at == stage::waiting || on.view(p).at == stage::awaiting;
    trace_step told;
    if (on.view(p).held) {
      if (!on.take({p, false, {}, true}, told).empty()) return outcome::unclear;
      continue;
    }
    if (!going || on.view(p).crashed || !on.can_move(p)) return outcome::unclear;
    if (on.view(p).at == stage::awaiting) {
      auto now = on.save();
      if (fiber::can_snapshot && std::find(met.begin(), met.end(), now) != met.end()) {
        if (!let_stores_go(on)) return outcome::waits;
        met.clear();
        continue;
      }
      met.push_back(std::move(now));
    }
    world::move how{p, false, {}, false};
    if (on.undecided(p)) {
      if (on.view(p).next.kind != action::choice) return outcome::unclear;
      how.value = 0;  // goes on waiting
    }
    if (!on.take(how, told).empty()) return outcome::unclear;
  }
  return outcome::waits;
}

bool go_in_by_themselves(const program& code, const trace& of, std::size_t steps, std::vector<process_id> who) {
  std::sort(who.begin(), who.end());
  do {
    world on(code);
    std::string complaint;
    perform(on, of, 0, steps, nullptr, complaint);
    for (auto p : who)
      if (alone(on, p) != outcome::enters) return false;
  } while (who.size() <= 4 && std::next_permutation(who.begin(), who.end()));
  return true;
}

bool cannot_go_in(const program& code, const trace& of, std::size_t steps, const std::vector<process_id>& who) {
  return std::all_of(who.begin(), who.end(), [&](process_id p) {
    world on(code);
    std::string complaint;
    perform(on, of, 0, steps, nullptr, complaint);
    return alone(on, p) == outcome::waits;
  });
}

std::string list_of(const std::vector<process_id>& who) {
  std::string text = who.size() == 1 ? "process " : "processes ";
  for (std::size_t i = 0; i < who.size(); ++i)
    text += (i == 0 ? "" : i + 1 == who.size() ? " and " : ", ") + std::to_string(who[i]);
  return text;
}

// The number of steps of the shortest beginning of the trace from which on `so` is true up to the end; none: more than all.
template <class So>
std::size_t first_from_which(std::size_t length, const So& so) {
  std::size_t first = length + 1;
  while (first > 1 && so(first - 1)) --first;
  return first;
}

}  // namespace

void explain(const program& code, trace& what) {
  world on(code);
  witness watcher(on);
  for (std::size_t i = 0; i < what.steps.size(); ++i) {
    if (i == what.loop) watcher.begin_round();
    trace_step told;
    if (!on.take(what.steps[i], &told).empty()) return;  // rerun says why
    what.steps[i].label = told.label;
    watcher.see(told);
  }
  const std::size_t length = what.steps.size();
  std::size_t first = length + 1;
  if (what.loop < length) {
    const auto who = watcher.waiters();
    if (who.empty()) return;
    first = first_from_which(length, [&](std::size_t steps) { return cannot_go_in(code, what, steps, who); });
    what.critical_line =
        "from here on " + list_of(who) + " cannot go in by " + (who.size() == 1 ? "itself" : "themselves");
  } else {
    const auto broken = watcher.broken(false);
    std::vector<process_id> who;
    if (broken.contains("exclusion")) {
      for (process_id p = 0; p < on.n(); ++p)
        if (on.view(p).at == stage::critical && !on.view(p).crashed) who.push_back(p);
    } else if (!broken.empty() && watcher.enters(length)) {
      who.push_back(what.steps.back().p);
    } else {
      return;
    }
    first = first_from_which(length, [&](std::size_t steps) { return go_in_by_themselves(code, what, steps, who); });
    what.critical_line =
        "from here on " + list_of(who) + (who.size() == 1 ? " goes in by itself" : " go in, in any order");
  }
  if (first > length) return;
  what.critical = first - 1;
}

}  // namespace doorway::lab
