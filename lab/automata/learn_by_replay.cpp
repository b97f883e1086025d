#include "lab/automata/learn_by_replay.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "lab/automata/learn_by_snapshot.hpp"
#include "lab/automata/minimise.hpp"

namespace doorway::lab {

struct replay_learner::leaf {
  sequence access;
  observation shows;
  std::map<symbol, std::uint32_t> next;  // leaves
  std::uint32_t in = 0;                  // the branch of the tree that it hangs on
};

// Where the tree asks: play `suffix` after the access sequence; the last observation decides. A node of the tree is a
// branch, or a leaf if its number is beyond leaf_base.
struct replay_learner::branch {
  sequence suffix;
  std::vector<std::pair<std::optional<observation>, std::uint32_t>> children;
};

namespace {
constexpr std::uint32_t leaf_base = 1U << 31U;
}

replay_learner::replay_learner(const program& code, process_id p, value_table& values, const replay_limits& limits)
    : values_(values), limits_(limits), runner_(code, p), random_(limits.seed) {
  frame_.p = p;
  frame_.own = owned(code.shared().registers(), p);
}
replay_learner::~replay_learner() = default;

std::vector<replay_learner::symbol> replay_learner::alphabet(const observation& at) const {
  std::vector<symbol> all;
  const auto count = inputs(frame_, at, values_);
  const bool foreign = answers(at.next.kind) && !frame_.owns(at.next.where) && !at.buffered;
  for (symbol i = 0; i < count; ++i)
    if (!foreign || values_.readable(at.next.where, i)) all.push_back(i);
  if (at.has_stores()) all.push_back(drain_symbol);
  if (limits_.crashes && !at.crashed && at.at != stage::remainder && count > 0 && !at.has_stores()) {
    if (at.next.kind == action::write_end && frame_.owns(at.next.where))
      for (auto i : values_.flickers[at.next.where]) all.push_back(crash_base + i);
    else all.push_back(crash_base);
  }
  return all;
}

// False if the runner, as it stands, does not know this input.
bool replay_learner::take(symbol what) {
  const observation& now = runner_.now();
  const auto known = alphabet(now);
  if (!std::binary_search(known.begin(), known.end(), what)) return false;
  ++steps_;
  if (what == drain_symbol) {
    runner_.take({input::kind::drain, 0});
  } else if (what < crash_base) {
    const operation doing = now.next;
    const input with = meaning(frame_, now, what, values_);
    runner_.take(with);
    number_sum(doing, with, runner_.now(), values_);
  } else {
    const bool half = now.next.kind == action::write_end && frame_.owns(now.next.where);
    runner_.take({input::kind::crash, half ? values_.value(now.next.where, what - crash_base) : 0});
  }
  const operation& next = runner_.now().next;
  if (next.kind == action::write || next.kind == action::store) values_.number(next.where, next.value);
  return true;
}

std::optional<observation> replay_learner::play(const sequence& inputs) {
  runner_.reset();
  for (auto s : inputs)
    if (!take(s)) return std::nullopt;
  return runner_.now();
}

// The leaf that an access sequence belongs to; a new one if the tree has no place for it.
std::uint32_t replay_learner::sift(const sequence& access) {
  for (std::uint32_t at = 0;;) {
    sequence whole = access;
    whole.insert(whole.end(), tree_[at].suffix.begin(), tree_[at].suffix.end());
    const auto seen = play(whole);
    const auto child = std::find_if(tree_[at].children.begin(), tree_[at].children.end(),
                                    [&](const auto& c) { return c.first == seen; });
    if (child == tree_[at].children.end()) {
      const auto number = static_cast<std::uint32_t>(leaves_.size());
      leaves_.push_back({access, *play(access), {}, at});
      tree_[at].children.emplace_back(seen, leaf_base + number);
      return number;
    }
    if (child->second >= leaf_base) return child->second - leaf_base;
    at = child->second;
  }
}

// Finds where every input of every leaf leads.
void replay_learner::close() {
  std::uint32_t l = 0;
  for (; l < leaves_.size(); ++l)  // sifting adds leaves
    for (auto s : alphabet(leaves_[l].shows)) {
      if (leaves_[l].next.contains(s)) continue;
      sequence further = leaves_[l].access;
      further.push_back(s);
      const auto to = sift(further);
      leaves_[l].next[s] = to;
    }
}

// The leaf after the first `count` inputs.
std::uint32_t replay_learner::follow(const sequence& inputs, std::size_t count) const {
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < count; ++i) at = leaves_[at].next.at(inputs[i]);
  return at;
}

// The run ends differently from what the automaton says. Somewhere along it, one more step of the real code instead of the
// automaton's makes the difference: there a leaf holds two states, and the rest of the run tells them apart.
void replay_learner::split(const sequence& run) {
  const auto truth = play(run);
  const auto after = [&](std::size_t i) {  // the automaton for i inputs, the code for the rest
    sequence mixed = leaves_[follow(run, i)].access;
    mixed.insert(mixed.end(), run.begin() + static_cast<std::ptrdiff_t>(i), run.end());
    return play(mixed) == truth;
  };
  std::size_t good = 0;
  std::size_t bad = run.size();
  while (bad - good > 1) {
    const std::size_t middle = (good + bad) / 2;
    (after(middle) ? good : bad) = middle;
  }
  const sequence suffix(run.begin() + static_cast<std::ptrdiff_t>(bad), run.end());
  const auto old = follow(run, bad);
  sequence access = leaves_[follow(run, good)].access;
  access.push_back(run[good]);

  const auto fresh = static_cast<std::uint32_t>(leaves_.size());
  const auto node = static_cast<std::uint32_t>(tree_.size());
  const auto whole = [&](sequence from) {
    from.insert(from.end(), suffix.begin(), suffix.end());
    return play(from);
  };
  const auto of_old = whole(leaves_[old].access);
  const auto of_fresh = whole(access);
  if (of_old == of_fresh) throw std::logic_error("a counterexample that separates nothing");
  tree_.push_back({suffix, {{of_old, leaf_base + old}, {of_fresh, leaf_base + fresh}}});
  for (auto& child : tree_[leaves_[old].in].children)
    if (child.second == leaf_base + old) child.second = node;
  leaves_.push_back({access, *play(access), {}, node});
  leaves_[old].in = node;
  for (auto& l : leaves_) std::erase_if(l.next, [&](const auto& edge) { return edge.second == old; });
}

// The shortest sequence on which the automaton and the reference show different things.
std::optional<replay_learner::sequence> replay_learner::disagreement(const automaton& reference) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, sequence> met{{{0, 0}, {}}};
  std::vector<std::pair<std::uint32_t, std::uint32_t>> todo{{0, 0}};
  for (std::size_t i = 0; i < todo.size(); ++i) {
    const auto [mine, theirs] = todo[i];
    const sequence so_far = met.at(todo[i]);
    if (!(leaves_[mine].shows == reference.seen(theirs))) return so_far;
    const auto all = alphabet(leaves_[mine].shows);
    const auto first_crash = std::lower_bound(all.begin(), all.end(), crash_base);
    for (auto s = all.begin(); s != all.end(); ++s) {
      const automaton::node& there = reference.nodes[theirs];
      const auto& edges = s < first_crash ? there.next : there.crash;
      const auto number = s < first_crash ? *s : static_cast<std::size_t>(s - first_crash);
      const auto to = *s == drain_symbol ? there.drain : number < edges.size() ? edges[number] : automaton::unknown;
      if (to == automaton::unknown) throw forgotten_state("the reference has not learned an input that is readable");
      const std::pair pair{leaves_[mine].next.at(*s), to};
      sequence further = so_far;
      further.push_back(*s);
      if (met.try_emplace(pair, further).second) todo.push_back(pair);
    }
  }
  return std::nullopt;
}

std::optional<replay_learner::sequence> replay_learner::contradiction(const automaton* reference) {
  if (reference != nullptr)
    if (auto run = disagreement(*reference)) {
      if (play(*run) == leaves_[follow(*run, run->size())].shows)
        throw forgotten_state("process " + std::to_string(frame_.p) +
                              ": the automaton learned from snapshots does what the code does not");
      return run;
    }
  for (std::uint32_t i = 0; i < limits_.random_runs; ++i) {
    runner_.reset();
    sequence run;
    std::uint32_t at = 0;
    for (std::uint32_t length = 0; length < limits_.random_length; ++length) {
      const auto all = alphabet(runner_.now());
      if (all.empty()) break;
      // Crashes are rare, or every run would be short.
      const bool crash = all.back() >= crash_base && random_() % 64 == 0;
      const auto from = std::lower_bound(all.begin(), all.end(), crash_base);
      const auto ordinary = static_cast<std::size_t>(from - all.begin());
      const auto pick = crash ? ordinary + random_() % (all.size() - ordinary) : random_() % ordinary;
      run.push_back(all[pick]);
      take(all[pick]);
      at = leaves_[at].next.at(all[pick]);
      if (!(runner_.now() == leaves_[at].shows)) return run;
    }
  }
  return std::nullopt;
}

automaton replay_learner::learn(const automaton* reference) {
  leaves_.clear();
  tree_.assign(1, {});
  sift({});
  close();
  while (const auto run = contradiction(reference)) {
    split(*run);
    close();
  }
  return minimise(result());
}

automaton replay_learner::result() const {
  automaton all = frame_;
  for (const auto& l : leaves_) {
    automaton::node node;
    node.shows = static_cast<std::uint32_t>(all.observations.size());
    all.observations.push_back(l.shows);
    for (const auto& [s, to] : l.next) {
      if (s == drain_symbol) {
        node.drain = to;
      } else if (s >= crash_base) {
        node.crash.push_back(to);
      } else {
        if (node.next.size() <= s) node.next.resize(s + 1, automaton::unknown);
        node.next[s] = to;
      }
    }
    all.nodes.push_back(std::move(node));
  }
  return all;
}

}  // namespace doorway::lab
