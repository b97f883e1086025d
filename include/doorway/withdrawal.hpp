// Withdrawal: may a process that waits in this algorithm give up?
//
// try_lock and the timed forms of the front doors withdraw: abort() after enter() returned false. That abort() leaves
// the queue sound, wherever in the waiting room it strikes, is a claim about each algorithm. A front door offers these
// members only where `withdraws<Algorithm>` is true; elsewhere a call of them does not compile. It is true unless said
// otherwise here, and this is the only place to say it:
//
//     template <class> class some_lock;
//     template <>
//     inline constexpr bool withdraws<some_lock> = false;
#pragma once

namespace doorway {

template <template <class> class Algorithm>
inline constexpr bool withdraws = true;

}  // namespace doorway
