// Who came first, in a random run: exclusion, k-FCFS and FIFE, watched as they happen. The same rules as in order.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "doorway/core/sections.hpp"
#include "lab/sampling/crowd.hpp"

namespace doorway::lab::random {

class order {
 public:
  explicit order(const parameters& size, bool groups) : size_(size), groups_(groups), all_(size.n) {}

  void begin_again() {
    waiting_ = inside_ = 0;
    for (auto& one : all_) one = {};
  }
  void sets_out(process_id p, word session) {
    all_[p].session = session;
    all_[p].ahead = 0;
    for (std::uint64_t rest = waiting_; rest != 0; rest &= rest - 1) {
      const auto a = static_cast<process_id>(std::countr_zero(rest));
      if (a != p && (!groups_ || all_[a].session != session)) all_[p].ahead |= std::uint64_t{1} << a;
    }
  }
  void doorway_ends(process_id p) { waiting_ |= std::uint64_t{1} << p; }

  complaint enters(process_id p, const crowd& among) {
    const std::uint64_t bit = std::uint64_t{1} << p;
    complaint wrong;
    for (std::uint64_t rest = all_[p].ahead; rest != 0; rest &= rest - 1) {
      const auto a = static_cast<process_id>(std::countr_zero(rest));
      if (std::exchange(all_[a].overtaken, true)) continue;
      all_[a].steps_then = among.own_steps(a);
    }
    if (watch_order && static_cast<process_id>(std::popcount(all_[p].ahead)) >= size_.inside())
      wrong = {claim::fcfs, "process " + std::to_string(p) + " overtakes " +
                                std::to_string(std::popcount(all_[p].ahead)) + " that came before it: too many"};
    if (all_[p].overtaken) worst_enabled = std::max(worst_enabled, among.own_steps(p) - all_[p].steps_then);
    out(p);
    inside_ |= bit;
    most_inside = std::max(most_inside, static_cast<std::uint32_t>(std::popcount(inside_)));
    if (groups_) {
      for (process_id q = 0; q < size_.n; ++q)
        if ((inside_ >> q & 1U) != 0 && all_[q].session != all_[p].session)
          wrong = {claim::exclusion, "two sessions are inside at once"};
    } else if (static_cast<process_id>(std::popcount(inside_)) > size_.inside()) {
      wrong = {claim::exclusion, std::to_string(std::popcount(inside_)) + " are inside at once, " +
                                     std::to_string(size_.inside()) + " may be"};
    }
    ++entries;
    return wrong;
  }
  void leaves(process_id p) { inside_ &= ~(std::uint64_t{1} << p); }
  void withdraws(process_id p) {
    out(p);
    ++withdrawn;
  }

  // FIFE: p goes on and has taken so many steps; is it overtaken and still not in?
  [[nodiscard]] complaint goes_on(process_id p, std::uint64_t own_steps) const {
    if (!all_[p].overtaken || most_enabled == 0 || own_steps - all_[p].steps_then <= most_enabled) return {};
    return {claim::fife, "process " + std::to_string(p) + " was overtaken and is not in after " +
                             std::to_string(own_steps - all_[p].steps_then) + " steps of its own"};
  }

  bool watch_order = true;
  std::uint64_t most_enabled = 0;   // FIFE: more own steps than that are an error; 0: not watched
  std::uint64_t worst_enabled = 0;  // FIFE: the most own steps from being overtaken to being in
  std::uint64_t entries = 0, withdrawn = 0;
  std::uint32_t most_inside = 0;

 private:
  struct member {
    std::uint64_t ahead = 0;  // finished their doorways before this one began, and are still not in
    word session = 0;
    bool overtaken = false;
    std::uint64_t steps_then = 0;  // own steps when it was
  };
  // p waits no more.
  void out(process_id p) {
    const std::uint64_t bit = std::uint64_t{1} << p;
    waiting_ &= ~bit;
    all_[p].ahead = 0;
    all_[p].overtaken = false;
    for (auto& one : all_) one.ahead &= ~bit;
  }

  parameters size_;
  bool groups_;
  std::uint64_t waiting_ = 0, inside_ = 0;
  std::vector<member> all_;
};

}  // namespace doorway::lab::random
