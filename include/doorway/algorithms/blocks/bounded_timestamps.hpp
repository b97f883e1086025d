// bounded-timestamps: a concurrent timestamp system of 2n^2 + 2n bounded registers: Label and Scan in O(n) steps.
//
// Labels: D. Dolev, N. Shavit, "Bounded concurrent time-stamping", SIAM J. Comput. 26(2), 1997, in the form of R. Gawlick,
// N. Lynch, N. Shavit, 1992. Views: after the time-lapse snapshots of C. Dwork, M. Herlihy, S. Plotkin, O. Waarts, SIAM J.
// Comput. 28(5), 1999, with colours of our own. What a timestamp system is: algorithms/blocks/timestamps.hpp. Atomic registers.
//
//     label   n-1 digits in 1..5.  1 < 2;  1, 2 < 3, 4, 5;  3 < 4, 4 < 5, 5 < 3.   next(5) = 3, else next(d) = d+1
//             (L, i) < (M, j): by the first digit in which they differ; L = M: by i < j
//     shared  Cur[0..n-1]          label, all 1..1           Cur[p] = the label of p
//             Color[0..n-1]        0..2n-1, all 0            of the scan that p is in, or was in last
//             Ann[0..n-1][0..n-1]  0..2n-1, all 0            Ann[q][p]: a colour of p's that q may be about to use
//             Sav[0..n-1][0..n-1]  label and colour, in one  Sav[q][p]: q's label when p's scan of that colour began
//                                  register, all (1..1, 1)
//     DSM     Cur[p], Color[p], Ann[p][i] and Sav[p][i], all i, are local to p
//
//     view_p:                                                a view: one label for each process
//     v1  used := {Color[p]}
//     v2  for q != p: add Ann[q][p] to used, then add Sav[q][p].colour to used
//     v3  c := a colour that is not in used
//     v4  Color[p] := c
//     v5  for q != p: x := Cur[q], then y := Sav[q][p];  view[q] := y.label if y.colour = c, else x
//     v6  view[p] := Cur[p]
//     update_q(new):
//     u1  for p != q: c := Color[p];  Ann[q][p] := c
//     u2      if Color[p] = c and c != Sav[q][p].colour: Sav[q][p] := (Cur[q], c)
//     u3  Cur[q] := new
//     newlabel(p, view):
//     n1  m := the largest of view;  if m = p: keep
//     n2  h := the smallest with |{j != p: view[j] begins with the first h digits of view[m]}| >= n-h
//     n3  the first h-1 digits of view[m], then the next of its h-th digit, then 1..1
//
//     Label_p: view_p; if newlabel(p, view) is not keep, update_p(newlabel(p, view))
//     Scan_p:  view_p; 0..n-1 sorted by (view[j], j)
//
// Why Sav: labels are reused, so a view must not mix labels that were never there together. If q writes more than one new label
// while p makes its view, then the second of these writes comes after q has seen p's new colour, and has saved, under this
// colour, the label that it is about to replace: p takes that one (v5 reads Sav after Cur).
// Why Ann: q may read a colour, sleep, and save under it when p has come round to the same colour again. q announces the colour
// first and then looks whether it is still p's; if it is, p sees the announcement, or what q has saved, before it chooses again
// (v2 reads Ann before Sav), and takes another one. 2n colours are enough: at most 2n-1 are used.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - A digit is one of 0..4 here, a label a number of n-1 digits in base 5, first digit first; (label, colour) is label*2n + colour.
//   One word holds it, and stays below `infinity`, up to n = 25, which is `most`: with more processes no register would do.
//   The papers have registers of O(n) bits, as large as n asks for. Ours are words: for more processes a label would have to be
//   spread over several registers and read in one piece all the same, which is another algorithm, and one that nobody has checked.
// - Cur[p], Color[p] and Sav[p][i].colour are read where a process could remember them: no private state outlives a call.
// - n1 compares one after the other; on a view that is in order this finds the largest. If a view were not (then a property of
//   algorithms/blocks/timestamps.hpp is broken), it is some process or other.
// - before(p) keeps only which processes come before p: it compares with Cur[p] only.
#pragma once

#include <array>
#include <bit>

#include "doorway/algorithms/blocks/timestamps.hpp"
#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"

namespace doorway {

namespace detail {
// The labels of n processes: n-1 digits in base 5.
class label_digits {
 public:
  static constexpr word base = 5;
  static constexpr process_id most_powers = 28;  // 5^27 < 2^64 < 5^28

  // The most processes whose labels fit into a word together with a colour.
  static constexpr process_id most() {
    process_id n = 1;
    while (infinity / power(n) >= 2 * (n + 1)) ++n;
    return n;
  }
  static constexpr word power(process_id exponent) { return powers[exponent]; }

  // Does digit a come before digit b?
  static constexpr bool digit_precedes(word a, word b) {
    if (a < 2 || b < 2) return a < b;
    return (a + 1 == b) || (a == 4 && b == 2);
  }
  static constexpr word next(word digit) { return digit == 4 ? 2 : digit + 1; }

  static constexpr bool precedes(process_id digits, word a, process_id i, word b, process_id j) {
    if (a == b) return i < j;
    process_id rest = digits;  // digits after the first in which they differ
    do --rest;
    while (a / power(rest) == b / power(rest));
    return digit_precedes(a / power(rest) % base, b / power(rest) % base);
  }

 private:
  static constexpr std::array<word, most_powers> powers = [] {
    std::array<word, most_powers> all{1};
    for (process_id i = 1; i < most_powers; ++i) all[i] = base * all[i - 1];
    return all;
  }();
};
}  // namespace detail

template <class Memory>
class bounded_timestamps {
 protected:
  using digits = detail::label_digits;

 public:
  static constexpr process_id most = digits::most();
  using view = timestamp_view<most>;

  constexpr bounded_timestamps(Memory& memory, process_id n)
      : n_(n),
        colours_(word{2} * n),
        Cur(memory,
            {.name = "Cur", .rows = n_, .domain = digits::power(n_ - 1), .home = home::row, .writer = writer::row}),
        Color(memory, {.name = "Color", .rows = n_, .domain = colours_, .home = home::row, .writer = writer::row}),
        Ann(memory,
            {.name = "Ann", .rows = n_, .columns = n_, .domain = colours_, .home = home::row, .writer = writer::row}),
        Sav(memory, {.name = "Sav",
                     .rows = n_,
                     .columns = n_,
                     .initial = 1,
                     .domain = digits::power(n_ - 1) * colours_,
                     .home = home::row,
                     .writer = writer::row}) {}

  constexpr void label(process_id p) const {
    view seen{};
    scan(p, seen);
    const word fresh = new_label(p, seen);
    if (fresh != seen[p]) update(p, fresh);
  }

  constexpr void scan(process_id p, view& seen) const {
    const word c = choose_colour(p);
    for (process_id q = 0; q < n_; ++q)
      if (q != p) seen[q] = look(p, q, c);  // v5
    seen[p] = Cur.read(p);                  // v6
  }
  [[nodiscard]] constexpr bool precedes(const view& seen, process_id i, process_id j) const {
    return digits::precedes(n_ - 1, seen[i], i, seen[j], j);
  }

  [[nodiscard]] constexpr process_set before(process_id p) const {
    process_set ahead;
    const word c = choose_colour(p);
    const word mine = Cur.read(p);  // v6
    for (process_id q = 0; q < n_; ++q)
      if (q != p && digits::precedes(n_ - 1, look(p, q, c), q, mine, p)) ahead.insert(q);  // v5
    return ahead;
  }

 protected:
  constexpr word choose_colour(process_id p) const {
    word used = word{1} << Color.read(p);  // v1
    for (process_id q = 0; q < n_; ++q)    // v2
      if (q != p) {
        used |= word{1} << Ann.read(q, p);
        used |= word{1} << (Sav.read(q, p) % colours_);
      }
    const auto c = static_cast<word>(std::countr_one(used));  // v3
    Color.announce(p, c);                                     // v4
    return c;
  }

  [[nodiscard]] constexpr word look(process_id p, process_id q, word c) const {
    const word x = Cur.read(q);  // v5
    const word y = Sav.read(q, p);
    return y % colours_ == c ? y / colours_ : x;
  }

  constexpr void update(process_id q, word fresh) const {
    const word current = Cur.read(q);
    for (process_id p = 0; p < n_; ++p)
      if (p != q) {
        const word c = Color.read(p);  // u1
        Ann.announce(q, p, c);
        if (Color.read(p) == c && c != Sav.read(q, p) % colours_) Sav.announce(q, p, current * colours_ + c);  // u2
      }
    Cur.announce(q, fresh);  // u3
  }

  // seen[p]: keep.
  [[nodiscard]] constexpr word new_label(process_id p, const view& seen) const {
    process_id m = 0;  // n1
    for (process_id j = 1; j < n_; ++j)
      if (precedes(seen, m, j)) m = j;
    if (m == p) return seen[p];
    for (process_id h = 1;; ++h) {  // n2; the first n-1 digits of m's are begun with by m, at least
      const word rest = digits::power(n_ - 1 - h);
      process_id alike = 0;
      for (process_id j = 0; j < n_; ++j)
        if (j != p && seen[j] / rest == seen[m] / rest) ++alike;
      if (alike < n_ - h) continue;
      const word prefix = seen[m] / rest / digits::base;  // n3
      const word digit = digits::next(seen[m] / rest % digits::base);
      return (prefix * digits::base + digit) * rest;
    }
  }

  process_id n_;
  word colours_;
  registers<Memory> Cur, Color, Ann, Sav;
};

}  // namespace doorway
