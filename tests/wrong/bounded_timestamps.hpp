// Bounded timestamps with one thing left out.
#pragma once

#include "doorway/algorithms/blocks/bounded_timestamps.hpp"
#include "wrong/on_memory.hpp"

namespace doorway::wrong {

// WRONG: views are plain collects of Cur, for nothing is saved (u2). A Scan finds NO ORDER at n = 3.
//
// Labels that were never there together are compared: 3 < 4, 4 < 5 and 5 < 3.
template <class Memory>
using bounded_timestamps_collect = on_memory<bounded_timestamps, losing<Memory, "Sav">, Memory>;

// WRONG: an update does not announce the colour (u1). A Scan finds NO ORDER at n = 3.
//
// q has seen the colour of p twice and is about to save under it; p, which knows nothing of that, comes round to the same colour.
template <class Memory>
using bounded_timestamps_unannounced = on_memory<bounded_timestamps, losing<Memory, "Ann">, Memory>;

// WRONG: an update does not look again (u2) whether the colour is still the same. A Scan finds NO ORDER at n = 3.
//
// q reads a colour of p, sleeps, and announces it when p has long been free to choose it again: then q saves a label under it that is
// newer than the scan.
template <class Memory>
class bounded_timestamps_unvalidated : public bounded_timestamps<Memory> {
  using right = bounded_timestamps<Memory>;
  using right::n_, right::colours_, right::Cur, right::Color, right::Ann, right::Sav;

 public:
  using right::right;
  using typename right::view;

  constexpr void label(process_id p) const {
    view seen{};
    this->scan(p, seen);
    const word fresh = this->new_label(p, seen);
    if (fresh != seen[p]) update(p, fresh);
  }

 private:
  constexpr void update(process_id q, word fresh) const {
    const word current = Cur.read(q);
    for (process_id p = 0; p < n_; ++p)
      if (p != q) {
        const word c = Color.read(p);  // u1
        Ann.write(q, p, c);
        if (c != Sav.read(q, p) % colours_) Sav.write(q, p, current * colours_ + c);  // u2
      }
    Cur.write(q, fresh);  // u3
  }
};

// WRONG: a view looks at Sav before Ann (v2). A Scan finds NO ORDER at n = 3.
//
// q announces a colour of p's, makes sure of it, and sleeps before it saves. Two scans later p looks at Sav[q][p] and sleeps; q
// saves, and announces p's colour of now over the old one; p finds neither, chooses the old colour again, and takes what q has saved
// for a label of now. The other labels have gone on meanwhile.
template <class Memory>
class bounded_timestamps_sav_first : public bounded_timestamps<Memory> {
  using right = bounded_timestamps<Memory>;
  using right::n_, right::colours_, right::Cur, right::Color, right::Ann, right::Sav;

 public:
  using right::right;
  using typename right::view;

  constexpr void label(process_id p) const {
    view seen{};
    scan(p, seen);
    const word fresh = this->new_label(p, seen);
    if (fresh != seen[p]) this->update(p, fresh);
  }
  constexpr void scan(process_id p, view& seen) const {
    const word c = choose_colour(p);
    for (process_id q = 0; q < n_; ++q)
      if (q != p) seen[q] = this->look(p, q, c);
    seen[p] = Cur.read(p);
  }

 private:
  constexpr word choose_colour(process_id p) const {
    word used = word{1} << Color.read(p);
    for (process_id q = 0; q < n_; ++q)  // v2
      if (q != p) {
        used |= word{1} << (Sav.read(q, p) % colours_);
        used |= word{1} << Ann.read(q, p);
      }
    const auto c = static_cast<word>(std::countr_one(used));
    Color.announce(p, c);
    return c;
  }
};

}  // namespace doorway::wrong
