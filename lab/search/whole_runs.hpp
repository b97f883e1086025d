// The search with a bound on preemptions, from rest to rest.
//
// Between two switches a process runs on alone. So what need be remembered are the states in which a process has just come to
// rest (in an await between two looks, in its remainder, crashed or finished), where going on with any process is free. A step
// of this model is a whole run of one process from such a state to the next; on the way it may be interrupted at every step,
// for a price, and another one runs from there. The states on the way are visited and watched, not kept: with long runs that is
// what makes a search fit. They are the same runs as those of preemption.hpp, which keeps every state.
//
// Two economies. A state in which a process is interrupted is kept, like one at rest, while the price is low: later runs
// meet there. And a process is not interrupted before a step that nobody can notice (independence.hpp): the others can do the same
// right after that step.
#pragma once

#include <cstdint>

#include "lab/search/independence.hpp"
#include "lab/search/model.hpp"
#include "lab/search/preemption.hpp"

namespace doorway::lab {

template <std::size_t Words>
class runs_model {
 public:
  using key_type = key<Words>;
  using identity_type = preemption_bound::identity<Words>;
  struct notes : model<Words>::notes {
    bool endless = false;     // a run that does not come to rest: this search is not for such a program
    bool enters = false;      // on the run just visited somebody enters the critical section
    std::uint64_t taken = 0;  // steps
  };

  // `of` watches single steps and knows nothing of the bound, whose fields are in the keys all the same.
  runs_model(const model<Words>& of, const preemption_bound& bound, const independence& touched)
      : of_(of),
        bound_(bound),
        touched_(touched),
        most_(bound.most()),
        kept_(bound.most() >= 2 ? bound.most() - 2 : 0) {}

  [[nodiscard]] const product& of() const { return of_.of(); }
  [[nodiscard]] identity_type identity() const { return identity_type(bound_); }
  [[nodiscard]] key_type initial() const {
    key_type first = of_.initial();
    bound_.rest(first, 0);
    return first;
  }

  void watch_first(const key_type& first, notes& pad) const { of_.watch_first(first, pad); }

  template <class Visit>
  void successors(const key_type& from, notes& pad, Visit&& visit) const {
    const auto to_rest = [&](const edge&, const key_type& to) { visit(to); };
    steps(from, pad, to_rest, bound_.spent(from));
  }
  // visit(edge, key): the edge tells whose run it is, the key its end. Without a price, and so without interruptions, for the
  // search for cycles, in whose keys the bound's fields are empty.
  template <class Visit>
  void steps(const key_type& from, notes& pad, Visit&& visit) const {
    const auto to_rest = [&](const edge& by, const key_type& to) { visit(by, bound_.stripped(to)); };
    steps(from, pad, to_rest, most_);
  }

 private:
  static constexpr std::uint32_t longest_run = 100'000;
  struct so_far {
    edge by;                   // whose run; it crashes if anybody has
    std::uint32_t spent;       //
    bool enters = false;       // somebody has entered the critical section
    std::uint32_t length = 0;  // of the last run
  };

  template <class Visit>
  void steps(const key_type& from, notes& pad, const Visit& visit, std::uint32_t spent) const {
    product::states now{};
    of().unpack(from, now);
    for (process_id p = 0; p < of().n(); ++p) run(p, from, now, pad, so_far{{p, 0, false}, spent}, visit);
  }

  // p goes on from `at` until it rests. Where its next step has several outcomes, the others are followed first.
  template <class Visit>
  void run(process_id p, key_type at, product::states now, notes& pad, so_far way, const Visit& visit) const {
    for (;; ++way.length) {
      if (pad.stop) return;
      if (way.length > longest_run) {
        pad.stop = pad.endless = true;
        return;
      }
      bool goes_on = false;
      key_type next{};
      std::uint32_t state = 0;
      of_.steps_of(p, at, now, pad, [&](const edge& by, std::uint32_t then, const key_type& to) {
        ++pad.taken;
        if (preemption_bound::may_rest(of().at(p, then))) {
          pad.enters = way.enters;
          come_to_rest(to, way, by.crash, visit);
        } else if (!goes_on) {
          goes_on = true;
          next = to;
          state = then;
        } else {
          product::states after = now;
          go_on(p, to, after, then, pad, way, visit);
        }
      });
      if (!goes_on) return;
      at = next;
      now[p] = state;
      way.enters = way.enters || (of().at(p, state).marks & in_critical) != 0;
      interrupt(p, 0, at, now, pad, way, visit);
    }
  }
  template <class Visit>
  void go_on(process_id p, const key_type& at, product::states& now, std::uint32_t state, notes& pad, so_far way,
             const Visit& visit) const {
    now[p] = state;
    way.enters = way.enters || (of().at(p, state).marks & in_critical) != 0;
    ++way.length;
    interrupt(p, 0, at, now, pad, way, visit);
    run(p, at, now, pad, way, visit);
  }
  template <class Visit>
  void come_to_rest(key_type at, const so_far& way, bool crash, const Visit& visit) const {
    bound_.rest(at, way.spent);
    edge by = way.by;
    by.crash = by.crash || crash;
    visit(by, at);
  }

  // What else may happen while p stands at `at`, on its way: others run, for a price; and others crash, for nothing, those from
  // `victim` on, and p goes on.
  template <class Visit>
  void interrupt(process_id p, process_id victim, const key_type& at, const product::states& now, notes& pad,
                 const so_far& way, const Visit& visit) const {
    if (of().crashes() > 0)
      for (process_id q = victim; q < of().n(); ++q)
        if (q != p)
          of_.steps_of(q, at, now, pad, [&](const edge& by, std::uint32_t then, const key_type& to) {
            if (!by.crash) return;
            product::states after = now;
            after[q] = then;
            so_far crashed = way;
            crashed.by.crash = true;
            interrupt(p, q + 1, to, after, pad, crashed, visit);
            run(p, to, after, pad, crashed, visit);
          });
    if (way.spent == most_ || touched_.is_quiet(p, now)) return;
    so_far dearer = way;
    ++dearer.spent;
    dearer.length = 0;
    if (dearer.spent <= kept_) return come_to_rest(at, dearer, false, visit);
    for (process_id q = 0; q < of().n(); ++q)
      if (q != p) run(q, at, now, pad, dearer, visit);
  }

  const model<Words>& of_;
  const preemption_bound& bound_;
  const independence& touched_;
  std::uint32_t most_;
  std::uint32_t kept_;  // interrupted states up to this price are kept
};

}  // namespace doorway::lab
