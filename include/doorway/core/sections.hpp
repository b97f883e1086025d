// Sections: where a process is in its passage, and how it waits.
//
//     remainder -> doorway -> waiting -> critical -> exit -> remainder
//
// Every algorithm A<Memory> has this shape, and nothing of any harness in it:
//
//     static constexpr problem solves;                     which of the three problems below
//     using passage = ...;                                 what exit needs to know from enter; `nothing` for most
//     static constexpr bool keeps_passage = true;          `passage` persists from one passage of a process to its next;
//                                                          lost at its death
//     A(Memory&, const parameters&);                       declares its registers
//     bool enter(here [, session]);                        doorway and waiting room; true = go in
//     bool enter_alone(here [, session]), enter_in_turn(here [, session]);    if there is a short way in: enter is the first of them, and if that is
//                                                          false the second. A harness may call the two itself
//     bool is_short();                                     optional: enter_alone is so short that callers want it in line
//     void exit(here);                                     leaves, in a bounded number of steps
//     void abort(here);                                    withdraws after enter returned false; bounded too. An algorithm
//                                                          without it is never told to give up
//     void recover(here);                                  cleans up after here.id() died anywhere outside its remainder;
//                                                          run by somebody else while that process does not run. An
//                                                          algorithm without it does not outlive a crash
//
// An algorithm object holds views, n and k, and is trivially copyable: threads share one, each process makes its own.
// Its functions use no heap, no exceptions, no recursion, and are constexpr, which costs nothing and lets a compiler for
// another device use them as they are.
//
// `here` is the process that runs:
//
//     here.id()                 its process number, 0 .. n-1
//     here.passage              the A::passage of the current passage; gone when the process dies
//     here.end_of_doorway()     everything up to here took a bounded number of own steps: arrival order counts from here
//     here.await(ready)         waits until ready() is true, and then is true; false when told to give up: the algorithm
//                               then returns false from enter at once
//
// A process that knows how many must leave before it may go in (1: it is next) can say so: await(here, ready, ahead). Who
// is next is worth a processor that spins, the others look more rarely, or give way, or sleep. ahead() may read registers but
// must change nothing, its own variables included: it tells how to wait, not for what, and the lab's searches do not ask it.
//
// `await` is the only unbounded loop that an algorithm may contain, and one evaluation of ready() takes a bounded number
// of steps. So a process that is told to give up takes only a bounded number of its own steps until it is back in its remainder.
// ready() may write (a retry loop is an await too) and may remember what it has seen in variables of enter. But when it
// is false, what it has read in this evaluation must be the reason: the process may sleep until one of these registers is
// written, and nobody wakes it for a reason that it only remembers.
#pragma once

#include <cstdint>

#include "doorway/core/word.hpp"

namespace doorway {

enum class section : std::uint8_t { remainder, doorway, waiting, critical, exit };

enum class problem : std::uint8_t { mutual_exclusion, k_exclusion, group_exclusion };

struct parameters {
  process_id n = 1;   // processes
  process_id k = 1;   // how many may be inside; an algorithm for mutual exclusion has k = 1
  process_id l = 0;   // partial-exclusion only: l may be inside and k-1 may crash, k <= l; 0 stands for l = k
  word sessions = 0;  // group exclusion: sessions are 1 .. sessions; 0 = no bound is known

  // The most processes that may be inside at once (group exclusion: with different sessions).
  [[nodiscard]] constexpr process_id inside() const { return l > k ? l : k; }
};

// The passage of an algorithm whose exit needs nothing from its enter.
struct nothing {};

// here.await(ready); ahead() is for those who care.
template <class Here, class Ready, class Ahead>
constexpr bool await(Here& here, Ready&& ready, Ahead&& ahead) {
  if constexpr (requires { here.await(ready, ahead); }) return here.await(ready, ahead);
  else return here.await(ready);
}

}  // namespace doorway
