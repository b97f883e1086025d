// The ticket dispenser: tickets from a bounded circle, O(min(c, log N)) steps, c processes taking part.
//
// R. Danek, W. Golab, as R. Danek's thesis (University of Toronto, 2011) specifies it in section 3.3; the text is restated
// from what is quoted publicly of theirs. Atomic registers.
//
//     obtain_ticket        a ticket 0 .. 7N-1; two that come together may get the same one
//     done_with_ticket     gives it back
//     precedes(i, j)       the order of tickets that are held at the same time
//     Specification 3: tickets held at the same time lie within 7N/2 consecutive ones of the circle.
//     Specification 4: if p's obtain_ticket ended before q's began, p's ticket precedes q's while both are held.
//     Conditions 3, 4: a process calls them in turn, obtain_ticket first; (a) done_with_ticket runs in mutual exclusion;
//     (b) whose ticket precedes another's is done with it first; (c) of two in obtain_ticket at the same time nobody is
//     done before both have their tickets.
//
//     shared  Free[0..7N-1] boolean, the first 3N true  may be the next
//             Last          in 0..7N-1, initially 7N-1  the last ticket that was given back
//
//     obtain_ticket:
//     a   lo := Last; i := 1
//     b   while i < 3N and not Free[lo+i]: i := min(2i, 3N)     the circle: indices are modulo 7N
//         hi := lo+i
//     c   while lo < hi:                                the first free one, by halving
//             mid := (lo+hi) div 2
//             if Free[mid]: hi := mid
//             else: lo := mid+1
//     d   Free[lo] := false; the ticket is lo
//     done_with_ticket:
//     e   Free[ticket+3N] := true
//     f   Last := ticket
//
// Those behind Last that are not free are the ones held: 4(b) and (c) keep them next to each other, for ticket t+1 is
// taken only after t was seen taken, and nobody is more than one round late. At most 3N are out, and 7N > 2 * 3N.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - An array of registers begins with one value, so Free[t] is kept as the difference from what it is at the beginning.
#pragma once

#include "doorway/core/registers.hpp"

namespace doorway {

template <class Memory>
class ticket_dispenser {
 public:
  constexpr ticket_dispenser(Memory& memory, process_id n)
      : window(3 * n),
        tickets(7 * n),
        Free(memory, {.name = "Free", .rows = tickets, .domain = 2, .writer = writer::anyone}),
        Last(memory, {.name = "Last", .initial = word{tickets} - 1, .domain = tickets, .writer = writer::anyone}) {}

  [[nodiscard]] constexpr process_id obtain_ticket() const {
    auto lo = static_cast<process_id>(Last.read(0));  // a
    process_id i = 1;
    while (i < window && !is_free(lo + i)) i = 2 * i < window ? 2 * i : window;  // b
    process_id hi = lo + i;
    while (lo < hi) {  // c
      const process_id mid = (lo + hi) / 2;
      if (is_free(mid)) hi = mid;
      else lo = mid + 1;
    }
    const process_id ticket = lo % tickets;
    set_free(ticket, false);  // d
    return ticket;
  }

  constexpr void done_with_ticket(process_id ticket) const {
    set_free(ticket + window, true);  // e
    Last.announce(0, ticket);         // f
  }

  // Of tickets that are held at the same time.
  [[nodiscard]] constexpr bool precedes(process_id i, process_id j) const {
    return i != j && 2 * ((j + tickets - i) % tickets) < tickets;
  }
  // How many different tickets there are.
  [[nodiscard]] constexpr process_id size() const { return tickets; }

 protected:
  [[nodiscard]] constexpr bool at_first(process_id t) const { return t < window; }
  [[nodiscard]] constexpr bool is_free(process_id t) const {
    const bool changed = Free.read(t % tickets) != 0;
    return at_first(t % tickets) != changed;
  }
  constexpr void set_free(process_id t, bool now) const { Free.announce(t % tickets, now != at_first(t % tickets)); }

  process_id window, tickets;
  registers<Memory> Free, Last;
};

}  // namespace doorway
