// Puts the parts together: learn, minimise, explore; learn what was missing and explore again; then look for cycles.
#include <algorithm>
#include <chrono>
#include <memory>
#include <new>

#include "lab/fair_cycle.hpp"
#include "lab/minimise.hpp"
#include "lab/model.hpp"
#include "lab/path.hpp"
#include "lab/replay.hpp"
#include "lab/verdict.hpp"
#include "lab/walk.hpp"

namespace doorway::lab {
namespace {

class inquiry {
 public:
  inquiry(const program& code, const question& what)
      : code_(code), asked_(what), values_(code.shared().registers()), began_(std::chrono::steady_clock::now()) {
    values_.set_flickers(code.shared().registers(), cap());
    look_.exclusion = wants(claim::exclusion);
    look_.declarations = true;  // a state after a broken declaration means nothing
    look_.order = wants(claim::fcfs);
    look_.overtaken = wants(claim::fife);
    look_.sessions = code.solves() == problem::group_exclusion;
    look_.inside = code.size().inside();
    look_.preemptions = what.preemptions;
  }

  report answer() {
    walk(code_, values_, asked_.random_steps, 1, asked_.crashes);
    values_.set_flickers(code_.shared().registers(), cap());  // infinity may have turned up
    learning_limits learning = asked_.learning;
    learning.deadline = deadline();
    learning.crashes = asked_.crashes > 0;
    try {
      if (asked_.by_replay || !fiber::can_snapshot) answer_by_replay(learning);
      else if (asked_.lazily) answer_lazily(learning);
      else answer_with(learning);
    } catch (const too_rich& why) {
      give_up(why.what());
    } catch (const std::length_error& why) {
      give_up(why.what());
    }
    result_.measured.seconds = elapsed();
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool wants(claim what) const {
    return std::find(asked_.claims.begin(), asked_.claims.end(), what) != asked_.claims.end();
  }

  // Everything learned beforehand, as often as it takes until nothing is missing.
  void answer_with(const learning_limits& learning) {
    auto snapshots = std::make_unique<learner>(code_, values_, learning);
    try {
      for (bool missing = true; missing;) {
        snapshots->close();
        ++result_.measured.rounds;
        result_.measured.steps = snapshots->steps();
        missing = !explore(snapshots->automata());
      }
      return;
    } catch (const too_rich&) {
      if (elapsed() > asked_.limits.seconds) throw;
    }
    snapshots.reset();
    answer_lazily(learning);
  }

  // Without looking inside the processes (replay.hpp): slower, and sure only as far as random runs have contradicted it.
  void answer_by_replay(const learning_limits& learning) {
    for (bool missing = true; missing;) {
      std::vector<automaton> learned;
      ++result_.measured.rounds;
      for (process_id p = 0; p < code_.size().n; ++p) {
        replay_learner one(code_, p, values_, {.crashes = learning.crashes});
        learned.push_back(one.learn());
        result_.measured.steps += one.steps();
      }
      missing = !explore(learned);
    }
  }

  void answer_lazily(learning_limits learning) {
    constexpr std::uint32_t most = 1U << 21U;
    learning.states = most;
    learning.bytes = asked_.limits.memory / 2;
    result_.measured.lazy = true;
    result_.measured.rounds = 1;
    learner snapshots(code_, values_, learning);
    product together(snapshots, code_.shared().registers(), values_, asked_.crashes, most);
    explore(together);
    result_.measured.steps = snapshots.steps();
    for (const auto& a : snapshots.automata())
      result_.measured.components.push_back(static_cast<std::uint32_t>(a.nodes.size()));
    result_.measured.learned = result_.measured.components;
  }

  [[nodiscard]] word cap() const {
    if (asked_.flicker_cap != 0) return asked_.flicker_cap;
    return word{code_.size().n} * std::max(1U, code_.conduct().passages) + 1;
  }

  [[nodiscard]] std::chrono::steady_clock::time_point deadline() const {
    constexpr double a_long_time = 1e8;
    return began_ + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                        std::chrono::duration<double>(std::min(asked_.limits.seconds, a_long_time)));
  }
  [[nodiscard]] double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  }
  [[nodiscard]] exploration_limits what_is_left() const {
    exploration_limits left = asked_.limits;
    left.seconds = std::max(0.1, left.seconds - elapsed());
    if (result_.measured.lazy) {
      left.threads = 1;
      left.memory /= 2;
    }
    return left;
  }

  void give_up(const std::string& why) {
    for (auto p : asked_.claims) result_.findings.push_back({p, verdict::inconclusive, "", why, {}, {}});
  }

  // False if values turned up about which nothing had been learned: they are readable now.
  bool explore(const std::vector<automaton>& learned) {
    std::vector<automaton> small;
    result_.measured.components.clear();
    result_.measured.learned.clear();
    for (const auto& a : learned) {
      small.push_back(minimise(a));
      result_.measured.learned.push_back(static_cast<std::uint32_t>(a.nodes.size()));
      result_.measured.components.push_back(static_cast<std::uint32_t>(small.back().nodes.size()));
    }
    product together(std::move(small), code_.shared().registers(), values_, asked_.crashes);
    return explore(together);
  }

  bool explore(product& together) {
    order_monitor order;
    preemption_bound preemption;
    if (look_.order || look_.overtaken)
      order = order_monitor(code_.size().n, code_.size().inside(), look_.sessions, look_.overtaken, together.packing());
    if (look_.preemptions) preemption = preemption_bound(code_.size().n, *look_.preemptions, together.packing());
    result_.measured.bits = together.packing().bits();
    switch (together.packing().words()) {
      case 1: return explore(model<1>(together, look_, order, preemption));
      case 2: return explore(model<2>(together, look_, order, preemption));
      case 3: return explore(model<3>(together, look_, order, preemption));
      default: return explore(model<4>(together, look_, order, preemption));
    }
  }

  template <std::size_t Words>
  bool explore(const model<Words>& watched) {
    exploration<model<Words>> all(watched, what_is_left());
    const ending how = all.run();
    result_.measured.explored = all.reached();
    result_.measured.seen = {};
    std::set<demand> missing;
    for (std::size_t t = 0; t < all.threads(); ++t) {
      result_.measured.seen.add(all.notes(t).seen);
      missing.insert(all.notes(t).missing.begin(), all.notes(t).missing.end());
    }
    if (how == ending::stopped) {
      for (std::size_t t = 0; t < all.threads(); ++t)
        if (all.notes(t).stop) {
          broken(watched, all.notes(t));
          return true;
        }
    }
    if (how == ending::complete && !missing.empty()) {
      for (const auto& d : missing) values_.make_readable(d.where, d.number);
      if (elapsed() < asked_.limits.seconds) return false;
      give_up("out of time: new values kept turning up, in " + std::to_string(result_.measured.rounds) +
              " rounds; unbounded registers need bounded passages");
      return true;
    }
    conclude(watched, all, how);
    return true;
  }

  // A safety property is broken. The others cannot be judged any more: their turn is without this one.
  template <std::size_t Words>
  void broken(const model<Words>& watched, const typename model<Words>::notes& note) {
    auto way = shortest_path(
        watched, asked_.limits, [&](const key<Words>& k) { return k == note.from; }, note.by.p);
    typename model<Words>::notes pad;
    key<Words> end{};
    watched.steps(note.from, pad, [&](const edge& by, const key<Words>& to) {
      if (by == note.by) end = to;
    });
    way.steps.emplace_back(note.by, end);
    trace why;
    why.n = watched.of().n();
    append(why, watched.of(), way);
    why.loop = why.steps.size();
    claim which = claim::exclusion;
    switch (note.found) {
      case breach::exclusion:
        why.last_line = look_.sessions ? "two sessions are inside at once"
                                       : std::to_string(look_.inside + 1) + " are inside at once, " +
                                             std::to_string(look_.inside) + " may be";
        break;
      case breach::order:
        which = claim::fcfs;
        why.last_line = "process " + std::to_string(note.by.p) + " overtakes whom it must not";
        break;
      default:
        which = claim::declarations;
        why.last_line = "process " + std::to_string(note.by.p) + " does what it must not";
    }
    result_.findings.push_back({which, verdict::violated, "", "", {}, why});
    for (auto p : asked_.claims)
      if (p != which)
        result_.findings.push_back(
            {p, verdict::inconclusive, "", "the search ended where " + std::string(name(which)) + " broke", {}, {}});
  }

  template <std::size_t Words>
  void conclude(const model<Words>& watched, const exploration<model<Words>>& all, ending how) {
    for (auto p : asked_.claims) {
      finding f{p, verdict::inconclusive, "", "", {}, {}};
      if (how == ending::out_of_memory) f.reason = "out of memory at depth " + std::to_string(all.reached().depth);
      else if (how == ending::out_of_time) f.reason = "out of time at depth " + std::to_string(all.reached().depth);
      else judge(watched, all, f);
      result_.findings.push_back(std::move(f));
    }
  }

  template <std::size_t Words>
  void judge(const model<Words>& watched, const exploration<model<Words>>& all, finding& f) {
    if (const auto never = unseen(f.what); !never.empty()) {
      f.reason = "never happens: " + never;
      return;
    }
    std::vector<cycle_query> cycles;
    const auto each = [&](std::uint16_t where, bool fair, bool nobody_enters) {
      for (process_id p = 0; p < code_.size().n; ++p) cycles.push_back({p, where, fair, nobody_enters, {}, 0, false});
    };
    switch (f.what) {
      case claim::deadlock_freedom: each(in_entry, true, true); break;
      case claim::starvation_freedom: each(in_entry, true, false); break;
      case claim::weak_deadlock_freedom:
        each(in_entry, true, true);
        for (auto& query : cycles) query.crowd = code_.size().k;
        break;
      case claim::fife:
        each(in_waiting, false, false);
        for (auto& query : cycles) query.flag = watched.order().enabled(query.p);
        break;
      case claim::bounded_exit: each(in_exit, false, false); break;
      case claim::bounded_abort: each(in_abort, false, false); break;
      case claim::concurrent_entry:
        each(in_entry, false, false);
        for (auto& query : cycles) query.one_session = true;
        break;
      case claim::wait_free_up_to_k:
        each(in_entry, false, false);
        for (auto& query : cycles) query.crowd = code_.size().k;
        break;
      case claim::resets:
        if (forgets(watched, all, f)) return;
        break;
      default: break;
    }
    try {
      fair_cycle_search<model<Words>> search(watched, all, asked_.limits.memory, deadline());
      for (const auto& query : cycles) {
        const auto members = search.find(query);
        result_.measured.candidates += search.candidates();
        if (members.empty()) continue;
        stuck(watched, search, query, members, f);
        return;
      }
    } catch (const std::bad_alloc&) {
      f.reason = "out of memory in the search for cycles";
      return;
    } catch (const out_of_time&) {
      f.reason = "out of time in the search for cycles";
      return;
    }
    measure(watched, all, cycles, f);
    f.bound = bound();
    f.is = f.bound.empty() ? verdict::holds : verdict::holds_up_to;
  }

  // In how many steps, where that is bounded; not said if there is no time left to find out.
  template <std::size_t Words>
  void measure(const model<Words>& watched, const exploration<model<Words>>& all,
               const std::vector<cycle_query>& cycles, finding& f) {
    try {
      fair_cycle_search<model<Words>> search(watched, all, asked_.limits.memory, deadline());
      std::uint32_t most = 0;
      for (const auto& query : cycles)
        if (!query.fair) most = std::max(most, search.most_steps(query));
      if (most > 0) f.steps = most;
    } catch (const std::bad_alloc&) {
    } catch (const out_of_time&) {}
  }

  template <std::size_t Words>
  void stuck(const model<Words>& watched, const fair_cycle_search<model<Words>>& search, const cycle_query& query,
             const std::vector<typename fair_cycle_search<model<Words>>::member>& members, finding& f) {
    const auto inside = [&](const key<Words>& k) { return search.among(members, k) != members.end(); };
    const auto way = shortest_path(watched, what_is_left(), inside, code_.size().n);
    const auto round = search.cycle(query, members, way.last());
    trace why;
    why.n = watched.of().n();
    append(why, watched.of(), way);
    why.loop = why.steps.size();
    append(why, watched.of(), round);
    why.last_line = "process " + std::to_string(query.p);
    switch (f.what) {
      case claim::deadlock_freedom: why.last_line += " waits for ever, and nobody enters"; break;
      case claim::starvation_freedom: why.last_line += " waits for ever"; break;
      case claim::weak_deadlock_freedom: why.last_line += " waits for ever, and nobody enters"; break;
      case claim::fife: why.last_line += " has been overtaken, and cannot enter on its own"; break;
      case claim::concurrent_entry:
      case claim::wait_free_up_to_k: why.last_line += " cannot enter on its own"; break;
      default: why.last_line += " takes steps for ever and is never out";
    }
    f.is = verdict::violated;
    f.counterexample = std::move(why);
  }

  // True if some state in which nobody is outside its remainder has a register that is not as it was in the beginning.
  template <std::size_t Words>
  bool forgets(const model<Words>& watched, const exploration<model<Words>>& all, finding& f) {
    const product& of = watched.of();
    const auto& registers = of.registers();
    std::vector<std::uint32_t> concerned;
    for (std::uint32_t r = 0; r < registers.size(); ++r) {
      const std::string array = registers[r].name.substr(0, registers[r].name.find('['));
      const auto& named = asked_.resetting;
      if (named.empty() || std::find(named.begin(), named.end(), array) != named.end()) concerned.push_back(r);
    }
    const auto spoilt = [&](const key<Words>& state) -> std::optional<std::uint32_t> {
      product::states now{};
      of.unpack(state, now);
      for (process_id p = 0; p < of.n(); ++p)
        if ((of.at(p, now[p]).marks & in_remainder) == 0) return std::nullopt;
      for (auto r : concerned)
        if (of.value(state, r) != registers[r].initial) return r;
      return std::nullopt;
    };
    bool found = false;
    all.for_each([&](const key<Words>& state) { found = found || spoilt(state); });
    if (!found) return false;
    const auto way = shortest_path(
        watched, asked_.limits, [&](const key<Words>& k) { return spoilt(k).has_value(); }, code_.size().n);
    trace why;
    why.n = of.n();
    append(why, of, way);
    why.loop = why.steps.size();
    const auto r = *spoilt(way.last());
    why.last_line = "all are in their remainders, and " + registers[r].name + " is " +
                    spelled(of.value(way.last(), r)) + ", not " + spelled(registers[r].initial);
    f.is = verdict::violated;
    f.counterexample = std::move(why);
    return true;
  }

  // What ought to happen sometimes, and never does; empty if all does.
  [[nodiscard]] std::string unseen(claim what) const {
    const sightings& seen = result_.measured.seen;
    if ((seen.marks & in_critical) == 0) return "somebody enters";
    if (asked_.crashes > 0 && (seen.marks & is_crashed) == 0) return "somebody crashes";
    if (what == claim::bounded_abort && (seen.marks & in_abort) == 0) return "somebody gives up";
    if (code_.size().n > 1 && !seen.contended &&
        (what == claim::exclusion || what == claim::deadlock_freedom || what == claim::starvation_freedom ||
         what == claim::fcfs || what == claim::fife))
      return "somebody enters while another waits";
    return "";
  }

  // What the search was limited to, in words; empty if nothing.
  [[nodiscard]] std::string bound() const {
    std::string text;
    const auto also = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (const auto passages = code_.conduct().passages; passages != 0)
      also(std::to_string(passages) + (passages == 1 ? " passage each" : " passages each"));
    if (look_.preemptions) also(std::to_string(*look_.preemptions) + " preemptions");
    for (const auto& r : code_.shared().registers())
      if (r.safe && r.domain == unbounded) {
        also("flickering reads up to " + std::to_string(cap()));
        break;
      }
    return text;
  }

  const program& code_;
  const question& asked_;
  value_table values_;
  watch look_;
  report result_;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace

report check(const program& code, const question& what) { return inquiry(code, what).answer(); }

}  // namespace doorway::lab
