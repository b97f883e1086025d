// group-bakery: group mutual exclusion, FCFS between sessions, concurrent entering, O(N) RMRs in the CC model.
//
// Y. He, K. Gopalakrishnan, E. Gafni, "Group mutual exclusion in linear time and space", TCS 2017: section 2, Figure 1
// (GLB, the generalised bakery). Atomic registers, unbounded tokens.
//
//     shared  Session[1..N]  in N, all 0                the session that i wants; 0: none
//             Token[1..N]    in N, all 0
//             Choosing[1..N] boolean, all false
//
//      3  Choosing[i] := true
//      4  Session[i] := mysession
//      5  Token[i] := 1 + max(Token[1..N])
//      6  Choosing[i] := false
//      7  for j := 1 to N:
//      8      await not Choosing[j] or Session[j] in {0, mysession}
//      9      await (Token[i], i) < (Token[j], j) or Token[j] = 0 or Session[j] in {0, mysession}
//     11  critical section
//     12  Token[i] := 0
//     13  Session[i] := 0
//
// Why 3 before 4: a process that reads Session[j] = 0 at 8 while j is choosing holds its token already, and j sees that at 5.
//
// Notes
// - The chosen token is kept in a local; the figure reads its own Token[i] again at 9. 9 reads Token[j] once for two
//   tests.
// - 7 skips j = i, whose Session is mysession.
// - The doorway is 3..6.
// - Fences: 4 (and with it 3) before the looks of 5, 6 (and with it Token[i]) before those of 8 and 9.
// - abort: a process that waits is behind 6; 12 and 13 withdraw it. Each pair of processes settles 8 and 9 between themselves,
//   so a token that disappears changes nothing between two others.
// - recover: 12, 13, then Choosing[p] := false, for p may have died between 3 and 6.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class group_bakery {
 public:
  static constexpr std::string_view name = "group-bakery";
  static constexpr problem solves = problem::group_exclusion;
  static constexpr bool withdraws = true;
  static constexpr bool recovers = true;
  using passage = nothing;
  static constexpr word largest_session = infinity;  // sessions are 1 .. largest_session

  constexpr group_bakery(Memory& memory, const parameters& size)
      : n_(size.n),
        Session(memory, {.name = "Session",
                         .rows = n_,
                         .domain = size.sessions == 0 ? unbounded : size.sessions + 1,
                         .writer = writer::row}),
        Token(memory, {.name = "Token", .rows = n_, .writer = writer::row}),
        Choosing(memory, {.name = "Choosing", .rows = n_, .domain = 2, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here, word mysession) const {
    const auto i = here.id();
    Choosing.write(i, true);             // 3
    Session.announce(i, mysession);      // 4
    const word token = 1 + Token.max();  // 5
    Token.write(i, token);
    Choosing.announce(i, false);  // 6
    here.end_of_doorway();
    const auto ahead = [&] { return ahead_of({token, i}); };
    for (process_id j = 0; j < n_; ++j) {  // 7
      if (j == i) continue;
      if (!await(
              here, [&] { return !Choosing.read(j) || no_conflict(j, mysession); }, ahead))  // 8
        return false;
      const auto may_pass = [&] {  // 9
        const word other = Token.read(j);
        return precedes({token, i}, {other, j}) || other == 0 || no_conflict(j, mysession);
      };
      if (!await(here, may_pass, ahead)) return false;
    }
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    Token.write(here.id(), 0);    // 12
    Session.write(here.id(), 0);  // 13
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    exit(here);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    exit(here);
    Choosing.write(here.id(), false);
  }

 protected:
  // Session[j] in {0, mysession}
  [[nodiscard]] constexpr bool no_conflict(process_id j, word mysession) const {
    const word session = Session.read(j);  // 8, 9
    return session == 0 || session == mysession;
  }

  // How many came before, of any session, or 1. Those of one session go in together; but a few of them are enough to see that the
  // one they wait for has died, and the later one came the longer it may sleep. It only tells how to wait.
  [[nodiscard]] constexpr process_id ahead_of(numbered mine) const {
    process_id count = 0;
    for (process_id j = 0; j < n_; ++j) {
      const word other = Token.read(j);
      if (other != 0 && precedes({other, j}, mine)) ++count;
    }
    return count == 0 ? 1 : count;
  }

  process_id n_;
  registers<Memory> Session, Token, Choosing;
};

}  // namespace doorway
