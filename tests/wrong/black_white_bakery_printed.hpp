// Fig. 3 of He, Gopalakrishnan and Gafni as printed, without the else branch of line 9: exclusion is VIOLATED at n = 2.
//
// 1 takes (black, 1), 2 takes (black, 2) and waits for it. 1 goes in and comes out, which makes GlobalColor white. 2
// goes in. 1 comes back and takes (white, 1). At line 9 it finds Token[2] of another colour than its own, does not
// wait, and goes in. The else branch would make it wait: its colour is GlobalColor, so the black token is the older
// one.
//
// (As printed line 7 does not leave out j = i, and line 10 is never true for it: nobody would ever enter. Left out
// here.)
#pragma once

#include "doorway/algorithms/mutual_exclusion/black_white_bakery.hpp"

namespace doorway::wrong {

template <class Memory>
class black_white_bakery_printed : public black_white_bakery<Memory> {
  using right = black_white_bakery<Memory>;
  using right::n_, right::GlobalColor, right::Choosing, right::Token;
  using right::token, right::color, right::number;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto i = here.id();
    Choosing.write(i, true);                   // 3
    const word mycolor = GlobalColor.read(0);  // 4
    Token.write(i, token(mycolor, 0));
    const word mynumber = 1 + this->largest_number(mycolor);  // 5
    Token.write(i, token(mycolor, mynumber));
    Choosing.write(i, false);  // 6
    here.end_of_doorway();
    for (process_id j = 0; j < n_; ++j) {  // 7
      if (j == i) continue;
      if (!here.await([&] { return !Choosing.read(j); })) return false;  // 8
      if (color(Token.read(j)) != mycolor) continue;                     // 9
      if (!here.await([&] {                                              // 10
            const word other = Token.read(j);
            return precedes({mynumber, i}, {number(other), j}) || color(other) != mycolor || number(other) == 0;
          }))
        return false;
    }
    return true;
  }
};

}  // namespace doorway::wrong
