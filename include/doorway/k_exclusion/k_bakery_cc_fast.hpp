// k-bakery-cc-fast: k-bakery-cc with a short way in for whoever is alone.
//
// Ours, after R. Danek's thesis, section 5.5, Figure 5.4 (k_bakery_cc.hpp, whose registers and lines these are):
//
//     shared  Active[1..N] boolean, all false           Active[p]: Want[p] may be another than oo
//
//     78  Want[p] := Ticket[p]
//      A  Active[p] := true
//      F  if Active[i] = false for all i != p: critical section        p takes no ticket
//     79  Ticket[p] := 1 + max(Ticket[1..N])
//     80  Want[p] := Ticket[p]
//     81  predecessors := all but p;  last := {}
//     82  while |predecessors| >= k:
//      W      if last != {} and (Want[i], i) < (Ticket[p], p) for all i in last: look again
//     83      for i in predecessors:
//     84          if (Ticket[p], p) < (Want[i], i): remove i
//      L      last := the k of predecessors with the largest (Want[i], i)      if k <= 8, else {}
//     85  critical section
//     86  Want[p] := oo
//      B  Active[p] := false
//
// Why F is right. Whoever is active (A) only after p has looked at it finds p active and is not alone; it finds Want[p] too,
// p's old ticket, which is smaller than all that are chosen from now on (79 reads Ticket[p]), so p counts as a predecessor as if
// it had chosen. Whoever was active before that is seen by p, and F fails. So of all who are inside or on their way at most
// one has come by F, and it was alone when it came: it passes nobody, and the figure's argument for k-exclusion counts it
// like any other.
//
// Why W is right. As long as k of its predecessors have not left, p may not go in, whatever the others do. The k with the
// largest tickets are those that leave last, most likely: so p looks at the others only when it may be time, and a process that
// sleeps (parking.hpp) is woken by the one that lets it in, not by everybody who leaves before.
//
// Notes
// - Active is for speed: a byte for each process, so that a look at all of them is a look at few cache lines. With up to 64
//   processes there is no Active, no A and no B, and F looks at Want: "if Want[i] = oo for all i != p". The argument is the same.
// - Why not "fewer than k others are active" at F: two that come in turns, each while the other is out, would pass one that
//   waits, again and again, for their old tickets stay smaller than its own.
// - Fences: 78 (or A) before F's looks; 80 before W's and 84's.
// - By F there is no waiting room: the doorway ends with the critical section.
#pragma once

#include <array>

#include "doorway/k_exclusion/k_bakery_cc.hpp"

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
  constexpr basic_k_bakery_cc_fast(Memory& memory, const parameters& size)
      : slow(memory, size),
        Active(memory, {.name = "Active", .rows = size.n > Small ? size.n : 0, .domain = 2, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto p = here.id();
    if (is_alone(p)) return true;                          // 78, A, F
    const numbered mine{slow::choose(here), p};            // 79, 80
    auto predecessors = process_set::everyone_but(p, n_);  // 81
    process_set last;
    return await(
        here,
        [&] {  // 82
          if (predecessors.size() < k_) return true;
          if (last.size() != 0 && all_precede(last, mine)) return false;  // W
          Want.erase_later(predecessors, mine.ticket, p);                 // 83, 84
          if (predecessors.size() < k_) return true;
          last = last_of(predecessors);  // L
          return false;
        },
        [&] { return predecessors.size() + 1 - k_; });
  }

  template <class Here>
  constexpr void exit(Here& here) const {
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
  [[nodiscard]] constexpr bool is_alone(process_id p) const {
    if (n_ <= Small) return Want.announce_alone(p, Ticket.read(p), infinity);  // 78, F
    Want.prepare(p, Ticket.read(p));                                           // 78
    return Active.announce_alone(p, true, false);                              // A, F
  }
  [[nodiscard]] constexpr bool all_precede(const process_set& which, numbered mine) const {
    for (auto i : which)
      if (!precedes({Want.read(i), i}, mine)) return false;
    return true;
  }
  // The k with the largest (Want[i], i); none if that is more than there is room for here.
  [[nodiscard]] constexpr process_set last_of(const process_set& predecessors) const {
    std::array<numbered, most_last> kept{};  // ascending
    process_id count = 0;
    if (k_ > most_last) return {};
    for (auto i : predecessors) {
      const numbered other{Want.read(i), i};
      process_id at = 0;
      if (count < k_) {
        for (at = count++; at > 0 && precedes(other, kept[at - 1]); --at) kept[at] = kept[at - 1];
      } else if (precedes(kept[0], other)) {
        for (; at + 1 < count && precedes(kept[at + 1], other); ++at) kept[at] = kept[at + 1];
      } else {
        continue;
      }
      kept[at] = other;
    }
    process_set last;
    for (process_id j = 0; j < count; ++j) last.insert(kept[j].id);
    return last;
  }
  static constexpr process_id most_last = 8;

  registers<Memory> Active;
};

// What ships; and the same with Active for any number of processes, for the lab, which has few.
template <class Memory>
class k_bakery_cc_fast : public basic_k_bakery_cc_fast<Memory, 64> {
  using basic_k_bakery_cc_fast<Memory, 64>::basic_k_bakery_cc_fast;
};
template <class Memory>
class k_bakery_cc_wide : public basic_k_bakery_cc_fast<Memory, 0> {
  using basic_k_bakery_cc_fast<Memory, 0>::basic_k_bakery_cc_fast;
};

}  // namespace doorway
