// WRONG: bounded timestamps whose update does not announce the colour (u1). A Scan finds NO ORDER at n = 3.
//
// q has seen the colour of p twice and is about to save under it; p, which knows nothing of that, comes round to the same colour.
#pragma once

#include "doorway/blocks/bounded_timestamps.hpp"

namespace doorway::wrong {

template <class Memory>
class bounded_timestamps_unannounced : public bounded_timestamps<Memory> {
  using right = bounded_timestamps<Memory>;
  using right::n_, right::colours_, right::Cur, right::Color, right::Sav;

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
        const word c = Color.read(p);                                                                       // u1
        if (Color.read(p) == c && c != Sav.read(q, p) % colours_) Sav.write(q, p, current * colours_ + c);  // u2
      }
    Cur.write(q, fresh);  // u3
  }
};

}  // namespace doorway::wrong
