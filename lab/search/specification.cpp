#include "lab/search/specification.hpp"

#include <set>
#include <stdexcept>

#include "lab/automata/learn_by_snapshot.hpp"
#include "lab/automata/minimise.hpp"
#include "lab/automata/value_sampling.hpp"
#include "lab/judge/path_trace.hpp"

namespace doorway::lab {
namespace {

constexpr const char* misused = "a register is used against its declaration";

// The product with the watcher's memory in its key.
template <std::size_t Words>
class watched_model {
 public:
  using key_type = key<Words>;
  struct notes {
    bool stop = false;
    const char* broken = nullptr;  // by the step
    edge by{};                     // from the state
    key_type from{};               // or in that state
    bool at_once = false;
    std::set<demand> missing;
    std::uint64_t entries = 0;
  };

  watched_model(const product& of, const watching& by, const std::vector<field>& fields)
      : of_(of), by_(by), fields_(fields) {}

  [[nodiscard]] const product& of() const { return of_; }
  [[nodiscard]] key_type initial() const {
    key_type first = of_.initial<Words>();
    const auto parts = by_.parts();
    for (std::size_t i = 0; i < parts.size(); ++i) fields_[i].set(first, parts[i].first);
    return first;
  }
  void watch_first(const key_type& first, notes& pad) const {
    product::states now{};
    of_.unpack(first, now);
    for (process_id p = 0; p < of_.n(); ++p)
      if ((of_.at(p, now[p]).marks & is_bad) != 0) blame(misused, first, {p}, true, pad);
  }

  template <class Visit>
  void successors(const key_type& from, notes& pad, Visit&& visit) const {
    steps(from, pad, [&](const edge&, const key_type& to) { visit(to); });
  }
  // visit(edge, key)
  template <class Visit>
  void steps(const key_type& from, notes& pad, Visit&& visit) const {
    product::states now{};
    of_.unpack(from, now);
    std::array<sight, most_lab_processes> seen;
    for (process_id p = 0; p < of_.n(); ++p) seen[p] = seen_at(p, now[p]);
    watching::memory known;
    if (!by_.sections_only()) recall(from, known);
    for (process_id p = 0; p < of_.n(); ++p) {
      if (!by_.sections_only() && !by_.may(known, p, {seen.data(), of_.n()})) continue;
      const auto marks = of_.at(p, now[p]).marks;
      const auto stepped = [&](const edge& by, std::uint32_t state, const key_type& after) {
        key_type to = after;
        const product::row& row = of_.at(p, state);
        const char* broken = nullptr;
        if ((row.marks & is_bad) != 0) broken = misused;
        else if (!by_.sections_only() || row.marks != marks) broken = watch(from, p, state, seen, to);
        if ((row.marks & ~marks & in_critical) != 0) ++pad.entries;
        if (broken != nullptr) blame(broken, from, by, false, pad);
        visit(by, to);
      };
      of_.steps_of<Words>(p, from, now, stepped, [&](const demand& what) { pad.missing.insert(what); });
    }
  }

 private:
  [[nodiscard]] sight seen_at(process_id p, std::uint32_t state) const {
    const observation& one = of_.component(p).seen(state);
    return {one.at, one.session, one.next};
  }
  void recall(const key_type& from, watching::memory& known) const {
    for (std::size_t i = 0; i < fields_.size(); ++i) known[i] = fields_[i].get(from);
  }
  // p's step from `from`, in which each is seen so.
  const char* watch(const key_type& from, process_id p, std::uint32_t state,
                    const std::array<sight, most_lab_processes>& seen, key_type& to) const {
    watching::memory known;
    recall(from, known);
    auto then = seen;
    then[p] = seen_at(p, state);
    const char* const broken = by_.step(known, p, seen[p], {then.data(), of_.n()});
    for (std::size_t i = 0; i < fields_.size(); ++i) fields_[i].set(to, known[i]);
    return broken;
  }
  static void blame(const char* broken, const key_type& from, const edge& by, bool at_once, notes& pad) {
    if (pad.stop) return;
    pad.stop = true;
    pad.broken = broken;
    pad.from = from;
    pad.by = by;
    pad.at_once = at_once;
  }

  const product& of_;
  const watching& by_;
  const std::vector<field>& fields_;
};

class specification_inquiry {
 public:
  specification_inquiry(const program& code, const watching& by, const exploration_limits& limits)
      : code_(code), by_(by), limits_(limits), values_(registers()) {}

  specification_report answer(std::uint32_t random_steps) {
    if (random_steps > 0) walk(code_, values_, random_steps, 1, 0);
    try {
      learner snapshots(code_, values_, {});
      for (bool missing = true; missing;) {  // until no value turns up about which nothing has been learned
        snapshots.close();
        std::vector<automaton> small;
        for (const auto& one : snapshots.automata()) small.push_back(minimise(one));
        product together(std::move(small), registers(), values_, 0);
        missing = !explore(together);
      }
    } catch (const too_rich&) {
      constexpr std::uint32_t most = 1U << 21U;
      found_.lazy = true;
      limits_.threads = 1;
      limits_.memory /= 2;
      learner snapshots(code_, values_, {.states = most, .bytes = limits_.memory});
      product together(snapshots, registers(), values_, 0, most);
      explore(together);
    }
    return std::move(found_);
  }

 private:
  [[nodiscard]] const std::vector<register_info>& registers() const { return code_.shared().registers(); }

  bool explore(product& together) {
    std::vector<field> fields;
    for (const auto& part : by_.parts()) fields.push_back(together.packing().add(part.values));
    if (fields.size() > watching::most_parts) throw std::length_error("a watcher remembers too much");
    switch (together.packing().words()) {
      case 1: return explore(watched_model<1>(together, by_, fields));
      case 2: return explore(watched_model<2>(together, by_, fields));
      case 3: return explore(watched_model<3>(together, by_, fields));
      case 4:
      case 5: return explore(watched_model<5>(together, by_, fields));
      default: return explore(watched_model<layout::most_words>(together, by_, fields));
    }
  }

  // False if values turned up about which nothing had been learned: they are readable now.
  template <std::size_t Words>
  bool explore(const watched_model<Words>& watched) {
    exploration<watched_model<Words>> all(watched, limits_);
    const ending how = all.run();
    found_.explored = all.reached();
    found_.complete = how == ending::complete;
    found_.entries = 0;
    bool missing = false;
    for (std::size_t t = 0; t < all.threads(); ++t) {
      const auto& note = all.notes(t);
      found_.entries += note.entries;
      if (note.stop && found_.broken.empty()) broken(watched, note);
      for (const auto& d : note.missing) values_.make_readable(d.where, d.number);
      missing = missing || !note.missing.empty();
    }
    return how != ending::complete || !missing;
  }

  template <std::size_t Words>
  void broken(const watched_model<Words>& watched, const typename watched_model<Words>::notes& note) {
    found_.broken = note.broken;
    trace& why = found_.how.emplace();
    why.n = watched.of().n();
    if (!note.at_once) {
      auto way = shortest_path(
          watched, limits_, [&](const key<Words>& k) { return k == note.from; }, note.by.p);
      typename watched_model<Words>::notes pad;
      key<Words> end{};
      watched.steps(note.from, pad, [&](const edge& by, const key<Words>& to) {
        if (by == note.by) end = to;
      });
      way.steps.emplace_back(note.by, end);
      append(why, watched.of(), way);
    }
    why.loop = why.steps.size();
    why.last_line = found_.broken;
  }

  const program& code_;
  const watching& by_;
  exploration_limits limits_;
  value_table values_;
  specification_report found_;
};

}  // namespace

specification_report check_specification(const program& code, const watching& by, const exploration_limits& limits,
                                         std::uint32_t random_steps) {
  return specification_inquiry(code, by, limits).answer(random_steps);
}

}  // namespace doorway::lab
