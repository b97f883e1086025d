// k-bakery-cc-fast: k-bakery-cc with a short way in for a process that is alone.
//
// Ours, after R. Danek's thesis, section 5.5, Figure 5.4 (k_bakery_cc.hpp, whose registers and lines these are):
//
//     shared   Active[1..N] boolean, all false          Active[p]: Want[p] may be another than oo
//     private  crowded boolean, false                   somebody was before p in its last passage
//
//         if not crowded:
//     78      Want[p] := 0
//      A      Active[p] := true
//      F      if Active[i] = false for all i != p: critical section    p takes no ticket
//         else:
//     78'     Want[p] := 1 + max(Ticket[1..N])
//      A'     Active[p] := true
//         crowded := k < N
//     79  Ticket[p] := 1 + max(Ticket[1..N])
//     80  Want[p] := Ticket[p]
//     81  predecessors := all but p;  last := {}
//     82  while |predecessors| >= k:
//      W      for i in last: if (Ticket[p], p) < (Want[i], i): remove i from predecessors
//             if last != {} and none was removed, or |predecessors| < k now: look again
//     83      for i in predecessors:
//     84          if (Ticket[p], p) < (Want[i], i): remove i
//      C      if predecessors = {}, and this was the first look: crowded := false
//      L      last := the k of predecessors with the largest (Want[i], i)      if k <= 8, else {}
//     85  critical section
//     86  Want[p] := oo
//      B  Active[p] := false
//
// Why F is right. A process that is active (A) only after p has looked at it finds p active and is not alone; it finds Want[p] = 0 too,
// which is smaller than every ticket, so p counts as a predecessor as if it had chosen before. A process that was active before that is
// seen by p, and F fails. So of all who are inside or on their way at most one has come by F, and it was alone when it came: it
// passes nobody, and the figure's argument for k-exclusion counts it like any other.
//
// Why 78' is right. All that the figure needs of Want[p] until 80 is that it is no larger than the ticket which p is about to
// take (so 0 will do for the figure's Ticket[p]); and Ticket[i] only grows, so 79 finds nothing smaller than what 78' found. With
// 0, or the old ticket, p that comes again at once holds up those who wait, all of whom it lets pass in the end, until it has
// come to 80: the lock changed hands 60 ns later. It costs one more look at all of Ticket, which a process that is alone is spared.
// Why crowded. Two that come in turns (k = 2), or one that gives up and comes again (k = 1), would hold up one that waits for
// ever: if it has bad luck it finds 0 whenever it looks. By 78' it finds a later ticket, from their second passage on.
//
// Why W is right. As long as k of its predecessors have not left, p may not go in, whatever the others do. The k with the
// largest tickets are those that leave last, most likely: so p looks at the others only when it may be time, and a process that
// sleeps (parking.hpp) is woken by the one that lets it in, not by everybody who leaves before.
//
// Notes
// - Active is for speed: a byte for each process, so that a look at all of them is a look at few cache lines. With up to 64
//   processes there is no Active, no A and no B, and F looks at Want: "if Want[i] = oo for all i != p". The argument is the same.
// - 86 before B: 86 is left to B to be seen, and B wakes those who wait. Woken before 86 they would sleep again, and nobody
//   wakes them.
// - Why not "fewer than k others are active" at F: two that come in turns, each while the other is out, would pass one that
//   waits, again and again, for 0 stays smaller than its ticket.
// - Fences: 78 (or A) before F's looks; 78' (or A') before those of 79; 80 before W's and 84's.
// - By F there is no waiting room: the doorway ends with the critical section.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "doorway/algorithms/k_exclusion/k_bakery_cc.hpp"

namespace doorway {

// With more than Small processes it has Active.
template <class Memory, process_id Small>
class basic_k_bakery_cc_fast : public k_bakery_cc<Memory> {
  using slow = k_bakery_cc<Memory>;
  using slow::k_;
  using slow::n_;
  using slow::Ticket;
  using slow::Want;

 public:
  struct passage {
    bool crowded = false;
  };
  static constexpr bool keeps_passage = true;

  constexpr basic_k_bakery_cc_fast(Memory& memory, const parameters& size)
      : slow(memory, size),
        Active(memory, {.name = "Active", .rows = size.n > Small ? size.n : 0, .domain = 2, .writer = writer::row}) {}

  // Whether enter_alone is so short that callers should have it in line.
  [[nodiscard, gnu::always_inline]] constexpr bool is_short() const {
    return Small >= 8 && Want.is_one_line();  // of 8 words
  }

  template <class Here>
  constexpr bool enter(Here& here) const {
    return enter_alone(here) || enter_in_turn(here);
  }
  template <class Here>
  [[gnu::always_inline]] constexpr bool enter_alone(Here& here) const {
    return !here.passage.crowded && is_alone(here.id());  // 78, A, F
  }
  template <class Here>
  constexpr bool enter_in_turn(Here& here) const {
    const auto p = here.id();
    if (here.passage.crowded) announce_oneself(p, 1 + Ticket.max());  // 78', A'
    here.passage.crowded = k_ < n_;
    const numbered mine{slow::choose(here), p};            // 79, 80
    auto predecessors = process_set::everyone_but(p, n_);  // 81
    few last;
    bool first = true;
    bool saw_all = false;  // at the last look: then predecessors are as they are now
    return await(
        here,
        [&] {  // 82
          if (predecessors.size() < k_) return true;
          saw_all = false;
          if (last.count != 0 && !erase_later(last, predecessors, mine)) return false;  // W
          if (predecessors.size() < k_) return true;
          Want.erase_later(predecessors, mine.ticket, p);                       // 83, 84
          if (first && predecessors.size() == 0) here.passage.crowded = false;  // C
          first = false;
          if (predecessors.size() < k_) return true;
          last = last_of(predecessors);  // L
          saw_all = true;
          return false;
        },
        [&] { return saw_all ? predecessors.size() + 1 - k_ : ahead_of(mine, predecessors); });
  }

  template <class Here>
  [[gnu::always_inline]] constexpr void exit(Here& here) const {
    const auto p = here.id();
    if (n_ <= Small) return Want.write(p, infinity);  // 86
    Want.prepare(p, infinity);
    Active.write(p, false);  // B
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    exit(here);
  }

 protected:
  [[nodiscard, gnu::always_inline]] constexpr bool is_alone(process_id p) const {
    if (is_short() || n_ <= Small) return Want.announce_alone(p, 0, infinity);  // 78, F
    Want.prepare(p, 0);                                                         // 78
    return Active.announce_alone(p, true, false);                               // A, F
  }
  constexpr void announce_oneself(process_id p, word ticket) const {
    if (n_ <= Small) return Want.announce(p, ticket);
    Want.prepare(p, ticket);
    Active.announce(p, true);
  }
  // How many of the predecessors must still leave before p may go in. It only tells how to wait, and leaves nothing behind.
  [[nodiscard]] constexpr process_id ahead_of(numbered mine, process_set predecessors) const {
    Want.erase_later(predecessors, mine.ticket, mine.id);
    return std::max(predecessors.size() + 1, k_) - k_;
  }
  static constexpr process_id most_last = 8;
  struct few {
    std::array<process_id, most_last> id{};
    process_id count = 0;
  };
  // Whether one of the few does not precede p any more; such are removed.
  [[nodiscard]] constexpr bool erase_later(const few& which, process_set& from, numbered mine) const {
    bool any = false;
    for (process_id j = 0; j < which.count; ++j) {
      const process_id i = which.id[j];
      if (precedes({Want.read(i), i}, mine)) continue;
      from.erase(i);
      any = true;
    }
    return any;
  }
  // The k with the largest (Want[i], i); none if that is more than there is room for here.
  [[nodiscard]] constexpr few last_of(const process_set& predecessors) const {
    std::array<numbered, most_last> kept{};  // ascending
    few last;
    if (k_ > most_last) return last;
    for (auto i : predecessors) {
      const numbered other{Want.read(i), i};
      process_id at = 0;
      if (last.count < k_) {
        for (at = last.count++; at > 0 && precedes(other, kept[at - 1]); --at) kept[at] = kept[at - 1];
      } else if (precedes(kept[0], other)) {
        for (; at + 1 < last.count && precedes(kept[at + 1], other); ++at) kept[at] = kept[at + 1];
      } else {
        continue;
      }
      kept[at] = other;
    }
    for (process_id j = 0; j < last.count; ++j) last.id[j] = kept[j].id;
    return last;
  }

  registers<Memory> Active;
};

// What ships; and the same with Active for any number of processes, for the lab, which has few.
template <class Memory>
class k_bakery_cc_fast : public basic_k_bakery_cc_fast<Memory, 64> {
 public:
  static constexpr std::string_view name = "k-bakery-cc-fast";
  static constexpr bool withdraws = true;
  static constexpr bool recovers = true;
  using basic_k_bakery_cc_fast<Memory, 64>::basic_k_bakery_cc_fast;
};
template <class Memory>
class k_bakery_cc_wide : public basic_k_bakery_cc_fast<Memory, 0> {
 public:
  static constexpr std::string_view name = "k-bakery-cc-wide";
  static constexpr bool withdraws = true;
  static constexpr bool recovers = false;
  using basic_k_bakery_cc_fast<Memory, 0>::basic_k_bakery_cc_fast;
};

}  // namespace doorway
