// A priority queue kept in registers, for one process at a time: O(log m) steps with m processes in it.
//
// R. Danek's thesis (University of Toronto, 2011) asks for it in section 3.1: "elementary data structure techniques". Its
// entries are pairs of a process and a ticket; each process is in it at most once. Its users hold a lock.
//
//     insert(q, t)   puts q in, if it is not in
//     remove(q)      takes q out, if it is in
//     first()        the process with the least ticket, or none
//
//     shared  Size          in 0..N                     how many are in
//             Heap[1..N]    a process and its ticket    a heap: Heap[i] comes before Heap[2i] and Heap[2i+1]
//             Place[0..N-1] in 0..N, all 0              where q is in the heap; 0: it is not in
//
// A pair is one word, 1 + the ticket, then the process; ticket 0 stands for the dummy that comes before all. `Before`
// orders two tickets; equal ones go by the number of the process.
//
// Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
#pragma once

#include "doorway/core/registers.hpp"

namespace doorway {

template <class Memory>
class priority_queue {
 public:
  static constexpr word none = 0;  // a process q is q + 1
  static constexpr word dummy = 0;

  // Tickets are 0 .. tickets-1, the dummy included.
  constexpr priority_queue(Memory& memory, process_id n, word tickets)
      : n_(n),
        Size(memory, {.name = "Size", .domain = word{n} + 1, .writer = writer::anyone}),
        Heap(memory, {.name = "Heap", .rows = n, .domain = tickets * n, .writer = writer::anyone}),
        Place(memory, {.name = "Place", .rows = n, .domain = word{n} + 1, .writer = writer::anyone}) {}

  template <class Before>
  constexpr void insert(process_id q, word ticket, Before before) const {
    if (Place.read(q) != 0) return;
    const auto last = static_cast<process_id>(Size.read(0)) + 1;
    Size.announce(0, last);
    rise(last, pair(q, ticket), before);
  }

  template <class Before>
  constexpr void remove(process_id q, Before before) const {
    const auto hole = static_cast<process_id>(Place.read(q));
    if (hole == 0) return;
    Place.announce(q, 0);
    const auto last = static_cast<process_id>(Size.read(0));
    Size.announce(0, last - 1);
    if (hole == last) return;
    const word moved = at(last);
    if (hole > 1 && comes_before(moved, at(hole / 2), before)) rise(hole, moved, before);
    else sink(hole, last - 1, moved, before);
  }

  [[nodiscard]] constexpr word first() const { return Size.read(0) == 0 ? none : word{process(at(1))} + 1; }

 private:
  [[nodiscard]] constexpr word pair(process_id q, word ticket) const { return ticket * n_ + q; }
  [[nodiscard]] constexpr process_id process(word pair) const { return static_cast<process_id>(pair % n_); }
  [[nodiscard]] constexpr word at(process_id i) const { return Heap.read(i - 1); }
  constexpr void put(process_id i, word pair) const {
    Heap.announce(i - 1, pair);
    Place.announce(process(pair), i);
  }
  template <class Before>
  [[nodiscard]] constexpr bool comes_before(word a, word b, Before before) const {
    const word i = a / n_, j = b / n_;
    if (i == j) return process(a) < process(b);
    if (i == dummy || j == dummy) return i == dummy;
    return before(i - 1, j - 1);
  }

  // Puts the pair where it belongs between i, which is empty, and the top.
  template <class Before>
  constexpr void rise(process_id i, word pair, Before before) const {
    while (i > 1) {
      const word above = at(i / 2);
      if (!comes_before(pair, above, before)) break;
      put(i, above);
      i /= 2;
    }
    put(i, pair);
  }
  // The same between i and the bottom.
  template <class Before>
  constexpr void sink(process_id i, process_id size, word pair, Before before) const {
    while (2 * i <= size) {
      process_id son = 2 * i;
      word below = at(son);
      if (son < size)
        if (const word other = at(son + 1); comes_before(other, below, before)) {
          ++son;
          below = other;
        }
      if (!comes_before(below, pair, before)) break;
      put(i, below);
      i = son;
    }
    put(i, pair);
  }

  process_id n_;
  registers<Memory> Size, Heap, Place;
};

}  // namespace doorway
