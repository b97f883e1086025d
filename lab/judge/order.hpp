// The order of arrival, as a safety property: FCFS, and k-FCFS for k > 1.
//
// A process arrives when its doorway ends; under x86-TSO, when the last store of its doorway has reached memory, for before
// that nobody can have seen it: who sets out then sets out at the same time. Two bits of memory for a pair of processes are not needed, one is: before[a][b], "a
// finished its doorway before b began the one it is in (or has finished), and has not entered since". When b enters, fewer
// than k such a may be left (thesis, section 1.2; with k = 1 none, which is FCFS). A crashed process stays where it stood until
// it is recovered, which withdraws it. In group exclusion there is an order between processes of different sessions (FCFS,
// strong concurrent entry), or, for FIFE as He et al. 2017 have it (P7), between those of the same.
//
// First in, first enabled (FIFE) goes on from there: an a that is left behind is *enabled*, that is, it can enter within a
// bounded number of its own steps. One more bit for each process remembers this; fair_cycle.hpp looks for the cycles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lab/search/key.hpp"
#include "lab/search/product.hpp"

namespace doorway::lab {

// Between whom there is an order.
enum class order_among : std::uint8_t { all, different_sessions, same_session };

class order_monitor {
 public:
  order_monitor() = default;
  // until_out: who was ahead of a process is remembered until it is back in its remainder, not only until it enters.
  order_monitor(process_id n, std::uint32_t k, order_among whom, bool fife, layout& packing, bool until_out = false)
      : n_(n), k_(k), whom_(whom), until_out_(until_out) {
    for (process_id b = 0; b < n; ++b) ahead_.push_back(packing.add(std::uint64_t{1} << n));
    for (process_id b = 0; b < n; ++b) enabled_.push_back(packing.add(fife ? 2 : 1));
  }

  // Set while p waits although somebody has entered who came after it.
  [[nodiscard]] const field& enabled(process_id p) const { return enabled_[p]; }

  // Had a finished its doorway when b began its own, and has not entered since?
  template <std::size_t Words>
  [[nodiscard]] bool is_ahead(const key<Words>& state, process_id a, process_id b) const {
    return (ahead_[b].get(state) >> a & 1U) != 0;
  }

  // Somebody waits whom p found waiting when it set out; somebody is overtaken.
  template <std::size_t Words>
  [[nodiscard]] bool is_behind(const key<Words>& state, process_id p) const {
    return ahead_[p].get(state) != 0;
  }
  template <std::size_t Words>
  [[nodiscard]] bool anybody_overtaken(const key<Words>& state) const {
    return std::any_of(enabled_.begin(), enabled_.end(), [&](const field& f) { return f.get(state) != 0; });
  }

  // What the step of `by` does to the order; false if it breaks it.
  template <std::size_t Words>
  bool step(const product& of, const product::states& now, const edge& by, std::uint16_t before,
            const product::row& then, key<Words>& to) const {
    const std::uint16_t after = then.marks;
    const process_id p = by.p;
    if (by.crash || by.drain) return true;
    bool kept = true;
    const bool comes_back = (before & is_crashed) != 0;  // recovered, or another in its place
    const bool sets_out = ((before & in_remainder) != 0 || comes_back) && (after & (in_remainder | in_recover)) == 0;
    const bool enters = (before & in_critical) == 0 && (after & in_critical) != 0;
    const bool is_out = (after & (in_remainder | in_exit | in_abort | in_recover)) != 0;
    if (comes_back) withdraw(p, to);
    if (sets_out) {
      std::uint64_t waiting = 0;
      for (process_id a = 0; a < n_; ++a) {
        const auto marks = of.at(a, now[a]).marks;
        if (a != p && (marks & (in_waiting | is_hidden)) == in_waiting && conflict(of.at(a, now[a]), then))
          waiting |= std::uint64_t{1} << a;
      }
      ahead_[p].set(to, waiting);
    }
    if (enters && static_cast<std::uint32_t>(std::popcount(ahead_[p].get(to))) >= k_) kept = false;
    if (enters && enabled_[0].mask != 0)
      for (process_id a = 0; a < n_; ++a)
        if ((ahead_[p].get(to) >> a & 1U) != 0) enabled_[a].set(to, 1);
    if (enters || is_out) {
      if (!until_out_ || (after & (in_remainder | in_recover)) != 0) ahead_[p].set(to, 0);
      withdraw(p, to);
    }
    return kept;
  }

 private:
  // p waits no longer: nobody is behind it, and it is not overtaken.
  template <std::size_t Words>
  void withdraw(process_id p, key<Words>& to) const {
    enabled_[p].set(to, 0);
    for (process_id b = 0; b < n_; ++b) ahead_[b].set(to, ahead_[b].get(to) & ~(std::uint64_t{1} << p));
  }
  // Whether there is an order between a, who waits, and p, who sets out.
  [[nodiscard]] bool conflict(const product::row& a, const product::row& p) const {
    return whom_ == order_among::all || (a.session == p.session) == (whom_ == order_among::same_session);
  }

  process_id n_ = 0;
  std::uint32_t k_ = 1;
  order_among whom_ = order_among::all;
  bool until_out_ = false;
  std::vector<field> ahead_;
  std::vector<field> enabled_;
};

}  // namespace doorway::lab
