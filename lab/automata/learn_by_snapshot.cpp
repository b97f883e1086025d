#include "lab/automata/learn_by_snapshot.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "lab/automata/ticket_words.hpp"

namespace doorway::lab {
namespace {

void feed(std::string& into, const void* from, std::size_t size) { into.append(static_cast<const char*>(from), size); }
template <class T>
void feed(std::string& into, const T& value) {
  static_assert(std::has_unique_object_representations_v<T>);
  feed(into, &value, sizeof value);
}

// An observation as a string: equal strings, equal observations.
std::string spelled(const observation& seen) {
  std::string text;
  feed(text, seen.next.kind);
  feed(text, seen.next.where);
  feed(text, seen.next.value);
  feed(text, seen.at);
  feed(text, static_cast<std::uint8_t>(seen.crashed));
  feed(text, seen.session);
  for (word v : seen.own) feed(text, v);
  feed(text, seen.oldest.kind);
  feed(text, seen.oldest.where);
  feed(text, seen.oldest.value);
  feed(text, static_cast<std::uint8_t>((seen.held ? 1U : 0U) | (seen.hidden ? 2U : 0U) | (seen.buffered ? 4U : 0U)));
  feed(text, seen.buffered.value_or(0));
  return text;
}

}  // namespace

input meaning(const automaton& of, const observation& now, std::uint32_t with, const value_table& values) {
  if (now.next.kind == action::choice) return {input::kind::answer, with};
  if (!answers(now.next.kind)) return {input::kind::go, 0};
  if (now.buffered) return {input::kind::answer, *now.buffered};
  if (!of.owns(now.next.where)) return {input::kind::answer, values.value(now.next.where, with)};
  const auto slot = std::lower_bound(of.own.begin(), of.own.end(), now.next.where) - of.own.begin();
  return {input::kind::answer, now.own[static_cast<std::size_t>(slot)]};
}

std::uint32_t inputs(const automaton& of, const observation& now, const value_table& values) {
  if (now.held) return 0;
  if (now.buffered) return 1;
  switch (now.next.kind) {
    case action::choice: return static_cast<std::uint32_t>(now.next.value);
    case action::read:
    case action::take:
    case action::add: return of.owns(now.next.where) ? 1 : values.size(now.next.where);
    case action::done:
    case action::dead:
    case action::bad: return 0;
    default: return 1;
  }
}

void number_sum(const operation& done, const input& with, const observation& after, value_table& values) {
  if (done.kind == action::add && after.next.kind != action::bad) values.number(done.where, with.value + done.value);
}

struct learner::known {
  known(const program& code, process_id p, bool by_order) : runner(code, p, by_order) {}
  component runner;
  std::vector<component::state> states;  // by node
  std::unordered_map<std::string, std::uint32_t> shown;
  std::unordered_multimap<std::size_t, std::uint32_t> by_hash;
  // By state, where tickets are known by their order.
  std::vector<std::optional<std::vector<word>>> tickets;
  std::vector<std::map<std::vector<word>, std::uint32_t>> renamed;
};

learner::learner(const program& code, value_table& values, const learning_limits& limits)
    : code_(code), values_(values), limits_(limits) {
  for (process_id p = 0; p < code.size().n; ++p) {
    automaton& own = automata_.emplace_back();
    own.p = p;
    own.own = owned(code.shared().registers(), p);
    known_.push_back(std::make_unique<known>(code, p, limits.by_order));
    known_[p]->runner.reset();
    intern(p);
  }
}

learner::~learner() = default;

// The number of the state that the runner is in.
std::uint32_t learner::intern(process_id p) {
  known& mine = *known_[p];
  automaton& of = automata_[p];
  component::state now = mine.runner.save();
  std::string text = spelled(now.seen);
  const auto shows = mine.shown.try_emplace(text, static_cast<std::uint32_t>(of.observations.size()));
  if (shows.second) {
    of.observations.push_back(now.seen);
    const operation& next = now.seen.next;
    if (next.kind == action::write || next.kind == action::store || next.kind == action::take)
      values_.number(next.where, next.value);
    for (std::size_t i = 0; i < of.own.size(); ++i)
      if (now.seen.own[i] != in_flux) values_.number(of.own[i], now.seen.own[i]);
  }
  const std::string_view stack(reinterpret_cast<const char*>(now.stack.data()), now.stack.size());
  const std::size_t hash =
      std::hash<std::string_view>{}(stack)*31 + shows.first->second * 1'000'003 + now.where.passage;
  const auto [from, to] = mine.by_hash.equal_range(hash);
  for (auto at = from; at != to; ++at) {
    const component::state& old = mine.states[at->second];
    if (of.nodes[at->second].shows == shows.first->second && old.where == now.where && old.buffer == now.buffer &&
        old.stack == now.stack)
      return at->second;
  }
  if (of.nodes.size() >= limits_.states || bytes_ > limits_.bytes)
    throw too_rich("process " + std::to_string(p) + " has more than " + std::to_string(of.nodes.size()) +
                   " private states");
  const auto number = static_cast<std::uint32_t>(of.nodes.size());
  of.nodes.push_back({shows.first->second, {}, {}});
  bytes_ += now.stack.size() + sizeof now;
  mine.by_hash.emplace(hash, number);
  mine.states.push_back(std::move(now));
  return number;
}

std::uint32_t learner::step(process_id p, std::uint32_t state, std::uint32_t with) {
  automaton& of = automata_[p];
  if (auto& next = of.nodes[state].next; next.size() <= with) next.resize(with + 1, automaton::unknown);
  if (const auto to = of.nodes[state].next[with]; to != automaton::unknown) return to;
  component& runner = known_[p]->runner;
  runner.restore(known_[p]->states[state]);
  const operation doing = of.seen(state).next;
  const input what = meaning(of, of.seen(state), with, values_);
  runner.take(what);
  number_sum(doing, what, runner.now(), values_);
  if (limits_.by_order) compare_with_real_tickets(p, state, what);
  ++steps_;
  const auto to = intern(p);
  return of.nodes[state].next[with] = to;
}

const std::vector<std::uint32_t>& learner::crash(process_id p, std::uint32_t state) {
  automaton& of = automata_[p];
  if (!of.nodes[state].crash.empty() || !of.may_crash(state)) return of.nodes[state].crash;
  const operation doing = of.seen(state).next;
  std::vector<word> left{0};
  if (doing.kind == action::write_end && of.owns(doing.where)) {
    left.clear();
    for (auto i : values_.flickers[doing.where]) left.push_back(values_.value(doing.where, i));
  }
  component& runner = known_[p]->runner;
  std::vector<std::uint32_t> to;
  for (word v : left) {
    runner.restore(known_[p]->states[state]);
    runner.take({input::kind::crash, v});
    ++steps_;
    to.push_back(intern(p));
  }
  return of.nodes[state].crash = to;
}

std::uint32_t learner::drain(process_id p, std::uint32_t state) {
  automaton& of = automata_[p];
  if (of.nodes[state].drain != automaton::unknown || !of.seen(state).has_stores()) return of.nodes[state].drain;
  component& runner = known_[p]->runner;
  runner.restore(known_[p]->states[state]);
  runner.take({input::kind::drain, 0});
  ++steps_;
  const auto to = intern(p);
  return of.nodes[state].drain = to;
}

// The runner has just taken this step: with tickets that are counted from 0 it must end in the same.
void learner::compare_with_real_tickets(process_id p, std::uint32_t state, input what) {
  component& runner = known_[p]->runner;
  const component::state ends = runner.save();
  if (what.what == input::kind::answer && is_ticket(what.value)) what.value -= ticket_zero;
  runner.restore(with_real_tickets(known_[p]->states[state]));
  runner.count_tickets_from(0);
  runner.take(what);
  runner.count_tickets_from(ticket_zero);
  if (!is_same_with_real_tickets(ends, runner.save())) refuse(p, state);
  runner.restore(ends);
}

void learner::refuse(process_id p, std::uint32_t state) const {
  const operation next = automata_[p].seen(state).next;
  std::string what = "with its tickets";
  if (answers(next.kind)) what = "with what it reads from " + code_.shared().registers()[next.where].name;
  throw not_by_order("what process " + std::to_string(p) + " does " + what +
                     " depends on more than the order of the tickets: its passages must be bounded");
}

const std::vector<word>& learner::tickets(process_id p, std::uint32_t state) {
  known& mine = *known_[p];
  if (mine.tickets.size() <= state) mine.tickets.resize(mine.states.size());
  auto& all = mine.tickets[state];
  if (!all) {
    all.emplace();
    component::state copy = mine.states[state];
    for_each_ticket(copy, [&](const word& ticket) { all->push_back(ticket); });
    std::sort(all->begin(), all->end());
    all->erase(std::unique(all->begin(), all->end()), all->end());
  }
  return *all;
}

std::uint32_t learner::renamed(process_id p, std::uint32_t state, const std::vector<word>& to) {
  if (tickets(p, state) == to) return state;
  known& mine = *known_[p];
  if (mine.renamed.size() <= state) mine.renamed.resize(mine.states.size());
  if (const auto at = mine.renamed[state].find(to); at != mine.renamed[state].end()) return at->second;
  const std::vector<word> from = tickets(p, state);
  component::state copy = mine.states[state];
  for_each_ticket(copy, [&](word& ticket) {
    ticket = to[static_cast<std::size_t>(std::lower_bound(from.begin(), from.end(), ticket) - from.begin())];
  });
  mine.runner.restore(copy);
  const auto number = intern(p);
  mine.renamed[state].emplace(to, number);
  return number;
}

void learner::close() {
  for (bool grew = true; grew;) {
    grew = false;
    for (process_id p = 0; p < automata_.size(); ++p)
      for (std::uint32_t s = 0; s < automata_[p].nodes.size(); ++s) {
        const auto count = inputs(automata_[p], automata_[p].seen(s), values_);
        const operation doing = automata_[p].seen(s).next;
        const bool foreign = answers(doing.kind) && !automata_[p].owns(doing.where) && !automata_[p].seen(s).buffered;
        if (s % 1024 == 0 && std::chrono::steady_clock::now() > limits_.deadline)
          throw too_rich("out of time while learning: process " + std::to_string(p) + " has more than " +
                         std::to_string(automata_[p].nodes.size()) + " private states");
        for (std::uint32_t i = 0; i < count; ++i) {
          if (foreign && !values_.readable(doing.where, i)) continue;
          const auto& next = automata_[p].nodes[s].next;
          if (i < next.size() && next[i] != automaton::unknown) continue;
          step(p, s, i);
          grew = true;
        }
        if (limits_.crashes) crash(p, s);
        drain(p, s);
      }
  }
}

}  // namespace doorway::lab
