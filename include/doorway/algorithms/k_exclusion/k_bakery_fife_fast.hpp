// k-bakery-fife-fast: k-bakery-fife with a short way in for a process that is alone.
//
// Ours, after R. Danek's thesis, section 5.6, Figure 5.5 (k_bakery_fife.hpp, whose registers and lines these are):
//
//     shared   Stage[1..N] in {out, alone, in turn}, all out
//     private  crowded boolean, false                   somebody was before p in its last passage
//
//         if not crowded:
//      A      Stage[p] := alone
//      F      if Stage[i] = out for all i != p:
//                 critical section                      p takes no ticket
//      G          Stage[p] := out
//         crowded := k < N
//     90  for i != p: Want[p][i] := Ticket[p]
//      B  Stage[p] := in turn
//     91  Ticket[p] := 1 + max(Ticket[1..N])
//     92  for i != p: Want[p][i] := Ticket[p]
//     93  captured := false
//     94  predecessor_set := all but p
//     95  while |predecessor_set| >= k and not captured:
//     96      for i in predecessor_set:
//     97          if (Ticket[p], p) < (Want[i][p], i) and Stage[i] != alone: remove i
//      E      if predecessor_set = {}, and this was the first look: crowded := false
//     98      for i: if Ticket[p] < Capture[i][p]: captured := true
//     99  for i: Capture[p][i] := Ticket[p]
//    100  critical section
//    101  for i: Want[p][i] := oo
//      C  Stage[p] := out
//
// Why F is right. Stage[p] = alone stands for the smallest of all tickets. A process that is about (A or B) only after p has looked at
// it finds p there at 97, as long as p is inside, and counts it as a predecessor. A process that was about before that is seen by p,
// and F fails. So of all who are inside or on their way at most one has come by F; it was alone when it came and passes nobody.
// A captor either has counted p as well, or had left when p looked: then its ticket is smaller than those of all who come after
// that look, tickets never being reset, and it captures none of them. So the figure's arguments count p like one with a ticket.
//
// Why 97 is right. i leaves the set only when it is not before p. If Stage[i] = out, i has not come to B, and if it comes by A
// it finds p about: its ticket will be larger than p's. If Stage[i] = in turn and Want[i][p] was oo just before, then i has
// come to 90 since, and its ticket will be larger too; or i is on its way out. Else Want[i][p] says it, as in the figure.
//
// Why crowded. A process that gives up and comes again at once, for ever, stands between A and B whenever p looks, if p has bad luck,
// and p would wait for it for ever. By 90 and B alone it shows its old ticket, which from its second try on is larger than p's.
//
// Notes
// - A process that is alone takes two writes and one look at all of Stage, instead of 4N writes and 3N reads.
// - In the DSM model the looks at Stage are remote: a process that waits for one that came by A does not spin locally.
// - Fences: A before F's looks; B before those of 91; 92 before those of 97 and 98.
// - By F there is no waiting room: the doorway ends with the critical section. Else it is A..91.
// - recover: p may have died on either way: both are undone.
#pragma once

#include <string_view>

#include "doorway/algorithms/k_exclusion/k_bakery_fife.hpp"

namespace doorway {

template <class Memory>
class k_bakery_fife_fast : public k_bakery_fife<Memory> {
  using slow = k_bakery_fife<Memory>;
  using slow::Capture;
  using slow::k_;
  using slow::n_;
  using slow::Ticket;
  using slow::Want;
  enum stage : word { out, alone, in_turn };

 public:
  static constexpr std::string_view name = "k-bakery-fife-fast";
  static constexpr bool withdraws = true;
  struct passage {
    bool alone = false;  // inside by F
    bool crowded = false;
  };
  static constexpr bool keeps_passage = true;

  constexpr k_bakery_fife_fast(Memory& memory, const parameters& size)
      : slow(memory, size), Stage(memory, {.name = "Stage", .rows = size.n, .domain = 3, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    return enter_alone(here) || enter_in_turn(here);
  }
  template <class Here>
  [[gnu::always_inline]] constexpr bool enter_alone(Here& here) const {
    return here.passage.alone = !here.passage.crowded && Stage.announce_alone(here.id(), alone, out);  // A, F
  }
  template <class Here>
  constexpr bool enter_in_turn(Here& here) const {
    const auto p = here.id();
    here.passage.crowded = k_ < n_;
    Want.write_row_to_others(p, Ticket.read(p));              // 90
    Stage.announce(p, in_turn);                               // B
    const word ticket = slow::choose(here);                   // 91, 92
    bool captured = false;                                    // 93
    auto predecessor_set = process_set::everyone_but(p, n_);  // 94
    bool first = true;
    if (!here.await([&] {  // 95
          if (predecessor_set.size() < k_) return true;
          for (auto i : predecessor_set)                                                                          // 96
            if (precedes({ticket, p}, {Want.read(i, p), i}) && Stage.read(i) != alone) predecessor_set.erase(i);  // 97
          if (first && predecessor_set.size() == 0) here.passage.crowded = false;                                 // E
          first = false;
          captured = slow::is_captured(p, ticket);  // 98
          return predecessor_set.size() < k_ || captured;
        }))
      return false;
    Capture.write_row(p, ticket);  // 99
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    if (!here.passage.alone) Want.write_row(here.id(), infinity);  // 101
    here.passage.alone = false;
    Stage.write(here.id(), out);  // C, G
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    Want.write_row(here.id(), infinity);
    Stage.write(here.id(), out);
  }

 private:
  registers<Memory> Stage;
};

}  // namespace doorway
