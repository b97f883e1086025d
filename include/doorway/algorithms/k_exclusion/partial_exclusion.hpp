// partial-exclusion: at most l inside, deadlock-free though up to k-1 crash, k <= l; 2(n-l+k)-2 safe bits, n-l+1 if k =
// 1.
//
// G. Taubenfeld, "Tight space bounds for l-exclusion", 2013: section 3.3, Theorem 3.4, (l, k)-exclusion.
//
//     the first l-k processes    enter and leave as they like
//     the other n-(l-k)          compete for k places with two_bits.hpp, or with one_bit.hpp if k = 1
//
// Notes
// - The others are processes 0 .. n-(l-k)-1 of their lock; its declarations say which processes those are (first).
// - The lock that is not used is made for no processes, and declares arrays without registers.
// - There is no doorway. abort and recover are those of the lock; who passes freely has nothing to withdraw.
#pragma once

#include <string_view>
#include <utility>

#include "doorway/algorithms/k_exclusion/two_bits.hpp"
#include "doorway/algorithms/mutual_exclusion/one_bit.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class partial_exclusion {
 public:
  static constexpr std::string_view name = "partial-exclusion";
  static constexpr problem solves = problem::k_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr partial_exclusion(Memory& memory, const parameters& size)
      : k_(size.k),
        free_(size.inside() - size.k),
        one(memory, {.n = k_ == 1 ? others(size) : 0}, free_),
        two(memory, {.n = k_ == 1 ? 0 : others(size), .k = k_}, free_) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    if (here.id() < free_) return true;
    return with_lock(here, [](auto& lock, auto& me) { return lock.enter(me); });
  }
  template <class Here>
  constexpr void exit(Here& here) const {
    if (here.id() >= free_) with_lock(here, [](auto& lock, auto& me) { lock.exit(me); });
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    if (here.id() >= free_) with_lock(here, [](auto& lock, auto& me) { lock.abort(me); });
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    if (here.id() >= free_) with_lock(here, [](auto& lock, auto& me) { lock.recover(me); });
  }

 private:
  // The process that runs, by its number among the others.
  template <class Here>
  struct one_of_the_others {
    Here& here;
    process_id first;
    [[nodiscard]] constexpr process_id id() const { return here.id() - first; }
    template <class Ready>
    constexpr bool await(Ready&& ready) const {
      return here.await(std::forward<Ready>(ready));
    }
  };

  template <class Here, class Do>
  constexpr auto with_lock(Here& here, Do&& action) const {
    one_of_the_others<Here> me{here, free_};
    return k_ == 1 ? action(one, me) : action(two, me);
  }
  [[nodiscard]] constexpr process_id others(const parameters& size) const {
    return size.n > free_ ? size.n - free_ : 0;
  }

  process_id k_, free_;
  one_bit<Memory> one;
  two_bits<Memory> two;
};

}  // namespace doorway
