// black-white-bakery: mutual exclusion, FCFS, O(N) RMRs in the CC model, bounded tokens.
//
// G. Taubenfeld, "The black-white bakery algorithm", DISC 2004, as Y. He, K. Gopalakrishnan and E. Gafni give it in
// "Group mutual exclusion in linear time and space", TCS 2017: section 5, Figure 3, completed (see Notes). Atomic
// registers.
//
//     shared  GlobalColor    in {black, white}          the colour of new tokens
//             Choosing[1..N] boolean, all false
//             Token[1..N]    (color, number), all numbers 0        0: i does not want to enter
//
//      3  Choosing[i] := true
//      4  Token[i].color := GlobalColor
//      5  Token[i].number := 1 + max{Token[j].number: Token[j].color = Token[i].color}
//      6  Choosing[i] := false
//      7  for j := 1 to N:
//      8      await not Choosing[j]
//      9      if Token[j].color = Token[i].color:
//     10          await (Token[i].number, i) < (Token[j].number, j) or
//     12                Token[j].color != Token[i].color or Token[j].number = 0
//     14      else await GlobalColor != Token[i].color or
//                        Token[j].color = Token[i].color or Token[j].number = 0
//     16  critical section
//     17  GlobalColor := the other colour than Token[i].color
//     22  Token[i].number := 0
//
// Why 14: a token whose colour is not GlobalColor is older than one whose colour is, and goes first. Nobody disagrees
// on that, for GlobalColor changes at most once between 4 and 22 of the same process.
//
// Notes
// - The printed figure has no 14 and ends the if. The text and Taubenfeld's original have it; without it two processes
//   meet inside: tests/wrong/black_white_bakery_printed.hpp.
// - 7 skips j = i: the printed 10 is never true for it, and everybody would wait for himself.
// - Token[i] is one register; 4 writes it with number 0, and 9, 10 and 14 read it once for all their tests.
// - The doorway is 3..6.
// - Fences: 3 before the looks of 4 and 5; 6 (and with it Token[i]) before those of 8 to 14.
// - abort must not write GlobalColor as 17 does: an older token of the other colour may be inside, and the change would
//   let the aborting process's colour pass it (tests/wrong/black_white_bakery_abort_flips.hpp). Number 0 is enough:
//   a process that changes GlobalColor has been inside, and so has waited for all older tokens, whether or not others gave up.
// - recover: the same, for nobody knows whether p was inside; then Choosing[p] := false.
// - The numbers stay within N, the declared domain, as long as nobody gives up or dies. Otherwise they have no bound:
//   while one stays inside, two others that give up and come back in turn each take one more than the other.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class black_white_bakery {
 public:
  static constexpr std::string_view name = "black-white-bakery";
  static constexpr problem solves = problem::mutual_exclusion;
  static constexpr bool withdraws = true;
  using passage = nothing;

  constexpr black_white_bakery(Memory& memory, const parameters& size)
      : n_(size.n),
        GlobalColor(memory, {.name = "GlobalColor", .domain = 2, .writer = writer::anyone}),
        Choosing(memory, {.name = "Choosing", .rows = n_, .domain = 2, .writer = writer::row}),
        Token(memory, {.name = "Token", .rows = n_, .domain = token(0, word{n_} + 1), .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here) const {
    const auto i = here.id();
    Choosing.announce(i, true);                // 3
    const word mycolor = GlobalColor.read(0);  // 4
    Token.write(i, token(mycolor, 0));
    const word mynumber = 1 + largest_number(mycolor);  // 5
    Token.write(i, token(mycolor, mynumber));
    Choosing.announce(i, false);  // 6
    here.end_of_doorway();
    for (process_id j = 0; j < n_; ++j) {  // 7
      if (j == i) continue;
      if (!here.await([&] { return !Choosing.read(j); })) return false;  // 8
      if (color(Token.read(j)) == mycolor) {                             // 9
        if (!here.await([&] {                                            // 10
              const word other = Token.read(j);
              return precedes({mynumber, i}, {number(other), j}) || color(other) != mycolor || number(other) == 0;
            }))
          return false;
      } else if (!here.await([&] {  // 14
                   if (GlobalColor.read(0) != mycolor) return true;
                   const word other = Token.read(j);
                   return color(other) == mycolor || number(other) == 0;
                 })) {
        return false;
      }
    }
    return true;
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    const word mycolor = color(Token.read(here.id()));
    GlobalColor.write(0, 1 - mycolor);          // 17
    Token.write(here.id(), token(mycolor, 0));  // 22
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    Token.write(here.id(), token(color(Token.read(here.id())), 0));
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    abort(here);
    Choosing.write(here.id(), false);
  }

 protected:
  // A token in one word: black is 0 and white is 1.
  static constexpr word token(word color, word number) { return number * 2 + color; }
  static constexpr word color(word token) { return token % 2; }
  static constexpr word number(word token) { return token / 2; }

  // max{Token[j].number: Token[j].color = mycolor}
  [[nodiscard]] constexpr word largest_number(word mycolor) const {
    word largest = 0;
    Token.collect([&](process_id, word other) {  // 5
      if (color(other) == mycolor && number(other) > largest) largest = number(other);
    });
    return largest;
  }

  process_id n_;
  registers<Memory> GlobalColor, Choosing, Token;
};

}  // namespace doorway
