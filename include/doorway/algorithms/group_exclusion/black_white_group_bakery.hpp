// black-white-group-bakery: group mutual exclusion, FCFS between sessions, concurrent entering, O(N) RMRs in the CC
// model, bounded tokens.
//
// Y. He, K. Gopalakrishnan, E. Gafni, "Group mutual exclusion in linear time and space", TCS 2017: section 6, Figures
// 4-6 (BWBGME). Atomic registers. The line numbers are those of the text and the proofs.
//
//     shared  GlobalColor    in {black, white}          the colour of new tokens
//             Token[1..N]    (session, color, number), all (0, none, 0)
//             Choosing[1..N] boolean, all false
//
//      3  Token[i] := (mysession, none, 0)
//      4  Choosing[i] := true
//      5  mycolor := GlobalColor
//      7  mynumber := 1 + max{Token[j].number: Token[j].color = mycolor, Token[j].session not in {0, mysession}}
//     14  Token[i] := (mysession, mycolor, mynumber)
//     15  Choosing[i] := false
//     16  for j := 1 to N:                              every await also ends when Token[j].session in {0, mysession}
//     17      await not Choosing[j]
//     18      if Token[j].color = mycolor:
//     19          await (mynumber, i) < (Token[j].number, j) or Token[j].color != mycolor
//     21      else await GlobalColor != mycolor or Token[j].color = mycolor
//     24  critical section
//     25  if mynumber != 1:
//     26      if no Token[j] has the other colour than mycolor (Fig. 6):
//     27          GlobalColor := the other colour than mycolor
//     34  Token[i] := (0, none, 0)
//
// Why 25: GlobalColor must not change twice while anybody is between 5 and 34 (Lemma 9); 26 does not see the colour of
// a process h between 5 and 14. Number 2 or more means that a conflicting w was inside before i. One of the two
// conflicts with h and has waited for it at 17.
//
// Notes
// - abort and recover take that argument away: w may leave without having been inside. Then i changes GlobalColor a
//   second time under h, and h and w meet inside: tests/wrong/black_white_group_bakery_plain_abort.hpp. So what
//   withdraws leaves a mark in its Token for good, and a process that sees a mark at 26 takes a session without a colour for
//   the other colour as well. Then Lemma 9 needs no w: let h read c at 5, GlobalColor change to d, and u of colour d
//   come to 26. u read d after that change (or two changes would have come under u before one of them under h), so h's
//   Token has had its session since before u's 5, and the colour c or none: u changes nothing.
// - abort does not write GlobalColor: an older token of the other colour may be inside.
// - recover: the same, then Choosing[p] := false, for p may have died between 4 and 15.
// - The numbers stay within N + 1 (Theorem 8), the declared domain, as long as nobody withdraws. Otherwise they have no
//   bound: while one stays inside, two others that give up and come back in turn each take one more than the other.
// - Token[i] is one register; 19 and 21 read Token[j] once for all their tests. 16 skips j = i, whose session is
//   mysession.
// - The doorway is 3..15.
// - Fences: 4 (and with it 3) before the looks of 5 and 7, 15 (and with it 14) before those of 17 to 21.
#pragma once

#include <string_view>

#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/core/tickets.hpp"

namespace doorway {

template <class Memory>
class black_white_group_bakery {
 protected:
  // A token in one word, from the lowest bit: the colour, the mark of having withdrawn, the session, the number.
  static constexpr word black = 0, white = 1, none = 2, withdrew = 4;
  static constexpr unsigned session_bits = 20, session_at = 3, number_at = session_at + session_bits;

 public:
  static constexpr std::string_view name = "black-white-group-bakery";
  static constexpr problem solves = problem::group_exclusion;
  static constexpr bool withdraws = true;
  struct passage {
    word mycolor = 0;
    word mynumber = 0;
  };
  static constexpr word largest_session = (word{1} << session_bits) - 1;  // sessions are 1 .. largest_session

  constexpr black_white_group_bakery(Memory& memory, const parameters& size)
      : n_(size.n),
        GlobalColor(memory, {.name = "GlobalColor", .domain = 2, .writer = writer::anyone}),
        Token(memory, {.name = "Token",
                       .rows = n_,
                       .initial = token(0, none, 0),
                       .domain = token(0, black, word{n_} + 2),
                       .writer = writer::row}),
        Choosing(memory, {.name = "Choosing", .rows = n_, .domain = 2, .writer = writer::row}) {}

  template <class Here>
  constexpr bool enter(Here& here, word mysession) const {
    const auto i = here.id();
    const word mark = Token.read(i) & withdrew;                    // 3
    Token.write(i, token(mysession, none, 0) | mark);              // 3
    Choosing.announce(i, true);                                    // 4
    const word mycolor = GlobalColor.read(0);                      // 5
    const word mynumber = 1 + largest_number(mycolor, mysession);  // 7
    Token.write(i, token(mysession, mycolor, mynumber) | mark);    // 14
    Choosing.announce(i, false);                                   // 15
    here.passage = {mycolor, mynumber};
    here.end_of_doorway();
    return waiting_room(here, mysession);
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    const word opposite = here.passage.mycolor == black ? white : black;
    if (here.passage.mynumber != 1 && !in_use(opposite)) GlobalColor.write(0, opposite);  // 25-27
    Token.write(here.id(), token(0, none, 0) | (Token.read(here.id()) & withdrew));       // 34
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    Token.write(here.id(), token(0, none, 0) | withdrew);
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    abort(here);
    Choosing.write(here.id(), false);
  }

 protected:
  static constexpr word token(word session, word color, word number) {
    return number << number_at | session << session_at | color;
  }
  static constexpr word color(word token) { return token & 3; }
  static constexpr word session(word token) { return token >> session_at & largest_session; }
  static constexpr word number(word token) { return token >> number_at; }
  // Token[j].session in {0, mysession}
  static constexpr bool same(word token, word mysession) { return session(token) == 0 || session(token) == mysession; }

  // max{Token[j].number: Token[j].color = mycolor, Token[j].session not in {0, mysession}}
  [[nodiscard]] constexpr word largest_number(word mycolor, word mysession) const {
    word largest = 0;
    Token.collect([&](process_id, word other) {  // 7
      if (color(other) == mycolor && !same(other, mysession) && number(other) > largest) largest = number(other);
    });
    return largest;
  }

  template <class Here>
  constexpr bool waiting_room(Here& here, word mysession) const {
    const auto i = here.id();
    const word mycolor = here.passage.mycolor, mynumber = here.passage.mynumber;
    for (process_id j = 0; j < n_; ++j) {  // 16
      if (j == i) continue;
      if (!here.await([&] { return !Choosing.read(j) || same(Token.read(j), mysession); })) return false;  // 17
      if (color(Token.read(j)) == mycolor) {                                                               // 18
        if (!here.await([&] {                                                                              // 19
              const word other = Token.read(j);
              return precedes({mynumber, i}, {number(other), j}) || color(other) != mycolor || same(other, mysession);
            }))
          return false;
      } else if (!here.await([&] {  // 21
                   if (GlobalColor.read(0) != mycolor) return true;
                   const word other = Token.read(j);
                   return color(other) == mycolor || same(other, mysession);
                 })) {
        return false;
      }
    }
    return true;
  }

  // Fig. 6, and a colour that is not known yet counts too once somebody has withdrawn.
  [[nodiscard]] constexpr bool in_use(word opposite) const {
    bool unknown = false, somebody_withdrew = false;
    for (process_id j = 0; j < n_; ++j) {
      const word other = Token.read(j);  // 26
      if (session(other) != 0 && color(other) == opposite) return true;
      unknown = unknown || (session(other) != 0 && color(other) == none);
      somebody_withdrew = somebody_withdrew || (other & withdrew) != 0;
    }
    return unknown && somebody_withdrew;
  }

  process_id n_;
  registers<Memory> GlobalColor, Token, Choosing;
};

}  // namespace doorway
