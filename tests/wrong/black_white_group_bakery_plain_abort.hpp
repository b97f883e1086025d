// Fig. 5 with an abort that just gives the token back, as line 34 does, and leaves no mark: exclusion is VIOLATED at
// n = 3 with two sessions and one abort (or one crash and recovery).
//
// GlobalColor is black, the sessions are A and B.
//     u (B) takes (black, 1), t (A) takes (black, 2). u goes in and comes out, t goes in; leaving, it sees no white
//           token at 26 and stops before it writes GlobalColor.
//     h (A) reads black at 5 and stops. Its Token has no colour yet.
//     t     makes GlobalColor white and leaves: the first change under h.
//     u (B) takes (white, 1) and waits for h at 17.
//     t (A) takes (white, 2). It does not conflict with h, and waits only for u, at 19.
//     u     gives up: Token[u] := (0, none, 0).
//     t     goes in; leaving, its number is 2, it sees no black token at 26, and stops before it writes GlobalColor.
//     u (B) comes back, takes (white, 3) and waits for h at 17.
//     h     shows (black, 1) at 14. GlobalColor is white: it passes u at 21, and goes in.
//     t     makes GlobalColor black: the second change under h.
//     u     finds at 21 that GlobalColor is not its own colour, passes h, and goes in: A and B are inside together.
//
// Lemma 7 says that t, with number 2, goes in after u has been inside, so that u has waited for h. Not if u gives up.
#pragma once

#include "doorway/algorithms/group_exclusion/black_white_group_bakery.hpp"

namespace doorway::wrong {

template <class Memory>
class black_white_group_bakery_plain_abort : public black_white_group_bakery<Memory> {
  using right = black_white_group_bakery<Memory>;

 public:
  using right::right;

  template <class Here>
  constexpr void abort(Here& here) const {
    this->Token.write(here.id(), this->token(0, this->none, 0));
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    abort(here);
    this->Choosing.write(here.id(), false);
  }
};

}  // namespace doorway::wrong
