// A search that has to put states off, for want of memory for lists, finds what it finds with plenty, and both find what a search
// does that keeps every key. It would catch a state that is forgotten in the table, one that is listed before all the ways to it
// are known and then thought done, and one that is found in a layer too late.
#include "lab/search/explore.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "lab/search/preemption.hpp"

namespace doorway::lab {
namespace {

// So many processes that have nothing to do with one another: each goes from 0 to `end`, and may be left for nothing at either.
class crowd_of_walkers {
 public:
  static constexpr process_id n = 7;
  static constexpr std::uint32_t end = 3;
  static constexpr std::uint32_t most = 5;  // preemptions; to stand between the ends all at once takes 6
  using key_type = key<2>;
  struct notes {
    bool stop = false;
  };

  crowd_of_walkers() {
    for (process_id p = 0; p < n; ++p) at_.push_back(packing_.add(end + 1));
    static_cast<void>(packing_.add(std::uint64_t{1} << 48U));  // a key of two words
    bound_ = preemption_bound(n, most, packing_);
  }
  [[nodiscard]] const crowd_of_walkers& of() const { return *this; }
  [[nodiscard]] const layout& packing() const { return packing_; }
  [[nodiscard]] const preemption_bound& bound() const { return bound_; }
  [[nodiscard]] key_type initial() const {
    key_type first{std::uint64_t{1} << 63U};
    bound_.begin(first);
    return first;
  }
  void watch_first(const key_type& /*first*/, notes& /*pad*/) const {}
  template <class Visit>
  void successors(const key_type& from, notes& /*pad*/, Visit&& visit) const {
    for (process_id p = 0; p < n; ++p) {
      const auto next = at_[p].get(from) + 1;
      if (next > end) continue;
      product::row then;
      then.what = product::row::does::go;
      if (next == end) then.marks = in_remainder;
      key_type to = from;
      at_[p].set(to, next);
      if (bound_.step({p, 0, false}, then, to)) visit(to);
    }
  }

 private:
  layout packing_;
  std::vector<field> at_;
  preemption_bound bound_;
};

class walkers_by_price : public crowd_of_walkers {
 public:
  using identity_type = preemption_bound::identity<2>;
  [[nodiscard]] identity_type identity() const { return identity_type(bound()); }
};

// The states, each with the least price for which it can be reached and everybody who may go on for nothing then.
using prices = std::set<key<2>>;

prices by_all_keys() {
  const crowd_of_walkers walkers;
  exploration<crowd_of_walkers> all(walkers, {});
  EXPECT_EQ(all.run(), ending::complete);
  const preemption_bound::identity<2> same(walkers.bound());
  std::map<key<2>, key<2>> best;
  all.for_each([&](const key<2>& one) {
    const auto [at, is_new] = best.try_emplace(walkers.bound().stripped(one), one);
    if (!is_new) static_cast<void>(same.improve(at->second, one));
  });
  prices found;
  for (const auto& [state, one] : best) found.insert(one);
  return found;
}

std::pair<prices, progress> by_price(std::size_t memory, unsigned threads) {
  const walkers_by_price walkers;
  exploration_limits limits;
  limits.memory = memory;
  limits.threads = threads;
  exploration<walkers_by_price> all(walkers, limits);
  EXPECT_EQ(all.run(), ending::complete);
  prices found;
  all.for_each([&](const key<2>& one) { EXPECT_TRUE(found.insert(one).second); });
  EXPECT_EQ(found.size(), all.reached().states);
  return {found, all.reached()};
}

TEST(exploration, finds_the_same_when_it_puts_states_off) {
  constexpr std::size_t plenty = std::size_t{1} << 30U;
  constexpr std::size_t little = 900'000;  // the table takes 655,392
  const auto wanted = by_all_keys();
  // 4^7, less the 2^7 in which all stand between the ends.
  EXPECT_EQ(wanted.size(), 16'384 - 128);
  for (const unsigned threads : {1U, 2U, 3U}) {
    const auto [with_plenty, short_way] = by_price(plenty, threads);
    EXPECT_TRUE(with_plenty == wanted) << threads << " threads";
    const auto [with_little, long_way] = by_price(little, threads);
    EXPECT_TRUE(with_little == wanted) << threads << " threads";
    EXPECT_GT(long_way.depth, short_way.depth) << "nothing was put off";
  }
}

// A graph in which nothing is regular: in each state each process has up to three steps, which lead anywhere, and may be left for
// nothing after some of them. The prices are found by a search that knows nothing of the lab's: who stepped last, or that nobody
// need be waited for, and what was spent, are all kept apart.
class tangle {
 public:
  static constexpr process_id n = 3;
  static constexpr std::uint32_t most = 4, states = 12'000;
  using key_type = key<1>;
  using identity_type = preemption_bound::identity<1>;
  struct notes {
    bool stop = false;
  };
  struct step {
    process_id p;
    std::uint32_t to;
    bool rests;
  };

  tangle() : at_(packing_.add(states)), bound_(n, most, packing_), steps_(states) {
    std::mt19937 random(1);
    for (auto& from : steps_)
      for (process_id p = 0; p < n; ++p)
        for (auto count = random() % 4; count > 0; --count)
          from.push_back({p, static_cast<std::uint32_t>(random() % states), random() % 4 == 0});
  }
  [[nodiscard]] const tangle& of() const { return *this; }
  [[nodiscard]] const layout& packing() const { return packing_; }
  [[nodiscard]] const std::vector<step>& steps(std::uint32_t from) const { return steps_[from]; }
  [[nodiscard]] identity_type identity() const { return identity_type(bound_); }
  [[nodiscard]] key_type initial() const {
    key_type first{std::uint64_t{1} << 63U};
    bound_.begin(first);
    return first;
  }
  void watch_first(const key_type& /*first*/, notes& /*pad*/) const {}
  template <class Visit>
  void successors(const key_type& from, notes& /*pad*/, Visit&& visit) const {
    for (const auto& [p, next, rests] : steps_[at_.get(from)]) {
      key_type to = from;
      at_.set(to, next);
      if (bound_.step({p, 0, false}, standing(rests), to)) visit(to);
    }
  }
  // The state, its price, and who may go on for nothing.
  [[nodiscard]] std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> read(const key_type& of) const {
    std::uint32_t free = 0;
    for (process_id p = 0; p < n; ++p) {
      key_type to = of;
      if (bound_.step({p, 0, false}, standing(false), to) && bound_.spent(to) == bound_.spent(of)) free |= 1U << p;
    }
    return {static_cast<std::uint32_t>(at_.get(of)), bound_.spent(of), free};
  }

 private:
  static product::row standing(bool rests) {
    product::row then;
    then.what = product::row::does::go;
    if (rests) then.marks = in_remainder;
    return then;
  }
  layout packing_;
  field at_;
  preemption_bound bound_;
  std::vector<std::vector<step>> steps_;
};
using costs = std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>;

costs by_hand(const tangle& graph) {
  constexpr std::uint32_t everybody = (1U << tangle::n) - 1;
  using place = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // state, who goes on for nothing, price
  std::set<place> seen{{0, everybody, 0}};
  std::vector<place> todo(seen.begin(), seen.end());
  while (!todo.empty()) {
    const auto [at, free, spent] = todo.back();
    todo.pop_back();
    for (const auto& [p, to, rests] : graph.steps(at)) {
      const place next{to, rests ? everybody : 1U << p, spent + ((free >> p & 1U) != 0 ? 0U : 1U)};
      if (std::get<2>(next) <= tangle::most && seen.insert(next).second) todo.push_back(next);
    }
  }
  std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> best;  // price, free
  for (const auto& [at, free, spent] : seen) {
    auto& one = best.try_emplace(at, spent, 0).first->second;
    if (spent < one.first) one = {spent, 0};
    if (spent == one.first) one.second |= free;
  }
  costs all;
  for (const auto& [at, one] : best) all.emplace(at, one.first, one.second);
  return all;
}

TEST(exploration, finds_the_same_where_nothing_is_regular) {
  const tangle graph;
  const auto wanted = by_hand(graph);
  EXPECT_GT(wanted.size(), tangle::states / 2);
  constexpr std::size_t plenty = std::size_t{1} << 30U, little = 500'000;
  std::uint32_t depth = 0;
  for (const std::size_t memory : {plenty, little})
    for (const unsigned threads : {1U, 2U, 3U}) {
      exploration_limits limits;
      limits.memory = memory;
      limits.threads = threads;
      exploration<tangle> all(graph, limits);
      ASSERT_EQ(all.run(), ending::complete) << memory << " bytes, " << threads << " threads";
      costs found;
      all.for_each([&](const tangle::key_type& one) { found.insert(graph.read(one)); });
      EXPECT_TRUE(found == wanted) << memory << " bytes, " << threads << " threads";
      if (memory == plenty) depth = all.reached().depth;
      else EXPECT_GT(all.reached().depth, depth) << "nothing was put off";
    }
}

// From 1 to `fan` others, and each of these to one more. Two threads, of which the first has all the states: while it is still on the
// first part of a level, the second has nothing to do any more. It would catch a level that is thought finished because somebody has
// finished his part of it.
class one_sided {
 public:
  static constexpr std::uint64_t fan = 200'000;
  using key_type = key<1>;
  struct notes {
    bool stop = false;
  };
  struct identity_type : whole_key<1> {
    [[nodiscard]] static std::uint64_t hash(const key_type& of) { return mixed(of) & ~std::uint64_t{0xFFFF}; }
  };
  [[nodiscard]] static identity_type identity() { return {}; }
  [[nodiscard]] static key_type initial() { return {1}; }
  void watch_first(const key_type& /*first*/, notes& /*pad*/) const {}
  template <class Visit>
  void successors(const key_type& from, notes& /*pad*/, Visit&& visit) const {
    if (from[0] == 1)
      for (std::uint64_t i = 0; i < fan; ++i) visit(key_type{2 + i});
    else if (from[0] < 2 + fan) visit(key_type{from[0] + fan});
  }
};
TEST(exploration, goes_on_until_everybody_has_finished_the_level) {
  for (const unsigned threads : {1U, 2U}) {
    exploration_limits limits;
    limits.threads = threads;
    const one_sided model;
    exploration<one_sided> all(model, limits);
    EXPECT_EQ(all.run(), ending::complete);
    EXPECT_EQ(all.reached().states, 1 + 2 * one_sided::fan) << threads << " threads";
  }
}

// State after state, one at each depth; in state 10 something is to be learned, or nothing ever.
class long_way {
 public:
  static constexpr std::uint64_t end = 2000;
  using key_type = key<1>;
  struct notes {
    bool stop = false;
    std::set<std::uint64_t> missing;
  };
  explicit long_way(bool learns) : learns_(learns) {}
  [[nodiscard]] static key_type initial() { return {1}; }
  void watch_first(const key_type& /*first*/, notes& /*pad*/) const {}
  template <class Visit>
  void successors(const key_type& from, notes& pad, Visit&& visit) const {
    if (learns_ && from[0] == 10) pad.missing.insert(from[0]);
    if (from[0] < end) visit(key_type{from[0] + 1});
  }

 private:
  bool learns_;
};
// A search that only learns may end early, and will be made again; any other is not complete before it has seen all.
TEST(exploration, ends_early_only_if_something_is_to_be_learned) {
  exploration_limits limits;
  limits.threads = 1;
  limits.worth_learning_from = 100;
  const auto states = [&](bool learns) {
    const long_way model(learns);
    exploration<long_way> all(model, limits);
    EXPECT_EQ(all.run(), ending::complete);
    return all.reached().states;
  };
  EXPECT_EQ(states(false), long_way::end);
  EXPECT_EQ(states(true), 101);
  limits.worth_learning_from = long_way::end;
  EXPECT_EQ(states(true), long_way::end);
}

}  // namespace
}  // namespace doorway::lab
