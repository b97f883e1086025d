// The special set: who else is in? Plain form, O(log N) steps.
//
// The object of Danek and Golab that R. Danek's thesis (University of Toronto, 2011) specifies in section 3.2. Their text
// we do not have; the construction is ours. Atomic registers.
//
//     insert_self    p is in the set when it has returned
//     remove_self    p is out; returns a process q, or none.
//                    Specification 1: q is not p, and was in the set, or on its way in, at some time during the call; if
//                    none is returned, nobody but p was in the set all the time.
//     Conditions 1, 2: a process calls them in turn, insert_self first; remove_self runs in mutual exclusion.
//
//     shared  Cand[v] a process or none, all none       for each node of a binary tree with a leaf for each process:
//                                                       somebody in the set from below v
//     insert_self:
//     a   for v := leaf(p), its father, .. , root:  Cand[v] := p
//     remove_self:
//     b   Cand[leaf(p)] := none
//         for v := father of leaf(p), .. , root:
//     c       if Cand[v] = p:
//     d           Cand[v] := none
//     e           x := Cand[left son of v]; if none: x := Cand[right son of v]
//     f           if x != none: Cand[v] := x
//     g   return Cand[root]
//
// Why clear (d) before looking (e): an inserter q that writes Cand[v] before d is overwritten, but it has written the son
// before v, and is found at e; one that writes after d stays, or gives way to another that is in. If Cand[v] were written
// only once, after the look, q could write both in between, and be lost though in the set.
//
// While nobody removes: Cand[v] is none or a process from below v that is in or on its way; and it is not none if some q
// from below v has written it in its stay. So the root at g tells the truth.
//
// Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/binary_tree.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory>
class special_set {
 public:
  // What a process keeps from insert_self to remove_self.
  using stay = nothing;
  static constexpr word none = 0;  // a process q is q + 1

  constexpr special_set(Memory& memory, process_id n, std::string_view name = "Cand")
      : tree(n),
        Cand(memory, {.name = name, .rows = 2 * tree.size() + 1, .domain = word{n} + 1, .writer = writer::anyone}) {}

  constexpr void insert_self(process_id p, stay&) const {
    for (process_id v = tree.leaf(p);; v = binary_tree::father(v)) {
      Cand.announce(v, some(p));  // a
      if (v == binary_tree::root) return;
    }
  }

  constexpr word remove_self(process_id p, const stay&) const {
    Cand.announce(tree.leaf(p), none);  // b
    for (process_id v = tree.leaf(p); v != binary_tree::root;) {
      v = binary_tree::father(v);
      if (Cand.read(v) == some(p)) replace(v);  // c
    }
    return anybody();  // g
  }

  // Somebody in the set, or none, while nobody removes.
  [[nodiscard]] constexpr word anybody() const { return Cand.read(binary_tree::root); }

 protected:
  static constexpr word some(process_id p) { return word{p} + 1; }
  constexpr void replace(process_id v) const {
    Cand.announce(v, none);                               // d
    word x = Cand.read(binary_tree::left(v));             // e
    if (x == none) x = Cand.read(binary_tree::right(v));  //
    if (x != none) Cand.announce(v, x);                   // f
  }

  binary_tree tree;
  registers<Memory> Cand;
};

}  // namespace doorway
