// The naive black-white bakery for groups of section 6, which asks for the session wherever it waits and leaves as the
// bakery does: exclusion is VIOLATED at n = 3 with two sessions.
//
// i and j of session A go in with white tokens. i comes out and makes GlobalColor black; it comes back for A with a
// black token and goes in beside j. l of session B takes a black token and waits for j at 21, since black is
// GlobalColor. i comes out and makes GlobalColor white: the second change under j. l finds that it is not its own
// colour, passes j, goes in.
#pragma once

#include "doorway/algorithms/group_exclusion/black_white_group_bakery.hpp"

namespace doorway::wrong {

template <class Memory>
class black_white_group_bakery_naive : public black_white_group_bakery<Memory> {
  using right = black_white_group_bakery<Memory>;
  using right::n_, right::GlobalColor, right::Token, right::Choosing;
  using right::token, right::color, right::number, right::black, right::white, right::none;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here, word mysession) const {
    const auto i = here.id();
    Token.write(i, token(mysession, none, 0));  // 3
    Choosing.write(i, true);                    // 4
    const word mycolor = GlobalColor.read(0);   // 5
    word mynumber = 0;
    for (process_id j = 0; j < n_; ++j)  // 7, of all sessions
      if (const word other = Token.read(j); color(other) == mycolor && number(other) > mynumber)
        mynumber = number(other);
    ++mynumber;
    Token.write(i, token(mysession, mycolor, mynumber));  // 14
    Choosing.write(i, false);                             // 15
    here.passage = {mycolor, mynumber};
    here.end_of_doorway();
    return this->waiting_room(here, mysession);
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    GlobalColor.write(0, here.passage.mycolor == black ? white : black);  // 27, always
    Token.write(here.id(), token(0, none, 0));                            // 34
  }
};

}  // namespace doorway::wrong
