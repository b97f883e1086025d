// Tickets that are known by their order only: how passages without end are searched where tickets grow without end.
//
// A bakery's tickets grow for ever, but all that it does with them is to compare two, and to take the largest plus one. So what
// it does next depends on which tickets are equal, which follow each other directly, and in which order the rest come: of such
// states there are finitely many. Here every state is *squeezed*: its tickets become the smallest ones whose order is the same,
// and of which two neighbours differ by 1 if they did, and else by 2, which stands for any number greater than 1.
//
// Why this loses nothing. Let s be a real state and t what it is squeezed to. Whatever a process does in s, it may compare, which
// comes out in t as it does in s, and it may make a ticket x + 1. Let y be the smallest ticket greater than x. If y = x + 1 in s,
// so it is in t. If y = x + 2 in s, the new ticket follows x and y follows it. If y > x + 2, the new ticket follows x, and y
// does not follow it. In t the last two are alike, so both are tried: a step is taken with all wide gaps being 2, and again
// with all being 3. One of the two ends in what s's successor is squeezed to. So whatever happens for ever in a real run happens
// in the squeezed one, step by step: what is found to hold here holds. The converse is not so (a gap that stands for "any
// number" never gets used up), so a breach that is found here is no counterexample: the verdict is INCONCLUSIVE, and a bounded
// number of passages must tell.
//
// That a process only compares and adds one is not believed but looked at: each step is taken a third time, with gaps of 5, and
// must end in the same as with gaps of 3. What makes 2 of a ticket, or half, or takes one from another, or remembers how many
// there were, shows.
//
// Tickets are found where they lie, on the stacks and in the registers, by their value: in such a search they are counted from
// ticket_zero instead of 0 (registers<>::max is at least that). A register that holds none keeps its 0 or infinity, and is
// compared with tickets as before. Each passage begins on an empty stack, so that no old ticket is carried along in a place that
// nobody looks at any more.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "lab/agent.hpp"
#include "lab/learn.hpp"
#include "lab/product.hpp"

namespace doorway::lab {

// A process has done something with its tickets that is neither comparing nor adding one.
struct not_by_order : too_rich {
  using too_rich::too_rich;
};

// Is that a way to search this program? Passages without end, on tickets without end that have one writer each, and nothing
// else that is carried from one passage to the next.
[[nodiscard]] bool can_go_by_order(const program& code);

class ticket_order {
 public:
  // wider: than 2 by one; another number only for the test of the tests.
  ticket_order(learner& source, product& of, word wider = 3) : source_(source), of_(of), wider_(wider) {}

  // As product::steps_of, from squeezed states to squeezed states.
  template <std::size_t Words, class Visit, class Missing>
  void steps_of(process_id p, const key<Words>& from, const product::states& now, Visit&& visit,
                Missing&& missing) const {
    const auto close = taken<Words>(p, from, now, 2, missing);
    if (respaced(now, wider_) == now) {  // there is no wide gap
      for (const auto& one : close) visit(one.by, one.state, one.to);
      return;
    }
    const auto apart = taken<Words>(p, from, now, wider_, missing);
    const auto again = taken<Words>(p, from, now, 5, missing);
    if (close.size() != apart.size() || apart != again) fail(p, now[p]);
    for (std::size_t i = 0; i < close.size(); ++i) {
      visit(close[i].by, close[i].state, close[i].to);
      if (!(apart[i] == close[i])) visit(apart[i].by, apart[i].state, apart[i].to);
    }
  }

  // The state with the smallest tickets of the same order.
  [[nodiscard]] product::states squeezed(const product::states& from) const;

 private:
  template <std::size_t Words>
  struct outcome {
    edge by;  // whose input is not told: it is the number of a value
    std::uint32_t state;
    key<Words> to;
    bool operator==(const outcome&) const = default;
  };

  // Where the steps of p lead if wide gaps are as wide as this.
  template <std::size_t Words, class Missing>
  [[nodiscard]] std::vector<outcome<Words>> taken(process_id p, const key<Words>& from, const product::states& now,
                                                  word gap, Missing& missing) const {
    const product::states wide = respaced(now, gap);
    key<Words> begin = from;
    of_.pack(wide, begin);
    std::vector<outcome<Words>> all;
    of_.steps_of<Words>(
        p, begin, wide,
        [&](const edge& by, std::uint32_t, const key<Words>& after) {
          product::states then{};
          of_.unpack(after, then);
          look_at(p, then[p]);
          then = squeezed(then);
          key<Words> to = after;
          of_.pack(then, to);
          all.push_back({{by.p, 0, by.crash, by.drain}, then[p], to});
        },
        missing);
    return all;
  }

  // The same order of tickets, neighbours that do not follow each other directly being `gap` apart.
  [[nodiscard]] product::states respaced(const product::states& from, word gap) const;
  void look_at(process_id p, std::uint32_t state) const;  // is what it is about to write a ticket?
  [[noreturn]] void fail(process_id p, std::uint32_t state) const;

  learner& source_;
  product& of_;
  word wider_;
  struct lists {
    std::vector<word> all, renamed, mine;
  };
  mutable lists scratch_;  // kept for their memory; one thread at a time, as the learner
};

}  // namespace doorway::lab
