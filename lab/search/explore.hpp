// Exploration: every reachable state of a model, breadth first, on as many threads as wanted.
//
// A model has
//     using key_type                                          key<Words>
//     key_type initial()
//     successors(key, notes, visit)                           visit(key) for every step; notes is the thread's own note pad
//     type notes, default constructible                       what the model wants to remember; may stop the search
//     watch_first(key, notes)                                 looks at the initial state, to which no step leads
//     type identity_type, identity_type identity()            optional: when two keys are the same state (state_set.hpp)
//     of().packing().bytes()                                  optional: how many bytes of a key are in use
//
// Each thread owns the states whose hash falls to it, with a table of its own, so there are no locks and no atomics on the
// path: all expand a part of the current level into one outbox per owner, meet, and then each puts what it was sent into its
// table, asking for the memory of a whole batch before it touches the first. Levels are kept apart, hence shortest paths.
// Where the identity knows layers (preemption.hpp), the states of a later layer wait in the table until the one before is
// finished, and so do those of a level too long to be listed: such a search has no depth to speak of, and no lists that take
// more memory than its table.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

#include "lab/limits.hpp"
#include "lab/search/key.hpp"
#include "lab/search/state_set.hpp"

namespace doorway::lab {

template <class Model>
class exploration {
 public:
  using key_type = typename Model::key_type;
  using identity_type = typename identity_of<Model>::type;
  static constexpr std::size_t words = std::tuple_size_v<key_type>;
  using set_type = state_set<words, identity_type>;

  exploration(const Model& model, const exploration_limits& limits)
      : model_(model), identity_(identity_of<Model>::make(model)), limits_(limits), workers_(limits.thread_count()) {
    for (auto& w : workers_) {
      w.known = set_type(first_capacity, key_bytes(model), identity_);
      w.outbox.resize(workers_.size());
    }
  }

  ending run();

  [[nodiscard]] const progress& reached() const { return reached_; }
  [[nodiscard]] const typename Model::notes& notes(std::size_t thread) const { return workers_[thread].notes; }
  [[nodiscard]] std::size_t threads() const { return workers_.size(); }

  // levels()[d]: the states at depth d, if they were to be kept.
  [[nodiscard]] const std::vector<std::vector<key_type>>& levels() const { return levels_; }

  // The states that are this thread's.
  [[nodiscard]] const set_type& known(std::size_t thread) const { return workers_[thread].known; }
  // visit(key) for every state found.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const auto& w : workers_)
      for (std::size_t i = 0; i < w.known.capacity(); ++i)
        if (w.known.holds(i)) visit(w.known[i]);
  }

 private:
  static constexpr std::size_t line = 64;
  static constexpr std::size_t first_capacity = 1024;
  static constexpr std::size_t worth_giving_back = std::size_t{1} << 20U;
  static constexpr bool has_layers = requires(const identity_type& i, const key_type& of) { i.layer(of); };
  struct alignas(line) worker {
    set_type known;
    std::vector<key_type> level, next;
    std::uint32_t last_layer = 0;  // that any state of the table is in
    bool put_off = false;          // states of this layer wait in the table
    std::size_t swept = 0;         // where the last look for such ended
    std::vector<std::vector<key_type>> outbox;
    typename Model::notes notes;
    std::uint64_t edges = 0;
    std::size_t expanded = 0;  // of level
    std::size_t room = 0;      // bytes by which the table may grow before all meet again
  };

  [[nodiscard]] std::size_t owner(std::uint64_t hash) const { return (hash & 0xFFFF) * workers_.size() >> 16U; }
  [[nodiscard]] std::size_t owner(const key_type& of) const {
    return workers_.size() == 1 ? 0 : owner(identity_.hash(of));
  }
  void work(std::size_t me);
  void expand(worker& mine);
  void collect(std::size_t me);
  [[nodiscard]] std::size_t most_listed() const;
  void next_from_tables();
  void sweep(worker& of);
  void settle();  // by one thread while the others wait: is the round over, is the level, is everything?
  [[nodiscard]] std::size_t bytes() const;
  void share_room();
  // What the model has met and does not know: it will have to be explored again.
  [[nodiscard]] std::size_t to_learn() const {
    std::size_t count = 0;
    if constexpr (requires(const worker& w) { w.notes.missing.size(); })
      for (const auto& w : workers_) count += w.notes.missing.size();
    return count;
  }
  [[nodiscard]] bool has_learned_enough();

  const Model& model_;
  [[no_unique_address]] identity_type identity_;
  exploration_limits limits_;
  std::vector<worker> workers_;
  std::uint32_t layer_ = 0;
  std::size_t to_learn_ = 0;          // when it was last more than before,
  std::uint64_t states_by_then_ = 0;  // there were so many states
  std::vector<std::vector<key_type>> levels_;
  progress reached_;
  ending how_ = ending::complete;
  bool over_ = false;
  std::atomic<bool> full_{false};
  std::chrono::steady_clock::time_point began_;
  double reported_ = 0;
  std::barrier<> meet_{1};
  std::function<void()> settle_;
};

template <class Model>
void exploration<Model>::expand(worker& mine) {
  // Alone, a batch that stays in the cache; with others, one that is worth a meeting. Fewer where states have very many
  // successors.
  const std::size_t batch = workers_.size() == 1 ? 2048 : 65536;
  const std::uint64_t most_sent = (std::uint64_t{1} << 23U) / workers_.size();
  const std::size_t end = std::min(mine.level.size(), mine.expanded + batch);
  const std::uint64_t enough = mine.edges + most_sent;
  for (; mine.expanded < end && mine.edges < enough; ++mine.expanded)
    model_.successors(mine.level[mine.expanded], mine.notes, [&](const key_type& to) {
      ++mine.edges;
      if (limits_.lose_every != 0 && mine.edges % limits_.lose_every == 0) return;
      mine.outbox[owner(to)].push_back(to);
    });
}

template <class Model>
void exploration<Model>::collect(std::size_t me) {
  constexpr std::size_t ahead = 16;
  worker& mine = workers_[me];
  for (auto& from : workers_) {
    auto& box = from.outbox[me];
    std::array<std::uint64_t, ahead> hashes{};  // of box[i] at i % ahead, once asked for
    const auto ask = [&](std::size_t i) {
      if (i >= box.size()) return;
      hashes[i % ahead] = identity_.hash(box[i]);
      mine.known.prefetch(hashes[i % ahead]);
    };
    for (std::size_t i = 0; i < ahead; ++i) ask(i);
    for (std::size_t i = 0; i < box.size(); ++i) {
      const std::uint64_t hash = hashes[i % ahead];
      ask(i + ahead);
      if (mine.known.is_full()) {
        const std::size_t more = mine.known.bytes_grown() - mine.known.bytes();
        if (more > mine.room) {
          full_ = true;
          break;
        }
        mine.room -= more;
        mine.known.grow();
      }
      if constexpr (has_layers) {
        const auto layer = identity_.layer(box[i]);
        const bool waits = layer != layer_ || mine.next.size() >= most_listed();
        identity_.set_waits(box[i], waits);
        if (!mine.known.insert(box[i], hash)) continue;
        if (!waits) mine.next.push_back(box[i]);
        else if (layer == layer_) mine.put_off = true;
        else mine.last_layer = std::max(mine.last_layer, layer);
      } else if (mine.known.insert(box[i], hash)) {
        mine.next.push_back(box[i]);
      }
    }
    box.clear();
  }
}

template <class Model>
std::size_t exploration<Model>::bytes() const {
  std::size_t sum = 0;
  for (const auto& w : workers_) sum += w.known.bytes() + (w.level.capacity() + w.next.capacity()) * sizeof(key_type);
  return sum;
}

template <class Model>
void exploration<Model>::share_room() {
  const std::size_t used = bytes();
  for (auto& w : workers_) w.room = used < limits_.memory ? (limits_.memory - used) / workers_.size() : 0;
}

// A sixteenth of the memory for the level and the one after it.
template <class Model>
std::size_t exploration<Model>::most_listed() const {
  if (limits_.keep_levels) return ~std::size_t{0};
  return std::max<std::size_t>(1024, limits_.memory / (32 * workers_.size() * sizeof(key_type)));
}

// Nothing is listed. What waits in the tables, of this layer or, if there is nothing, of the next that has anything.
template <class Model>
void exploration<Model>::next_from_tables() {
  if constexpr (has_layers) {
    const auto any = [&](auto what) { return std::any_of(workers_.begin(), workers_.end(), what); };
    while (reached_.frontier == 0) {
      if (!any([](const worker& w) { return w.put_off; })) {
        if (to_learn() > 0) return;  // the layers to come would be for nothing
        if (!any([&](const worker& w) { return w.last_layer > layer_; })) return;
        ++layer_;
      }
      for (auto& w : workers_) {
        sweep(w);
        reached_.frontier += w.next.size();
      }
    }
  }
}

// What waits and was reached again in an earlier layer is known as one of that layer, and has been listed in it.
template <class Model>
void exploration<Model>::sweep(worker& of) {
  of.put_off = false;
  std::size_t i = of.swept < of.known.capacity() ? of.swept : 0;
  for (std::size_t left = of.known.capacity(); left > 0; --left, i = i + 1 == of.known.capacity() ? 0 : i + 1) {
    if (!of.known.holds(i)) continue;
    key_type state = of.known[i];
    if (!identity_.waits(state) || identity_.layer(state) != layer_) continue;
    if (of.next.size() == most_listed()) {
      of.put_off = true;
      break;
    }
    identity_.set_waits(state, false);
    of.known.set(i, state);
    of.next.push_back(state);
  }
  of.swept = i;
}

// A round in which something is to be learned is only good for that: not much will be found after a third of it without
// anything new.
template <class Model>
bool exploration<Model>::has_learned_enough() {
  const std::size_t now = to_learn();
  if (now != to_learn_) {
    to_learn_ = now;
    states_by_then_ = reached_.states;
  }
  return now > 0 && reached_.states > limits_.worth_learning_from && reached_.states > states_by_then_ / 2 * 3;
}

template <class Model>
void exploration<Model>::settle() {
  reached_.states = reached_.edges = reached_.frontier = 0;
  bool level_done = true;
  bool stop = false;
  for (auto& w : workers_) {
    reached_.states += w.known.size();
    reached_.edges += w.edges;
    reached_.frontier += w.next.size() + w.level.size() - w.expanded;
    level_done = level_done && w.expanded == w.level.size();
    stop = stop || w.notes.stop;
  }
  reached_.bytes = bytes();
  share_room();
  reached_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
  if (limits_.report && reached_.seconds > reported_ + 0.5) {
    reported_ = reached_.seconds;
    limits_.report(reached_);
  }
  const auto end = [&](ending how) {
    how_ = how;
    over_ = true;
  };
  if (stop) return end(ending::stopped);
  if (full_) return end(ending::out_of_memory);
  if (!level_done) {
    if (reached_.seconds > limits_.seconds) end(ending::out_of_time);
    return;
  }
  if (has_learned_enough()) return end(ending::complete);
  if (reached_.frontier == 0) next_from_tables();
  if (bytes() > limits_.memory) return end(ending::out_of_memory);
  if (reached_.frontier == 0) return end(ending::complete);
  if (reached_.seconds > limits_.seconds) return end(ending::out_of_time);
  ++reached_.depth;
  if (limits_.keep_levels) levels_.emplace_back();
  for (auto& w : workers_) {
    w.level.swap(w.next);
    if (w.next.capacity() > worth_giving_back) w.next = {};
    w.next.clear();
    w.expanded = 0;
    if (limits_.keep_levels) levels_.back().insert(levels_.back().end(), w.level.begin(), w.level.end());
  }
}

template <class Model>
void exploration<Model>::work(std::size_t me) {
  while (!over_) {
    expand(workers_[me]);
    if (workers_.size() > 1) meet_.arrive_and_wait();
    collect(me);
    if (workers_.size() > 1) meet_.arrive_and_wait();
    if (me == 0) settle();
    if (workers_.size() > 1) meet_.arrive_and_wait();
  }
}

template <class Model>
ending exploration<Model>::run() {
  began_ = std::chrono::steady_clock::now();
  const key_type first = model_.initial();
  worker& w = workers_[owner(first)];
  w.known.insert(first, identity_.hash(first));
  w.level.push_back(first);
  if (limits_.keep_levels) levels_.push_back({first});
  model_.watch_first(first, w.notes);
  if (w.notes.stop) {
    settle();
    return how_;
  }
  share_room();
  std::destroy_at(&meet_);
  std::construct_at(&meet_, static_cast<std::ptrdiff_t>(workers_.size()));
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < workers_.size(); ++i) others.emplace_back([this, i] { work(i); });
  work(0);
  others.clear();
  reached_.bytes = bytes();
  return how_;
}

}  // namespace doorway::lab
