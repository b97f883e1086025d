// Group mutual exclusion from a lock, with one thing left out.
#pragma once

#include "doorway/algorithms/group_exclusion/group_from_abortable.hpp"
#include "doorway/algorithms/group_exclusion/keane_moir.hpp"

namespace doorway::wrong {

// What group-from-abortable does without: the second look at Req[j] at 3, the false that takes back what was said before it,
// the look at B[j][p] at 5, the wait for those inside at 7.
enum class group_part { second_look, taking_back, has_it_seen_me, wait_for_those_inside };

template <class Memory, group_part Without>
class group_from_abortable_without : public group_from_abortable<Memory> {
  using base = group_from_abortable<Memory>;

 public:
  using base::base;

  template <class Here>
  bool enter(Here& here, word mysession) const {
    const auto p = here.id();
    here.passage = {};
    this->tell_others(p, base::unknown);
    const process_id par = 1 - base::parity(this->Req.read(p));
    this->Req.write(p, base::request(mysession, par));
    const auto found = look_around(p, mysession);
    for (process_id j = 0; j < this->n_; ++j)
      if (j != p) this->K.write(j, p, found.all.contains(j) ? base::mutual : base::one);
    here.end_of_doorway();
    for (auto j : found.all)
      if (!settle(here, found, j, par)) return false;
    if (this->all_left(p, found)) return true;
    return enter_by_mutex(here, found);
  }

 private:
  [[nodiscard]] typename base::rivals look_around(process_id p, word mysession) const {
    typename base::rivals found;
    for (process_id j = 0; j < this->n_; ++j) {
      if (j == p) continue;
      const word r = this->Req.read(j);
      if (base::session(r) == 0 || base::session(r) == mysession) continue;
      this->B.write(p, j, base::parity(r), true);
      if (Without != group_part::second_look && this->Req.read(j) != r) {
        if (Without != group_part::taking_back) this->B.write(p, j, base::parity(r), false);
        continue;
      }
      found.all.insert(j);
      if (base::parity(r) == 1) found.odd.insert(j);
    }
    return found;
  }
  template <class Here>
  bool settle(Here& here, const typename base::rivals& found, process_id j, process_id par) const {
    if constexpr (Without != group_part::has_it_seen_me) return base::settle(here, found, j, par);
    const auto p = here.id();
    bool first = false;
    return here.await([&] {
      if (!this->B.read(p, j, found.seen(j))) return true;
      if (first) return false;
      const word said = this->K.read(p, j);
      if (said == base::mutual) return true;
      first = said != base::unknown;
      return false;
    });
  }
  template <class Here>
  bool enter_by_mutex(Here& here, const typename base::rivals& found) const {
    if constexpr (Without != group_part::wait_for_those_inside) return base::enter_by_mutex(here, found);
    const auto p = here.id();
    const auto enough = [&] { return this->all_left(p, found); };
    inner_until me(here, here.passage.mutex, enough);
    if (!this->M.enter(me)) {
      if (!me.stopped()) return false;
      this->M.abort(me);
      return true;
    }
    this->tell_others(p, base::in);
    this->M.exit(me);
    return true;
  }
};

template <class Memory>
using group_no_second_look = group_from_abortable_without<Memory, group_part::second_look>;
template <class Memory>
using group_no_taking_back = group_from_abortable_without<Memory, group_part::taking_back>;
template <class Memory>
using group_not_seen = group_from_abortable_without<Memory, group_part::has_it_seen_me>;
template <class Memory>
using group_no_wait = group_from_abortable_without<Memory, group_part::wait_for_those_inside>;

// keane-moir that leaves without L: it may look at the queue just before somebody is put there, who is never let in.
// Deadlock.
template <class Memory>
class keane_moir_leaves_at_once : public keane_moir<Memory> {
 public:
  using keane_moir<Memory>::keane_moir;

  template <class Here>
  void exit(Here&) const {
    const word num = this->Num.read(0) - 1;
    this->Num.write(0, num);
    if (num == 0) this->admit();
  }
};

}  // namespace doorway::wrong
