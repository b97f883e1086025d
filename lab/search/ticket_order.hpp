// Tickets that are known by their order only: how passages without end are searched where tickets grow without end.
//
// A bakery's tickets grow for ever, but all that it does with them is to compare two, and to take the largest plus one. So what
// it does next depends on which tickets are equal, which follow each other directly, and in which order the rest come: of such
// states there are finitely many. Here every state is *squeezed*: its tickets become the smallest ones of the same order, two
// neighbours being 1 apart if they were, and else 2, which stands for any number greater than 1.
//
// Why what holds here holds. Let s be a real state and t what it is squeezed to. Whatever a process does in s, it may compare two
// tickets, which comes out in t as it does in s, it may forget one, which leaves a gap of at least 2, and it may make one more,
// x + 1. Let y be the smallest ticket greater than x.
//     y = x + 1 in s:  so it is in t, and the new ticket is y.
//     y = x + 2:       the new ticket follows x, and y follows it.
//     y > x + 2:       the new ticket follows x, and y does not follow it.
// The last two cases are one in t. So each step is taken twice: with all wide gaps being 2, and with all being 3. One of the two
// ends in what s's successor is squeezed to. A real run, squeezed state by state, is therefore a run here, fair if it was fair,
// and what no run here does no real one does.
//
// The converse is not so: a gap that stands for any number is never used up. A breach that is found here may not be one of real
// tickets. Its verdict is INCONCLUSIVE, and a bounded number of passages must tell.
//
// That a process does no more with its tickets is looked at where it can be, and refused if it does (not_by_order):
//   - each step is taken a third time, with gaps of 4, 7, 10 and so on, and must end in what it does with gaps of 3. So twice a
//     ticket, half of one, its parity, the difference of two, and how many there were, show.
//   - each step of the code is run again with tickets that are counted from 0, as real ones are, and must do the same. So a test
//     for some small number shows. (One for 1000 would not, nor any that no squeezed state comes near.)
//   - at most one new ticket is made in a step, and if a gap of 2 makes a difference then one is.
//   - what is written to a register without a domain is a ticket, 0 or infinity.
//
// Tickets are found where they lie, on the stacks and in the registers, by their value: in such a search they are counted from
// ticket_zero instead of 0, and registers<>::max is at least that. A register that holds none keeps its 0 or infinity, which are
// less and greater than any ticket, as before. Each passage begins on an empty stack, unless the algorithm carries something from
// one to the next, so that no old ticket is kept in a place at which nobody looks any more.
#pragma once

#include <cstdint>
#include <vector>

#include "lab/automata/learn_by_snapshot.hpp"
#include "lab/machine/process.hpp"
#include "lab/search/product.hpp"

namespace doorway::lab {

// Is that a way to search this program? It makes passages without end, and registers without a domain have one writer each and are
// atomic.
[[nodiscard]] bool can_go_by_order(const program& code);

// How wide wide gaps are: the first, and by how much each is wider than the one before.
struct ticket_gaps {
  word first;
  word more;
};

class ticket_order {
 public:
  // apart: than 2 by one; anything else only for the test of the tests.
  ticket_order(learner& source, product& of, ticket_gaps apart = {3, 0}) : source_(source), of_(of), apart_(apart) {}

  template <std::size_t Words>
  struct outcome {
    edge by;  // without its input, the number of a value, which is another with other gaps
    std::uint32_t state;
    key<Words> to;
    bool new_ticket;
    bool operator==(const outcome&) const = default;
  };
  // The steps of p from one squeezed state to others.
  template <std::size_t Words>
  [[nodiscard]] std::vector<outcome<Words>> steps_of(process_id p, const key<Words>& from,
                                                     const product::states& now) const;

  // The state with the smallest tickets of the same order.
  [[nodiscard]] product::states squeezed(const product::states& from) const { return respaced(from, squeezed_); }

 private:
  static constexpr ticket_gaps squeezed_{2, 0};

  // Where the steps of p lead if wide gaps are as wide as this.
  template <std::size_t Words>
  [[nodiscard]] std::vector<outcome<Words>> taken(process_id p, const key<Words>& from, const product::states& now,
                                                  ticket_gaps wide) const;

  // The same order of tickets, neighbours that do not follow each other directly being so far apart.
  [[nodiscard]] product::states respaced(const product::states& from, ticket_gaps wide) const;
  // Has p, now in state `then`, a ticket that nobody had? Refuses two, and what it is about to write if that is none.
  [[nodiscard]] bool makes_ticket(process_id p, const product::states& before, std::uint32_t then) const;

  learner& source_;
  product& of_;
  ticket_gaps apart_;
  struct lists {
    std::vector<word> all, renamed, mine;
  };
  mutable lists scratch_;  // kept for their memory; one thread at a time, as the learner
};

}  // namespace doorway::lab
