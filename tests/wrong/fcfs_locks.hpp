// The FCFS locks of Danek's chapters 3 and 4 with one thing left out.
#pragma once

#include "doorway/algorithms/mutual_exclusion/fcfs_abortable.hpp"
#include "doorway/algorithms/mutual_exclusion/fcfs_queue.hpp"

namespace doorway::wrong {

// Figure 4.1 without Barricade: waits for Request[j] to go down. j may come back before p looks, and now waits for p, which
// waits for j: deadlock.
template <class Memory>
class fcfs_abortable_no_barricade : public fcfs_abortable<Memory> {
 public:
  using fcfs_abortable<Memory>::fcfs_abortable;

  template <class Here>
  bool enter(Here& here) const {
    const auto p = here.id();
    here.passage = {};
    process_set predecessors;
    for (process_id j = 0; j < this->n_; ++j)
      if (j != p && this->Request.read(j)) predecessors.insert(j);
    this->Request.write(p, true);
    here.end_of_doorway();
    for (auto j : predecessors)
      if (!here.await([&] { return !this->Request.read(j); })) return false;
    here.passage.trying = true;
    inner me(here, here.passage.mutex);
    return this->MUTEX.enter(me);
  }
};

// A special set that tells nobody who else is in.
template <class Memory>
class secretive_set : public special_set<Memory> {
 public:
  using special_set<Memory>::special_set;

  constexpr word remove_self(process_id p, const nothing& kept) const {
    special_set<Memory>::remove_self(p, kept);
    return this->none;
  }
};

// Figure 3.1 without 8-9: nobody stands in for those who have a ticket and are not in the queue yet. FCFS fails.
template <class Memory>
using fcfs_queue_no_dummy = fcfs_queue_of<Memory, secretive_set, tree_lock>;

// Figure 3.1 without 15 and 16: goes in as soon as it is in the queue. Exclusion fails.
template <class Memory>
class fcfs_queue_no_wait : public fcfs_queue<Memory> {
 public:
  using fcfs_queue<Memory>::fcfs_queue;

  template <class Here>
  bool enter(Here& here) const {
    const auto p = here.id();
    nothing stay;
    this->Set.insert_self(p, stay);
    const process_id ticket = this->Dispenser.obtain_ticket();
    here.passage.ticket = ticket;
    here.end_of_doorway();
    inner me(here, here.passage.lock);
    if (!this->LOCK.enter(me)) return false;
    this->Head.write(p, false);
    this->queue_up(p, this->Set.remove_self(p, stay), ticket);
    this->LOCK.exit(me);
    return true;
  }
  template <class Here>
  void exit(Here& here) const {
    inner me(here, here.passage.lock);
    this->LOCK.enter(me);
    fcfs_queue<Memory>::exit(here);
  }
};

}  // namespace doorway::wrong
