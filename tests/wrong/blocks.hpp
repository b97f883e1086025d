// Blocks with one thing left out. Each breaks its specification (tests/lab/blocks_test.cpp).
#pragma once

#include "doorway/algorithms/blocks/adaptive_special_set.hpp"
#include "doorway/algorithms/blocks/special_set.hpp"
#include "doorway/algorithms/blocks/splitter_tree.hpp"
#include "doorway/algorithms/blocks/ticket_dispenser.hpp"

namespace doorway::wrong {

// Looks for another candidate without clearing first: one who comes in between is lost, and Specification 1 fails.
template <class Memory>
class special_set_no_clear : public special_set<Memory> {
 public:
  using special_set<Memory>::special_set;

  constexpr word remove_self(process_id p, const nothing&) const {
    this->Cand.write(this->tree.leaf(p), this->none);
    for (process_id v = this->tree.leaf(p); v != binary_tree::root;) {
      v = binary_tree::father(v);
      if (this->Cand.read(v) != this->some(p)) continue;
      word x = this->Cand.read(binary_tree::left(v));
      if (x == this->none) x = this->Cand.read(binary_tree::right(v));
      this->Cand.write(v, x);
    }
    return this->anybody();
  }
};

// Looks at every leaf when it has found nobody: O(N) steps, and Specification 2 fails.
template <class Memory>
class special_set_looks_at_all : public special_set<Memory> {
 public:
  using special_set<Memory>::special_set;

  constexpr word remove_self(process_id p, const nothing& kept) const {
    word q = special_set<Memory>::remove_self(p, kept);
    for (process_id v = this->tree.size(); q == this->none && v <= 2 * this->tree.size(); ++v) q = this->Cand.read(v);
    return q;
  }
};

// Is in the plain set as well, however few are about: O(log N) steps, and Specification 2 fails.
template <class Memory>
class adaptive_special_set_in_both : public adaptive_special_set<Memory> {
  using base = adaptive_special_set<Memory>;

 public:
  using base::base;

  constexpr void insert_self(process_id p, typename base::stay& mine) const {
    nothing no_stay;
    this->Rest.insert_self(p, no_stay);
    base::insert_self(p, mine);
  }
  constexpr word remove_self(process_id p, const typename base::stay& mine) const {
    const word other = this->Rest.remove_self(p, {});
    const word q = base::remove_self(p, mine);
    return q == this->none ? other : q;
  }
};

template <class Memory>
class adaptive_special_set_no_clear : public adaptive_special_set<Memory> {
  using base = adaptive_special_set<Memory>;

 public:
  using base::base;

  constexpr word remove_self(process_id p, const typename base::stay& mine) const {
    if (!mine.stopped()) return base::remove_self(p, mine);
    this->Slot.write(mine.last, this->none);
    for (process_id u = mine.last;; u = binary_tree::father(u)) {
      if (this->Cand.read(u) == this->some(p)) {
        word x = this->Slot.read(u);
        if (x == this->none) x = this->below(binary_tree::left(u));
        if (x == this->none) x = this->below(binary_tree::right(u));
        this->Cand.write(u, x);
      }
      if (u == binary_tree::root) break;
    }
    word q = this->Cand.read(binary_tree::root);
    if (q == this->none) q = this->Rest.anybody();
    this->Splitters.release(p, mine);
    this->Splitters.let_go(mine);
    return q;
  }
};

// What the splitters do without: the write of X[v] at 11, the look at Reset[v] at 8, the look at Obst[r] at 15. Two
// processes then hold one node.
enum class part { last_comer, reset, obstacle };

template <class Memory, part Without>
class splitter_tree_without : public splitter_tree<Memory> {
  using base = splitter_tree<Memory>;
  using way = typename base::way;

 public:
  using base::base;
  using typename base::path;

  [[nodiscard]] constexpr path acquire(process_id p) const {
    for (process_id v = binary_tree::root;;) {
      const way how = split(p, v);
      const process_id next = how == way::left ? binary_tree::left(v) : binary_tree::right(v);
      if (how == way::stop || next >= this->nodes_) return {v, how};
      v = next;
    }
  }
  constexpr void release(process_id p, const path& gone) const {
    way how = gone.how;
    for (process_id v = gone.last;; v = binary_tree::father(v)) {
      if (how != way::right) renew(p, v, how == way::stop);
      if (v == binary_tree::root) return;
      how = v == binary_tree::left(binary_tree::father(v)) ? way::left : way::right;
    }
  }

 private:
  [[nodiscard]] constexpr way split(process_id p, process_id v) const {
    this->X.write(v, p);
    const word y = this->Y.read(v);
    if (!base::is_open(y)) return way::right;
    this->Y.write(v, base::closed(0));
    this->Obst.write(p, word{v} + 1);
    if (this->X.read(v) != p) return way::left;
    if (this->Acq.read(v) != 0) return way::left;
    this->Round.write(v, base::round(y), true);
    if (Without != part::reset && this->Reset.read(v) != y) {
      this->Round.write(v, base::round(y), false);
      return way::left;
    }
    this->Acq.write(v, true);
    return way::stop;
  }
  constexpr void renew(process_id p, process_id v, bool stopped) const {
    this->Y.write(v, base::closed(0));
    if (Without != part::last_comer) this->X.write(v, p);
    const process_id r = base::round(this->Reset.read(v));
    this->Obst.write(p, 0);
    this->Reset.write(v, base::closed(r));
    if ((stopped || this->Round.read(v, r) == 0) && (Without == part::obstacle || this->Obst.read(r) != word{v} + 1)) {
      const word next = base::open((r + 1) % this->n_);
      this->Reset.write(v, next);
      this->Y.write(v, next);
    }
    if (stopped) this->Round.write(v, r, false);
  }
};

// Does not mark a ticket as taken: the next to come gets it too, and Specification 4 fails.
template <class Memory>
class ticket_dispenser_forgetful : public ticket_dispenser<Memory> {
 public:
  using ticket_dispenser<Memory>::ticket_dispenser;

  [[nodiscard]] constexpr process_id obtain_ticket() const {
    process_id ticket = static_cast<process_id>(this->Last.read(0)) + 1;
    while (!this->is_free(ticket)) ++ticket;
    return ticket % this->tickets;
  }
};

// Does not say which ticket was the last (f): the next one looks for a free one from the beginning, and Specification 5
// fails.
template <class Memory>
class ticket_dispenser_without_last : public ticket_dispenser<Memory> {
 public:
  using ticket_dispenser<Memory>::ticket_dispenser;

  constexpr void done_with_ticket(process_id ticket) const { this->set_free(ticket + this->window, true); }
};

}  // namespace doorway::wrong
