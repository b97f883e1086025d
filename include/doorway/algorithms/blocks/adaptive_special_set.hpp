// The special set, adaptive: O(min(c, log N)) steps, c processes in it or on their way at once.
//
// What it does and under which conditions: special_set.hpp. The construction is ours. Atomic registers.
//
// In place of its fixed leaf a process gets a node of a tree of splitters (splitter_tree.hpp), near the root if few are about;
// who falls off uses a plain special set, Rest. remove_self runs in mutual exclusion, as the splitters' release wants it.
//
//     shared  Slot[v] a process or none, all none       who holds node v
//             Cand[v] a process or none, all none       somebody in the set from v or below
//
//     insert_self:
//     a   acquire
//     b   if it stopped at v: Slot[v] := p; for u := v, its father, .. , root: Cand[u] := p
//         else: Rest.insert_self
//     remove_self:
//     c   if it holds v: Slot[v] := none
//     d       for u := v, .. , root: if Cand[u] = p:
//                 Cand[u] := none
//                 x := the first of Slot[u], Cand[left son], Cand[right son] that is not none
//                 if x != none: Cand[u] := x
//         else: Rest.remove_self
//     e   q := Cand[root]; if none: q := what Rest has
//     f   release; let go
//         return q
//
// Why this is right: special_set.hpp, with Slot[u] as one more son of u.
//
// Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
#pragma once

#include "doorway/algorithms/blocks/special_set.hpp"
#include "doorway/algorithms/blocks/splitter_tree.hpp"

namespace doorway {

template <class Memory>
class adaptive_special_set {
 public:
  using stay = typename splitter_tree<Memory>::path;
  static constexpr word none = special_set<Memory>::none;

  constexpr adaptive_special_set(Memory& memory, process_id n)
      : adaptive_special_set(memory, n, binary_tree(n).levels()) {}
  // depth: of the tree of splitters; the usual one is the depth of the plain tree.
  constexpr adaptive_special_set(Memory& memory, process_id n, process_id depth)
      : Splitters(memory, n, depth),
        Slot(memory, {.name = "Slot", .rows = Splitters.size(), .domain = word{n} + 1, .writer = writer::anyone}),
        Cand(memory, {.name = "Cand", .rows = Splitters.size(), .domain = word{n} + 1, .writer = writer::anyone}),
        Rest(memory, n, "RestCand") {}

  constexpr void insert_self(process_id p, stay& mine) const {
    mine = Splitters.acquire(p);  // a
    if (!mine.stopped()) {
      nothing no_stay;
      return Rest.insert_self(p, no_stay);
    }
    Slot.announce(mine.last, some(p));  // b
    for (process_id u = mine.last;; u = binary_tree::father(u)) {
      Cand.announce(u, some(p));
      if (u == binary_tree::root) return;
    }
  }

  constexpr word remove_self(process_id p, const stay& mine) const {
    word q = none;
    if (mine.stopped()) {
      Slot.announce(mine.last, none);                                // c
      for (process_id u = mine.last;; u = binary_tree::father(u)) {  // d
        if (Cand.read(u) == some(p)) replace(u);
        if (u == binary_tree::root) break;
      }
      q = Cand.read(binary_tree::root);  // e
      if (q == none) q = Rest.anybody();
    } else {
      const word other = Rest.remove_self(p, {});
      q = Cand.read(binary_tree::root);
      if (q == none) q = other;
    }
    Splitters.release(p, mine);  // f
    Splitters.let_go(mine);
    return q;
  }

 protected:
  static constexpr word some(process_id p) { return word{p} + 1; }
  [[nodiscard]] constexpr word below(process_id son) const { return son < Splitters.size() ? Cand.read(son) : none; }
  constexpr void replace(process_id u) const {
    Cand.announce(u, none);
    word x = Slot.read(u);
    if (x == none) x = below(binary_tree::left(u));
    if (x == none) x = below(binary_tree::right(u));
    if (x != none) Cand.announce(u, x);
  }

  splitter_tree<Memory> Splitters;
  registers<Memory> Slot, Cand;
  special_set<Memory> Rest;
};

}  // namespace doorway
