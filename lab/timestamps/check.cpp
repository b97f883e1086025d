#include "lab/timestamps/check.hpp"

#include <memory>

#include "lab/automata/learn_by_snapshot.hpp"
#include "lab/automata/minimise.hpp"
#include "lab/automata/value_sampling.hpp"
#include "lab/judge/path_trace.hpp"
#include "lab/timestamps/model.hpp"

namespace doorway::lab {
namespace {

class timestamp_inquiry {
 public:
  timestamp_inquiry(const program& code, const exploration_limits& limits)
      : code_(code), limits_(limits), values_(code.shared().registers()) {}

  timestamp_report answer() {
    constexpr std::uint32_t random_steps = 100'000;
    walk(code_, values_, random_steps, 1, 0);
    try {
      learner snapshots(code_, values_, {});
      for (bool missing = true; missing;) {
        snapshots.close();
        std::vector<automaton> small;
        for (const auto& one : snapshots.automata()) small.push_back(minimise(one));
        product together(std::move(small), code_.shared().registers(), values_, 0);
        missing = !explore(together);
      }
    } catch (const too_rich&) {
      constexpr std::uint32_t most = 1U << 21U;
      result_.lazy = true;
      limits_.threads = 1;
      limits_.memory /= 2;
      learner snapshots(code_, values_, {.states = most, .bytes = limits_.memory});
      product together(snapshots, code_.shared().registers(), values_, 0, most);
      explore(together);
    }
    return std::move(result_);
  }

 private:
  bool explore(product& together) {
    const monitor_fields fields(code_.size().n, together.packing());
    switch (together.packing().words()) {
      case 1: return explore(timestamp_model<1>(together, fields));
      case 2: return explore(timestamp_model<2>(together, fields));
      case 3: return explore(timestamp_model<3>(together, fields));
      default: return explore(timestamp_model<5>(together, fields));
    }
  }

  // False if values turned up about which nothing had been learned: they are readable now.
  template <std::size_t Words>
  bool explore(const timestamp_model<Words>& watched) {
    exploration<timestamp_model<Words>> all(watched, limits_);
    const ending how = all.run();
    result_.explored = all.reached();
    result_.complete = how == ending::complete;
    result_.scans = 0;
    bool missing = false;
    for (std::size_t t = 0; t < all.threads(); ++t) {
      const auto& note = all.notes(t);
      result_.scans += note.scans;
      if (note.stop && result_.broken.empty()) broken(watched, note);
      for (const auto& d : note.missing) values_.make_readable(d.where, d.number);
      missing = missing || !note.missing.empty();
    }
    return how != ending::complete || !missing;
  }

  template <std::size_t Words>
  void broken(const timestamp_model<Words>& watched, const typename timestamp_model<Words>::notes& note) {
    result_.broken = note.bad ? "a register is not what it is declared to be" : spelt(note.found);
    auto way = shortest_path(
        watched, limits_, [&](const key<Words>& k) { return k == note.from; }, note.by.p);
    typename timestamp_model<Words>::notes pad;
    key<Words> end{};
    watched.steps(note.from, pad, [&](const edge& by, const key<Words>& to) {
      if (by == note.by) end = to;
    });
    way.steps.emplace_back(note.by, end);
    trace why;
    why.n = watched.of().n();
    append(why, watched.of(), way);
    why.loop = why.steps.size();
    why.last_line = result_.broken;
    result_.how = why;
  }

  const program& code_;
  exploration_limits limits_;
  value_table values_;
  timestamp_report result_;
};

}  // namespace

timestamp_report check_timestamps(const program& code, const exploration_limits& limits) {
  return timestamp_inquiry(code, limits).answer();
}

}  // namespace doorway::lab
