// Puts the parts together: learn, minimise, explore; learn what was missing and explore again; then judge.
#include "lab/check.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "lab/automata/learn_by_replay.hpp"
#include "lab/automata/minimise.hpp"
#include "lab/automata/value_sampling.hpp"
#include "lab/judge/judgement.hpp"
#include "lab/search/model.hpp"
#include "lab/search/whole_runs.hpp"
#include "lab/trace/replay_trace.hpp"

namespace doorway::lab {
namespace {

class investigation {
 public:
  investigation(const program& code, const question& what) : of_(code, what), values_(code.shared().registers()) {
    values_.set_flickers(code.shared().registers(), code.how().largest_flicker());
  }

  report answer() {
    const bool by_order = can_go_by_order(code()) && !look().preemptions && !of_.asked().by_replay;
    if (!by_order) walk(code(), values_, of_.asked().random_steps, 1, code().how().crashes);
    values_.set_flickers(code().shared().registers(), code().how().largest_flicker());  // infinity may have turned up
    learning_limits learning;
    learning.deadline = of_.deadline();
    learning.crashes = code().how().crashes > 0;
    learning.by_order = by_order;
    try {
      if (of_.asked().by_replay || !fiber::can_snapshot) answer_by_replay(learning);
      else if (of_.asked().lazily || by_order) answer_lazily(learning);
      else answer_with(learning);
    } catch (const too_rich& why) {
      give_up(why.what());
    } catch (const std::length_error& why) {
      give_up(why.what());
    }
    of_.measured.seconds = of_.elapsed();
    return {std::move(findings_), of_.measured};
  }

 private:
  [[nodiscard]] const program& code() const { return of_.code(); }
  [[nodiscard]] const watch& look() const { return of_.look(); }

  // Everything learned beforehand, as often as it takes until nothing is missing.
  void answer_with(const learning_limits& learning) {
    auto snapshots = std::make_unique<learner>(code(), values_, learning);
    try {
      for (bool missing = true; missing;) {
        snapshots->close();
        ++of_.measured.rounds;
        of_.measured.steps = snapshots->steps();
        missing = !explore(snapshots->automata());
      }
      return;
    } catch (const too_rich&) {
      if (of_.elapsed() > of_.asked().limits.seconds) throw;
    }
    snapshots.reset();
    answer_lazily(learning);
  }

  // Without looking inside the processes (learn_by_replay.hpp): slower, and sure only as far as random runs have contradicted it.
  void answer_by_replay(const learning_limits& learning) {
    for (bool missing = true; missing;) {
      std::vector<automaton> learned;
      ++of_.measured.rounds;
      for (process_id p = 0; p < code().size().n; ++p) {
        replay_learner one(code(), p, values_, {.crashes = learning.crashes});
        learned.push_back(one.learn());
        of_.measured.steps += one.steps();
      }
      missing = !explore(learned);
    }
  }

  // The keys are made before all values are known: first with little room for them, then with more.
  void answer_lazily(const learning_limits& learning) {
    constexpr std::uint32_t little = 16;
    constexpr std::uint32_t much = 64;
    try {
      answer_lazily(learning, little);
    } catch (const too_many_values&) {
      answer_lazily(learning, much);
    }
  }
  void answer_lazily(learning_limits learning, std::uint32_t room) {
    constexpr std::uint32_t most = 1U << 21U;
    learning.states = most;
    learning.bytes = of_.asked().limits.memory / 2;
    of_.measured.lazy = true;
    of_.measured.rounds = 1;
    learner snapshots(code(), values_, learning);
    product together(snapshots, code().shared().registers(), values_, code().how().crashes, most, room,
                     code().how().buffer > 0);
    const ticket_order tickets(snapshots, together);
    if (learning.by_order) of_.know_tickets(tickets);
    of_.measured.by_order = learning.by_order;
    explore(together);
    of_.measured.steps = snapshots.steps();
    for (const auto& a : snapshots.automata())
      of_.measured.components.push_back(static_cast<std::uint32_t>(a.nodes.size()));
    of_.measured.learned = of_.measured.components;
  }

  void give_up(const std::string& why) {
    for (auto p : of_.asked().claims) findings_.push_back({p, verdict::inconclusive, "", why, {}, {}});
  }

  // False if values turned up about which nothing had been learned: they are readable now.
  bool explore(const std::vector<automaton>& learned) {
    std::vector<automaton> small;
    of_.measured.components.clear();
    of_.measured.learned.clear();
    for (const auto& a : learned) {
      small.push_back(minimise(look().preemptions ? a : without_looks(a)));
      of_.measured.learned.push_back(static_cast<std::uint32_t>(a.nodes.size()));
      of_.measured.components.push_back(static_cast<std::uint32_t>(small.back().nodes.size()));
    }
    product together(std::move(small), code().shared().registers(), values_, code().how().crashes);
    return explore(together);
  }

  bool explore(product& together) {
    for (const auto& one : look().remembered.all()) one->attach(together.packing(), code());
    preemption_bound preemption;
    if (look().preemptions) preemption = preemption_bound(code().size().n, *look().preemptions, together.packing());
    of_.measured.bits = together.packing().bits();
    switch (together.packing().words()) {
      case 1: return explore(model<1>(together, look(), preemption));
      case 2: return explore(model<2>(together, look(), preemption));
      case 3: return explore(model<3>(together, look(), preemption));
      case 4:
      case 5: return explore(model<5>(together, look(), preemption));
      default: return explore(model<layout::most_words>(together, look(), preemption));
    }
  }

  template <std::size_t Words>
  bool explore(const model<Words>& watched) {
    if (!look().preemptions) return explore(watched, watched);
    if (!of_.asked().by_single_steps &&
        !watched.of().buffers())  // whole_runs.hpp knows nothing of stores that come later
      if (const auto done = explore_runs(watched)) return *done;
    return explore(watched, bounded_model<Words>(watched));
  }

  template <std::size_t Words, class Explored>
  bool explore(const model<Words>& watched, const Explored& explored) {
    exploration<Explored> all(explored, of_.what_is_left());
    const ending how = all.run();
    const auto missing = gathered(all);
    note_buffers(watched.of());
    judgement<Words> judge(of_, watched, [&](const auto& visit) { all.for_each(visit); });
    if (how == ending::stopped) {
      for (std::size_t t = 0; t < all.threads(); ++t)
        if (all.notes(t).stop) {
          judge.broken(all.notes(t), findings_);
          return true;
        }
    }
    if (how == ending::complete && !missing.empty()) return !learn_more(missing);
    findings_ = conclusions(how, judge);
    return true;
  }

  // With a bound on preemptions, from rest to rest. Nothing if that cannot tell: there is a breach, which single steps will
  // show, or a process that writes while it goes round.
  template <std::size_t Words>
  std::optional<bool> explore_runs(const model<Words>& watched) {
    watch no_bound = look();
    no_bound.preemptions.reset();
    const model<Words> steps(watched.of(), no_bound, watched.preemption());
    const independence touched(watched.of());
    const runs_model<Words> runs(steps, watched.preemption(), touched);
    exploration<runs_model<Words>> all(runs, of_.what_is_left());
    const ending how = all.run();
    const auto missing = gathered(all);
    of_.measured.explored.edges = 0;
    for (std::size_t t = 0; t < all.threads(); ++t) of_.measured.explored.edges += all.notes(t).taken;
    if (how == ending::stopped) return {};
    if (how == ending::complete && !missing.empty()) return !learn_more(missing);
    if (how == ending::complete && !cycles_only_read(watched.of())) return {};
    const auto reached = [&](const auto& visit) { all.for_each(visit); };
    judgement<Words> judge(of_, watched, reached);
    judge.look_for_cycles_of_runs([&](const cycle_query& query) {
      fair_cycle_search<runs_model<Words>> search(
          runs,
          [&](const auto& visit) {
            reached([&](const key<Words>& state) { visit(watched.preemption().stripped(state)); });
          },
          of_.asked().limits.memory, of_.deadline());
      const bool found = !search.find(query).empty();
      of_.measured.candidates += search.candidates();
      return found;
    });
    auto concluded = conclusions(how, judge);
    if (judge.goes_round()) return {};
    of_.measured.from_rest_to_rest = true;
    findings_ = std::move(concluded);
    return true;
  }

  template <class Exploration>
  std::set<demand> gathered(const Exploration& all) {
    of_.measured.explored = all.reached();
    of_.measured.seen = {};
    std::set<demand> missing;
    for (std::size_t t = 0; t < all.threads(); ++t) {
      of_.measured.seen.add(all.notes(t).seen);
      missing.insert(all.notes(t).missing.begin(), all.notes(t).missing.end());
    }
    return missing;
  }

  // Makes the values readable; false if there is no time left to use them.
  bool learn_more(const std::set<demand>& missing) {
    for (const auto& d : missing) values_.make_readable(d.where, d.number);
    if (of_.elapsed() < of_.asked().limits.seconds) return true;
    give_up("out of time: new values kept turning up, in " + std::to_string(of_.measured.rounds) +
            " rounds; unbounded registers need bounded passages");
    return false;
  }

  template <std::size_t Words>
  std::vector<finding> conclusions(ending how, judgement<Words>& judge) {
    std::vector<finding> all;
    for (auto p : of_.asked().claims) {
      finding f{p, verdict::inconclusive, "", "", {}, {}};
      const auto depth = std::to_string(of_.measured.explored.depth);
      if (how == ending::out_of_memory) f.reason = "out of memory at depth " + depth;
      else if (how == ending::out_of_time) f.reason = "out of time at depth " + depth;
      else judge.judge(f);
      all.push_back(std::move(f));
    }
    return all;
  }

  // Does a store anywhere have to wait because the buffer is full? Then a longer buffer might do more.
  void note_buffers(const product& of) {
    of_.measured.buffers_full = false;
    for (process_id p = 0; p < of.n(); ++p)
      for (const auto& seen : of.component(p).observations)
        if (seen.held && seen.next.kind == action::store) of_.measured.buffers_full = true;
  }

  inquiry of_;
  value_table values_;
  std::vector<finding> findings_;
};

}  // namespace

std::string_view name(verdict what) {
  switch (what) {
    case verdict::holds: return "HOLDS";
    case verdict::holds_up_to: return "HOLDS up to the bound";
    case verdict::violated: return "VIOLATED";
    case verdict::inconclusive: break;
  }
  return "INCONCLUSIVE";
}

verdict report::overall() const {
  const auto any = [&](verdict is) {
    return std::any_of(findings.begin(), findings.end(), [&](const finding& f) { return f.is == is; });
  };
  if (any(verdict::violated)) return verdict::violated;
  if (findings.empty() || any(verdict::inconclusive)) return verdict::inconclusive;
  return any(verdict::holds_up_to) ? verdict::holds_up_to : verdict::holds;
}

report check(const program& code, const question& what) {
  report all = investigation(code, what).answer();
  for (auto& f : all.findings) {
    if (!f.counterexample) continue;
    rerun_result seen;
    if (const auto why = objection(code, *f.counterexample, f.what, seen); why.empty()) {
      explain(code, *f.counterexample);
    } else {
      f.is = verdict::inconclusive;
      f.reason = "the counterexample that was found is none: " + why;
      f.counterexample.reset();
    }
  }
  return all;
}

}  // namespace doorway::lab
