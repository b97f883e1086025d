// How many steps of its own a process takes at most, where a search for cycles has found that the number is bounded.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lab/search/fair_cycle.hpp"

namespace doorway::lab {

// No cycle contains a step of p, so this is a longest path if a step of p counts one and any other nothing. A state's
// number depends on those of its successors; in the order in which a depth-first walk leaves the states, most of these are
// known already, and where others go in circles a few more rounds settle it.
template <class Model>
std::uint32_t fair_cycle_search<Model>::most_steps(const cycle_query& what) {
  gather(what, false);
  order_.assign(set_.capacity(), unseen);
  std::vector<std::uint32_t> left;
  std::vector<std::uint32_t> todo;
  constexpr std::uint32_t leave = 1U << 31U;  // with a place: it is left now
  if (set_.capacity() >= leave || set_.bytes() + set_.capacity() * 16 > memory_) throw std::bad_alloc();
  for (std::uint32_t root = 0; root < set_.capacity(); ++root) {
    if (!set_.holds(root) || order_[root] != unseen) continue;
    todo.push_back(root);
    while (!todo.empty()) {
      const auto top = todo.back();
      todo.pop_back();
      if (top >= leave) {
        left.push_back(top - leave);
        continue;
      }
      if (order_[top] != unseen) continue;
      order_[top] = closed;
      if (left.size() % 8192 == 0) watch_the_time();
      todo.push_back(top + leave);
      inner_steps(what, set_[top], [&](const edge&, const key_type&, std::uint32_t to) {
        if (order_[to] == unseen) todo.push_back(to);
      });
    }
  }
  order_.assign(set_.capacity(), 0);
  std::uint32_t most = 0;
  for (bool grew = true; grew;) {
    grew = false;
    watch_the_time();
    for (const auto place : left) {
      std::uint32_t longest = 0;
      typename Model::notes pad;
      model_.steps(set_[place], pad, [&](const edge& by, const key_type& to) {
        if (by.crash) return;
        const auto next = set_.find(to);
        const std::uint32_t rest = next == state_set<words>::missing ? 0 : order_[next];
        longest = std::max(longest, rest + (by.p == what.p ? 1U : 0U));
      });
      if (longest <= order_[place]) continue;
      order_[place] = longest;
      most = std::max(most, longest);
      grew = true;
    }
  }
  return most;
}

}  // namespace doorway::lab
