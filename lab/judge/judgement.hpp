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

#include "lab/judge/path_trace.hpp"
#include "lab/properties/property.hpp"
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
      : of_(of), watched_(watched), plain_(watched.of(), without_bound(watched.look()), unbounded_) {
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
    const claim which = note.found.value();
    if (by_order() && !note.at_once) {
      for (auto p : of_.asked().claims) {
        const std::string before = p == which ? "" : "not known, for " + std::string(name(which)) + " ";
        findings.push_back({p, verdict::inconclusive, "", before + maybe_not_real, {}, {}});
      }
      return;
    }
    findings.push_back({which, verdict::violated, "", "", {}, {}});
    shown(findings.back(), [&](trace& why) { way_to(note, why); });
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
    const auto never = of_.unseen(f.what);
    if (!of_.concerns(f.what)) f.reason = "only of group exclusion";
    else if (!never.empty()) f.reason = "never happens: " + never;
    if (!f.reason.empty()) return;
    const property& about_it = about(f.what);
    if (about_it.state != nullptr && meets(about_it, f)) return;
    std::vector<cycle_query> cycles;
    for (process_id p = 0; about_it.cycle != nullptr && p < of_.code().size().n; ++p)
      cycles.push_back(about_it.cycle(p, of_));
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

  // It is violated; told(trace) tells how, if that is found again.
  template <class Tell>
  void shown(finding& f, const Tell& told) const {
    f.is = verdict::violated;
    f.reason.clear();
    trace why;
    why.n = plain_.of().n();
    why.loop = ~std::size_t{0};
    try {
      told(why);
      why.loop = std::min(why.loop, why.steps.size());
      f.counterexample = std::move(why);
    } catch (const no_path& none) {
      f.reason = none.what();
    }
  }

  void way_to(const typename model<Words>::notes& note, trace& why) const {
    why.last_line = note.at_once ? wrong_at_once(note) : last_line(about(*note.found), note.by.p, of_.code());
    if (note.at_once) return;
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
  }

  [[nodiscard]] std::string wrong_at_once(const typename model<Words>::notes& note) const {
    if (note.found != claim::declarations) return last_line(about(*note.found), note.by.p, of_.code());
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
    shown(f, [&](trace& why) {
      const auto way = shortest_path(watched_, of_.what_is_left(), inside, of_.code().size().n);
      append(why, plain_.of(), way);
      why.loop = why.steps.size();
      append(why, plain_.of(), found.cycle(query, members, stripped(way.last())));
      why.last_line = last_line(about(f.what), query.p, of_.code());
    });
  }

  // True if a state breaks the property.
  bool meets(const property& broken, finding& f) const {
    const product& of = plain_.of();
    const auto wrong = [&](const key<Words>& state) {
      product::states now{};
      of.unpack(state, now);
      return broken.state({of, now, state.data()}, of_);
    };
    bool found = false;
    reached_([&](const key<Words>& state) { found = found || !wrong(state).empty(); });
    if (!found) return false;
    f.reason = maybe_not_real;
    if (by_order()) return true;
    const auto goal = [&](const key<Words>& k) { return !wrong(k).empty(); };
    shown(f, [&](trace& why) {
      const auto way = shortest_path(watched_, of_.what_is_left(), goal, of_.code().size().n);
      append(why, of, way);
      why.last_line = wrong(way.last());
    });
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
