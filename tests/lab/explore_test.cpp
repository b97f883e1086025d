// A search that has to put states off, for want of memory for lists, finds what it finds with plenty, and both find what a search
// does that keeps every key. It would catch a state that is forgotten in the table, one that is listed before all the ways to it
// are known and then thought done, and one that is found in a layer too late.
#include "lab/explore.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "lab/preemption.hpp"

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

}  // namespace
}  // namespace doorway::lab
