#include "lab/properties/order.hpp"

#include <algorithm>
#include <bit>

namespace doorway::lab {

void order_of_arrival::attach(layout& keys, const program& of) {
  n_ = of.size().n;
  k_ = of.size().inside();
  groups_ = of.solves() == problem::group_exclusion;
  ahead_.clear();
  overtaken_.clear();
  for (process_id b = 0; b < n_; ++b) ahead_.push_back(keys.add(std::uint64_t{1} << n_));
  for (process_id b = 0; b < n_; ++b) overtaken_.push_back(keys.add(remembers_overtaken ? 2 : 1));
}

std::uint8_t order_of_arrival::take(const seen_step& step, std::uint64_t* to) const {
  const process_id p = step.by.p;
  if (step.by.crash || step.by.drain) return 0;
  std::uint8_t seen = 0;
  if (step.comes_back()) withdraw(p, to);
  if (step.sets_out()) {
    std::uint64_t waiting = 0;
    for (process_id a = 0; a < n_; ++a)
      if (a != p && step.waited(a) && conflict(step.of.at(a, step.now[a]), step.then)) waiting |= std::uint64_t{1} << a;
    ahead_[p].set(to, waiting);
  }
  if (step.enters()) seen |= overtake(p, ahead_[p].get(to), to);
  if (step.enters() || step.is_out()) {
    if (!until_out || (step.then.marks & (in_remainder | in_recover)) != 0) ahead_[p].set(to, 0);
    withdraw(p, to);
  }
  if (ahead_[p].get(to) != 0) seen |= somebody_is_ahead;
  if (std::any_of(overtaken_.begin(), overtaken_.end(), [&](const field& f) { return f.get(to) != 0; }))
    seen |= somebody_is_overtaken;
  return seen;
}

std::uint8_t order_of_arrival::overtake(process_id /*q*/, std::uint64_t whom, std::uint64_t* to) const {
  for (process_id p = 0; remembers_overtaken && p < n_; ++p)
    if ((whom >> p & 1U) != 0) overtaken_[p].set(to, 1);
  return static_cast<std::uint32_t>(std::popcount(whom)) >= k_ ? broken : 0;
}

void order_of_arrival::withdraw(process_id p, std::uint64_t* to) const {
  overtaken_[p].set(to, 0);
  for (process_id b = 0; b < n_; ++b) ahead_[b].set(to, ahead_[b].get(to) & ~(std::uint64_t{1} << p));
}

}  // namespace doorway::lab
