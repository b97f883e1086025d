// What an exploration means: whether each property holds, and if not, the trace that shows it.
//
// With a bound on preemptions the states come from a bounded exploration, but a cycle among them is looked for in the whole
// product: whatever goes on for ever from a state that can be reached is a counterexample, however often it is interrupted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <new>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab/judge/inquiry.hpp"
#include "lab/judge/path_trace.hpp"
#include "lab/search/cycle_path.hpp"
#include "lab/search/fair_cycle.hpp"
#include "lab/search/model.hpp"
#include "lab/search/most_steps.hpp"

namespace doorway::lab {

template <std::size_t Words>
class judgement {
 public:
  using search = fair_cycle_search<model<Words>>;

  // `watched` is what was explored, `reached` the states found, as they were found.
  judgement(inquiry& of, const model<Words>& watched, const typename search::states& reached)
      : of_(of), watched_(watched), plain_(watched.of(), without_bound(watched.look()), watched.order(), unbounded_) {
    if (!watched.look().preemptions) reached_ = reached;
    else
      reached_ = [this, reached](const typename search::visitor& visit) {
        reached([&](const key<Words>& state) { visit(stripped(state)); });
      };
  }
  judgement(const judgement&) = delete;
  judgement& operator=(const judgement&) = delete;

  // A safety property is broken. The others cannot be judged any more: their turn is without this one.
  void broken(const typename model<Words>::notes& note, std::vector<finding>& findings) const {
    claim which = claim::exclusion;
    std::optional<trace> why;
    std::string reason;
    if (note.found == breach::order) which = claim::fcfs;
    else if (note.found != breach::exclusion) which = claim::declarations;
    if (by_order() && !note.at_once) {
      for (auto p : of_.asked().claims) {
        const std::string before = p == which ? "" : "not known, for " + std::string(name(which)) + " ";
        findings.push_back({p, verdict::inconclusive, "", before + maybe_not_real, {}, {}});
      }
      return;
    }
    try {
      why = way_to(note);
    } catch (const no_path& none) {
      reason = none.what();
    }
    findings.push_back({which, verdict::violated, "", reason, {}, why});
    for (auto p : of_.asked().claims)
      if (p != which)
        findings.push_back(
            {p, verdict::inconclusive, "", "the search ended where " + std::string(name(which)) + " broke", {}, {}});
  }

  // For an exploration from rest to rest (whole_runs.hpp): a cycle of whole runs is looked for by has(query). Such a cycle is not
  // shown; goes_round() says that there is one, and that single steps must be explored to show it.
  void look_for_cycles_of_runs(std::function<bool(const cycle_query&)> has) { of_runs_ = std::move(has); }
  [[nodiscard]] bool goes_round() const { return goes_round_; }

  // Whether a property holds of which the exploration has seen no breach.
  void judge(finding& f) {
    if (const auto never = of_.unseen(f.what); !never.empty()) {
      f.reason = "never happens: " + never;
      return;
    }
    std::vector<cycle_query> cycles;
    const auto each = [&](std::uint16_t where, bool fair, bool nobody_enters) {
      for (process_id p = 0; p < of_.code().size().n; ++p)
        cycles.push_back({p, where, fair, nobody_enters, {}, 0, false, false});
    };
    switch (f.what) {
      case claim::deadlock_freedom: each(in_entry, true, true); break;
      case claim::starvation_freedom: each(in_entry, true, false); break;
      case claim::weak_deadlock_freedom:
        each(in_entry, true, true);
        for (auto& query : cycles) query.crowd = of_.code().size().k;
        break;
      case claim::fife:
        each(in_waiting, false, false);
        for (auto& query : cycles) query.flag = plain_.order().enabled(query.p);
        break;
      case claim::bounded_exit: each(in_exit, false, false); break;
      case claim::bounded_abort: each(in_abort, false, false); break;
      case claim::concurrent_entry:
        each(in_entry, false, false);
        for (auto& query : cycles) query.one_session = true;
        break;
      case claim::strong_concurrent_entry:
        each(in_waiting, false, false);
        for (auto& query : cycles) query.came_first = true;
        break;
      case claim::wait_free_up_to_k:
        each(in_entry, false, false);
        for (auto& query : cycles) query.crowd = of_.code().size().k;
        break;
      case claim::resets:
        if (forgets(f)) return;
        break;
      default: break;
    }
    try {
      if (!of_runs_) {
        search cycle_search(plain_, reached_, of_.asked().limits.memory, of_.deadline());
        for (const auto& query : cycles) {
          const auto members = cycle_search.find(query);
          of_.measured.candidates += cycle_search.candidates();
          if (members.empty()) continue;
          if (by_order()) f.reason = maybe_not_real;
          else stuck(cycle_search, query, members, f);
          return;
        }
      } else if (std::any_of(cycles.begin(), cycles.end(), of_runs_)) {
        goes_round_ = true;
        return;
      }
    } catch (const std::bad_alloc&) {
      f.reason = "out of memory in the search for cycles";
      return;
    } catch (const out_of_time&) {
      f.reason = "out of time in the search for cycles";
      return;
    }
    // Beyond the bound there may be more; and a buffer may take as long as it likes.
    if (!watched_.look().preemptions && !plain_.of().buffers()) measure(cycles, f);
    f.bound = of_.bound();
    f.is = f.bound.empty() ? verdict::holds : verdict::holds_up_to;
  }

 private:
  // Of tickets that are known by their order (ticket_order.hpp), what happens need not happen with real ones.
  [[nodiscard]] bool by_order() const { return watched_.look().tickets != nullptr; }
  static constexpr const char* maybe_not_real =
      "fails with tickets known by their order only, and may yet hold of real ones: ask with a number of passages";

  [[nodiscard]] trace way_to(const typename model<Words>::notes& note) const {
    trace why;
    why.n = plain_.of().n();
    if (note.at_once) {
      why.last_line = wrong_at_once(note);
      return why;
    }
    // With a bound on preemptions note.from may stand for several ways to one state (preemption.hpp: improve), none of which
    // has its key. Sought is one of them, from which the process may take the step that breaks the property.
    const key<Words> state = stripped(note.from);
    const auto breaks = [&](const key<Words>& from) {
      std::optional<key<Words>> end;
      if (stripped(from) != state) return end;
      typename model<Words>::notes pad;
      watched_.steps(from, pad, [&](const edge& by, const key<Words>& to) {
        if (by == note.by) end = to;
      });
      return end;
    };
    auto way = shortest_path(
        watched_, of_.what_is_left(), [&](const key<Words>& k) { return breaks(k).has_value(); }, note.by.p);
    way.steps.emplace_back(note.by, *breaks(way.last()));
    append(why, plain_.of(), way);
    why.loop = why.steps.size();
    switch (note.found) {
      case breach::exclusion: why.last_line = too_many(); break;
      case breach::order: why.last_line = "process " + std::to_string(note.by.p) + " overtakes whom it must not"; break;
      default: why.last_line = "process " + std::to_string(note.by.p) + " does what it must not";
    }
    return why;
  }

  [[nodiscard]] std::string too_many() const {
    if (of_.look().sessions) return "two sessions are inside at once";
    return std::to_string(of_.look().inside + 1) + " are inside at once, " + std::to_string(of_.look().inside) +
           " may be";
  }
  [[nodiscard]] std::string wrong_at_once(const typename model<Words>::notes& note) const {
    if (note.found == breach::exclusion) return too_many();
    product::states now{};
    plain_.of().unpack(note.from, now);
    const operation& next = plain_.of().component(note.by.p).seen(now[note.by.p]).next;
    return "process " + std::to_string(note.by.p) + ' ' + to_string(static_cast<flaw>(next.value), name_of(next)) +
           ", with its first step";
  }
  // Of the register that it concerns, if it concerns one.
  [[nodiscard]] std::string name_of(const operation& wrong) const {
    return concerns_a_register(static_cast<flaw>(wrong.value)) ? plain_.of().registers()[wrong.where].name : "";
  }

  [[nodiscard]] static watch without_bound(watch look) {
    look.preemptions.reset();
    return look;
  }
  [[nodiscard]] key<Words> stripped(const key<Words>& of) const {
    return watched_.look().preemptions ? watched_.preemption().stripped(of) : of;
  }

  // In how many steps, where that is bounded; not said if there is no time left to find out.
  void measure(const std::vector<cycle_query>& cycles, finding& f) const {
    try {
      search cycle_search(plain_, reached_, of_.asked().limits.memory, of_.deadline());
      std::uint32_t most = 0;
      for (const auto& query : cycles)
        if (!query.fair) most = std::max(most, cycle_search.most_steps(query));
      if (most > 0) f.steps = most;
    } catch (const std::bad_alloc&) {
    } catch (const out_of_time&) {}
  }

  void stuck(const search& found, const cycle_query& query, const std::vector<typename search::member>& members,
             finding& f) const {
    const auto inside = [&](const key<Words>& k) { return found.among(members, stripped(k)) != members.end(); };
    f.is = verdict::violated;
    path<Words> way;
    try {
      way = shortest_path(watched_, of_.what_is_left(), inside, of_.code().size().n);
    } catch (const no_path& none) {
      f.reason = none.what();
      return;
    }
    const auto round = found.cycle(query, members, stripped(way.last()));
    trace why;
    why.n = plain_.of().n();
    append(why, plain_.of(), way);
    why.loop = why.steps.size();
    append(why, plain_.of(), round);
    why.last_line = "process " + std::to_string(query.p);
    switch (f.what) {
      case claim::deadlock_freedom: why.last_line += " waits for ever, and nobody enters"; break;
      case claim::starvation_freedom: why.last_line += " waits for ever"; break;
      case claim::weak_deadlock_freedom: why.last_line += " waits for ever, and nobody enters"; break;
      case claim::fife: why.last_line += " has been overtaken, and cannot enter on its own"; break;
      case claim::concurrent_entry:
      case claim::strong_concurrent_entry:
      case claim::wait_free_up_to_k: why.last_line += " cannot enter on its own"; break;
      default: why.last_line += " takes steps for ever and is never out";
    }
    f.counterexample = std::move(why);
  }

  // True if some state in which nobody is outside its remainder has a register that is not as it was in the beginning.
  bool forgets(finding& f) const {
    const product& of = plain_.of();
    const auto& registers = of.registers();
    std::vector<std::uint32_t> concerned;
    for (std::uint32_t r = 0; r < registers.size(); ++r) {
      const std::string array = registers[r].name.substr(0, registers[r].name.find('['));
      const auto& named = of_.asked().resetting;
      if (named.empty() || std::find(named.begin(), named.end(), array) != named.end()) concerned.push_back(r);
    }
    const auto spoilt = [&](const key<Words>& state) -> std::optional<std::uint32_t> {
      product::states now{};
      of.unpack(state, now);
      for (process_id p = 0; p < of.n(); ++p)
        if ((of.at(p, now[p]).marks & (in_remainder | has_stores)) != in_remainder) return std::nullopt;
      for (auto r : concerned)
        if (of.value(state, r) != registers[r].initial) return r;
      return std::nullopt;
    };
    bool found = false;
    reached_([&](const key<Words>& state) { found = found || spoilt(state); });
    if (!found) return false;
    if (by_order()) {
      f.reason = maybe_not_real;
      return true;
    }
    f.is = verdict::violated;
    path<Words> way;
    try {
      way = shortest_path(
          watched_, of_.what_is_left(), [&](const key<Words>& k) { return spoilt(k).has_value(); },
          of_.code().size().n);
    } catch (const no_path& none) {
      f.reason = none.what();
      return true;
    }
    trace why;
    why.n = of.n();
    append(why, of, way);
    why.loop = why.steps.size();
    const auto r = *spoilt(way.last());
    why.last_line = "all are in their remainders, and " + registers[r].name + " is " +
                    to_string(of.value(way.last(), r)) + ", not " + to_string(registers[r].initial);
    f.counterexample = std::move(why);
    return true;
  }

  inquiry& of_;
  const model<Words>& watched_;
  preemption_bound unbounded_;
  model<Words> plain_;
  typename search::states reached_;
  std::function<bool(const cycle_query&)> of_runs_;
  bool goes_round_ = false;
};

}  // namespace doorway::lab
