// Liveness: a cycle on which a process goes on for ever without getting where it should.
//
// Reads and writes never block, so every process that is not finished can always take a step, and weak fairness says: on the
// cycle, each process takes a step, or is somewhere in its remainder, finished or crashed for good. (Where a crashed process
// may be recovered, somebody does so: its recovery is a step like any other.) Under x86-TSO a process may have to wait for its
// own stores; but the hardware is fair too: on the cycle, each buffer is empty somewhere or lets a store go, and this even where
// only p's own steps count. Such a cycle exists if and only if
// some strongly connected component of the states in question allows it as a whole, because a cycle may visit all of it. No
// edges are stored: successors are computed again.
//
// Most states are ruled out beforehand. A process that takes steps on a cycle is, all along, on a cycle of its own automaton.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "lab/search/cycle_query.hpp"
#include "lab/search/explore.hpp"
#include "lab/search/path.hpp"
#include "lab/search/product.hpp"
#include "lab/search/state_set.hpp"

namespace doorway::lab {

struct out_of_time : std::exception {};

// Which states of p's automaton lie on a cycle of states that carry one of `marks` (0: any).
[[nodiscard]] std::vector<bool> local_cycles(const product& of, process_id p, std::uint16_t marks,
                                             bool outside_critical);

// Does nobody write while it goes round? Then a cycle can be rearranged into one of whole runs, from rest to rest (whole_runs.hpp): the
// registers stay as they are, and what a process meets does not depend on when it looks.
[[nodiscard]] bool cycles_only_read(const product& of);

template <class Model>
class fair_cycle_search {
 public:
  using key_type = typename Model::key_type;
  static constexpr std::size_t words = std::tuple_size_v<key_type>;

  using clock = std::chrono::steady_clock;
  // reached(visit): visit(state) for every state in question.
  using visitor = std::function<void(const key_type&)>;
  using states = std::function<void(const visitor&)>;
  fair_cycle_search(const Model& model, states reached, std::size_t memory, clock::time_point deadline)
      : model_(model), reached_(std::move(reached)), memory_(memory), deadline_(deadline) {}

  // A state on such a cycle, and the number of the component that it belongs to.
  using member = std::pair<key_type, std::uint32_t>;
  // All of them, ascending; none if there is no such cycle. Throws std::bad_alloc beyond the memory allowed,
  // out_of_time after the deadline.
  [[nodiscard]] std::vector<member> find(const cycle_query& what);

  // A cycle that begins and ends in `begin`, one of the members, fair as the query says (cycle_path.hpp).
  [[nodiscard]] path<words> cycle(const cycle_query& what, const std::vector<member>& members,
                                  const key_type& begin) const;

  // Where a state is among the members, or members.end().
  [[nodiscard]] static auto among(const std::vector<member>& members, const key_type& state) {
    const auto at = std::lower_bound(members.begin(), members.end(), member{state, 0});
    return at != members.end() && at->first == state ? at : members.end();
  }

  // Where find() has found nothing for a query that is not fair: the most steps that p takes until it is out of the
  // states concerned, whatever the others do (most_steps.hpp).
  [[nodiscard]] std::uint32_t most_steps(const cycle_query& what);

  [[nodiscard]] std::uint64_t candidates() const { return candidates_; }

 private:
  static constexpr std::uint32_t unseen = 0;
  static constexpr std::uint32_t closing = std::numeric_limits<std::uint32_t>::max() - 1;
  static constexpr std::uint32_t closed = std::numeric_limits<std::uint32_t>::max();
  struct frame {
    std::uint32_t place;
    std::uint32_t low;
    std::size_t first;  // of its successors in todo
    bool itself;        // it is one of them
  };

  [[nodiscard]] bool is_idle(process_id q, std::uint32_t state) const {
    const product::row& row = model_.of().at(q, state);
    return (row.marks & in_remainder) != 0 || row.what == product::row::does::stop;
  }
  // Those who must be treated fairly, a bit for each: the processes, and then their buffers.
  using actors = std::uint32_t;
  static_assert(2 * most_lab_processes <= 32);
  [[nodiscard]] static actors bit_of(const edge& by) {
    return actors{1} << (by.drain ? by.p + most_lab_processes : by.p);
  }
  // Whom one may leave alone in this state: processes that are idle, buffers that are empty.
  [[nodiscard]] actors at_rest(const key_type& state) const {
    const product& of = model_.of();
    product::states now{};
    of.unpack(state, now);
    actors all = 0;
    for (process_id q = 0; q < of.n(); ++q) {
      if (is_idle(q, now[q])) all |= actors{1} << q;
      if ((of.at(q, now[q]).marks & has_stores) == 0) all |= actors{1} << (q + most_lab_processes);
    }
    return all;
  }
  // All those who must be.
  [[nodiscard]] actors everybody(const cycle_query& what) const {
    const actors processes = (actors{1} << model_.of().n()) - 1;
    return processes << most_lab_processes | (what.fair ? processes : actors{1} << what.p);
  }
  void watch_the_time() const {
    if (clock::now() > deadline_) throw out_of_time();
  }
  [[nodiscard]] bool concerns(const cycle_query& what, const key_type& state, const product::states& now) const;
  void gather(const cycle_query& what, bool only_cycles);
  template <class Visit>
  void inner_steps(const cycle_query& what, const key_type& from, Visit&& visit) const;
  [[nodiscard]] bool allows(const cycle_query& what, const std::vector<std::uint32_t>& members) const;

  const Model& model_;
  states reached_;
  std::size_t memory_;
  clock::time_point deadline_;
  std::uint64_t candidates_ = 0;
  state_set<words> set_;
  std::vector<std::uint32_t> order_;
};

// Is it one of the states that the query is about?
template <class Model>
bool fair_cycle_search<Model>::concerns(const cycle_query& what, const key_type& state,
                                        const product::states& now) const {
  const product& of = model_.of();
  const product::row& mine = of.at(what.p, now[what.p]);
  if ((mine.marks & what.where) == 0 || (mine.marks & is_crashed) != 0) return false;
  return !what.also || what.also({of, now, state.data()});
}

// Collects them; only_cycles: leaves out those that are on no cycle for a reason that is plain from one automaton.
template <class Model>
void fair_cycle_search<Model>::gather(const cycle_query& what, bool only_cycles) {
  const product& of = model_.of();
  std::vector<std::vector<bool>> turns;
  // Where tickets are known by their order, the steps of the automata do not end in the states that are explored.
  if constexpr (requires { model_.look(); }) only_cycles = only_cycles && model_.look().tickets == nullptr;
  for (process_id q = 0; only_cycles && q < of.n(); ++q)
    turns.push_back(local_cycles(of, q, q == what.p ? what.where : std::uint16_t{0}, what.nobody_enters));
  product::states now{};
  std::uint64_t looked_at = 0;
  const auto wanted = [&](const key_type& state) {
    if (++looked_at % 65536 == 0) watch_the_time();
    of.unpack(state, now);
    if ((only_cycles && !turns[what.p][now[what.p]]) || !concerns(what, state, now)) return false;
    if (only_cycles && what.fair)
      for (process_id q = 0; q < of.n(); ++q)
        if (!turns[q][now[q]] && !is_idle(q, now[q])) return false;
    return true;
  };
  // They come in the order of their hashes: a set that had to grow would crowd them all at its beginning, again and again.
  std::size_t count = 0;
  reached_([&](const key_type& state) { count += wanted(state) ? 1U : 0U; });
  const std::size_t room = 1024 + count / 2 * 3;
  if (room * sizeof(key_type) > memory_) throw std::bad_alloc();
  set_ = state_set<words>(room, of.packing().bytes());
  reached_([&](const key_type& state) {
    if (wanted(state)) set_.insert(state, mixed(state));
  });
  candidates_ = set_.size();
  if (set_.capacity() >= closing || set_.bytes() + set_.capacity() * sizeof(std::uint32_t) > memory_)
    throw std::bad_alloc();
}

// visit(edge, key, place) for the steps that may lie on such a cycle.
template <class Model>
template <class Visit>
void fair_cycle_search<Model>::inner_steps(const cycle_query& what, const key_type& from, Visit&& visit) const {
  typename Model::notes pad;
  model_.steps(from, pad, [&](const edge& by, const key_type& to) {
    if (by.crash) return;
    if constexpr (requires { pad.enters; }) {  // a step that is a whole run
      if (what.nobody_enters && pad.enters) return;
    } else if (what.nobody_enters) {
      product::states now{};
      model_.of().unpack(to, now);
      if ((model_.of().at(by.p, now[by.p]).marks & in_critical) != 0) return;
    }
    if (const auto place = set_.find(to); place != state_set<words>::missing)
      visit(by, to, static_cast<std::uint32_t>(place));
  });
}

template <class Model>
bool fair_cycle_search<Model>::allows(const cycle_query& what, const std::vector<std::uint32_t>& members) const {
  actors content = 0;  // they step, or may rest
  actors steps = 0;
  for (auto place : members) {
    content |= at_rest(set_[place]);
    inner_steps(what, set_[place], [&](const edge& by, const key_type&, std::uint32_t to) {
      if (order_[to] == closing) steps |= bit_of(by);
    });
  }
  if ((steps >> what.p & 1U) == 0) return false;
  return (everybody(what) & ~(content | steps)) == 0;
}

// Tarjan's algorithm with a stack of its own.
template <class Model>
std::vector<typename fair_cycle_search<Model>::member> fair_cycle_search<Model>::find(const cycle_query& what) {
  gather(what, true);
  std::vector<member> found;
  std::uint32_t components = 0;
  order_.assign(set_.capacity(), unseen);
  std::uint32_t count = unseen;
  std::vector<frame> frames;
  std::vector<std::uint32_t> todo;
  std::vector<std::uint32_t> stack;
  const auto open = [&](std::uint32_t place) {
    if (count % 8192 == 0) watch_the_time();
    order_[place] = ++count;
    frames.push_back({place, count, todo.size(), false});
    stack.push_back(place);
    inner_steps(what, set_[place], [&](const edge&, const key_type&, std::uint32_t to) {
      if (to == place) frames.back().itself = true;
      else todo.push_back(to);
    });
    if (frames.size() * sizeof(frame) + (todo.size() + stack.size() + order_.size()) * 4 +
            found.size() * sizeof(member) + set_.bytes() >
        memory_)
      throw std::bad_alloc();
  };
  for (std::size_t root = 0; root < set_.capacity(); ++root) {
    if (!set_.holds(root) || order_[root] != unseen) continue;
    open(static_cast<std::uint32_t>(root));
    while (!frames.empty()) {
      frame& top = frames.back();
      if (todo.size() > top.first) {
        const auto to = todo.back();
        todo.pop_back();
        if (order_[to] == unseen) open(to);
        else if (order_[to] != closed) top.low = std::min(top.low, order_[to]);
        continue;
      }
      const frame done = top;
      frames.pop_back();
      if (!frames.empty()) frames.back().low = std::min(frames.back().low, done.low);
      if (done.low != order_[done.place]) continue;
      if (stack.back() == done.place && !done.itself) {  // alone, and on no cycle
        stack.pop_back();
        order_[done.place] = closed;
        continue;
      }
      const auto first = std::find(stack.rbegin(), stack.rend(), done.place).base() - 1;
      const std::vector<std::uint32_t> members(first, stack.end());
      stack.erase(first, stack.end());
      for (auto place : members) order_[place] = closing;
      if (allows(what, members)) {
        ++components;
        for (auto place : members) found.emplace_back(set_[place], components);
      }
      for (auto place : members) order_[place] = closed;
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace doorway::lab
