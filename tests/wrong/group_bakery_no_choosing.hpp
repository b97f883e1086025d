// Fig. 1 without Choosing (lines 3, 6 and 8): exclusion is VIOLATED at n = 2 with two sessions.
//
// 1 has read that nobody holds a token, and stops before it writes its own. 2, of another session, takes token 1, finds
// Token[1] = 0 at line 9, and goes in. 1 writes token 1 too, and (1, 1) < (1, 2): it goes in.
#pragma once

#include "doorway/algorithms/group_exclusion/group_bakery.hpp"

namespace doorway::wrong {

template <class Memory>
class group_bakery_no_choosing : public group_bakery<Memory> {
  using right = group_bakery<Memory>;
  using right::n_, right::Session, right::Token;

 public:
  using right::right;

  template <class Here>
  constexpr bool enter(Here& here, word mysession) const {
    const auto i = here.id();
    Session.write(i, mysession);         // 4
    const word token = 1 + Token.max();  // 5
    Token.write(i, token);
    here.end_of_doorway();
    for (process_id j = 0; j < n_; ++j) {  // 7
      if (j == i) continue;
      if (!here.await([&] {  // 9
            const word other = Token.read(j);
            return precedes({token, i}, {other, j}) || other == 0 || this->no_conflict(j, mysession);
          }))
        return false;
    }
    return true;
  }
};

}  // namespace doorway::wrong
