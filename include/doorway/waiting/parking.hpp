// Parking: how a process that waits goes to sleep, and who wakes it. Reads and writes, and a futex to sleep on.
//
// It is an algorithm like the others, over registers of its own:
//
//     Parked[p]   a set of processes, written by p: p may sleep until one of them writes. One more member stands for
//                 the registers that many processes write
//     Watched[q]  somebody may have q in its Parked (q = n: the registers that many write)
//     Bell[p]     1: p may sleep; 0: p has been rung
//
//     park(p, ready):                                        write of a register, by q:
//     1  Bell[p] := 1                                        a  the register
//     2  seen := whom ready() looks at; if ready: return     b  if it is a mailbox, at home with another process p:
//     3  Parked[p] := seen                                   c      if q in Parked[p]: ring p; q := n
//     4  Watched[q] := 1 for q in seen, mailboxes excepted   d  if Watched[q]:
//     5  if ready now: Parked[p] := {}; return               e      Watched[q] := 0
//        if it looked at somebody new: add, again from 3     f      for all p but q: if q in Parked[p]: ring p
//     6  sleep while Bell[p] = 1, for a bounded time         g  ring p: if Bell[p]: Bell[p] := 0; wake p
//     7  Parked[p] := {}
//
// No wake-up is lost: p publishes (3, 4) before it looks for the last time (5), q writes (a) before it looks for sleepers
// (c, d, f); in a sequentially consistent order either p sees the write or q sees p. If e wipes out a mark that p has just
// made at 4, the scan at f comes after it and finds p. A late Bell[p] := 0 of some earlier ring costs a needless look, never
// a sleep too long, since p raises its bell (1) before it looks. The time limit of 6 is for a q that dies between a and g.
//
// Of a lazy register (declaration.hpp) a is a plain write: d may be done before it is seen, p sees neither, and sleeps for its limit, which
// is lazy_nap then. It saves the writer a fence: half of what a reader's passage costs (reader_gate.hpp).
//
// Fences: 3 and 4 before 5 (only the last of them need be one, but which is the last depends on whom p looks at); a before c and
// d; e before f. The kernel's calls are fences themselves: 1 reaches memory before 6, and Bell[p] := 0 before p is woken (g).
#pragma once

#include <algorithm>
#include <chrono>

#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"

namespace doorway {

// Whom a waiting process looked at while it tested whether it may go on.
struct watch_list {
  process_id reader = 0;    // the waiting process
  process_set writers{};    // read a register that this process alone writes: it looks in Watched
  process_set mailboxes{};  // read a register at home with the reader: its writer looks in the reader's Parked
  bool lazy = false;        // read a lazy register
  bool many = false;        // read a register that many write, or a mailbox of somebody else
};

// Where the arrays of a waking memory note what they are asked for; null except at lines 2 and 5.
inline constinit thread_local watch_list* watching = nullptr;

// How long a process sleeps at most that waits for a lazy register.
inline constexpr std::chrono::milliseconds lazy_nap{1};

template <class Memory>
class parking {
  static constexpr process_id bits = 64;

 public:
  parking(Memory& memory, process_id n)
      : n_(n),
        Parked(memory, {.name = "Parked", .rows = n, .columns = (n + bits) / bits, .home = home::row}),
        Watched(memory, {.name = "Watched", .rows = n + 1, .domain = 2, .home = home::row, .writer = writer::anyone}),
        Bell(memory, {.name = "Bell", .rows = n, .domain = 2, .home = home::row, .writer = writer::anyone}) {}

  // True as soon as ready() is; false after a sleep, and the caller looks again.
  template <class Ready>
  bool park(process_id p, Ready& ready, std::chrono::nanoseconds most) const {
    Bell.write(p, 1);  // 1
    watch_list seen{.reader = p};
    if (look(ready, seen)) return true;  // 2
    for (bool published = false; !published;) {
      publish(p, seen);  // 3, 4
      const auto before = count(seen);
      if (look(ready, seen)) {  // 5
        withdraw(p);
        return true;
      }
      published = count(seen) == before;
    }
    Bell.view().sleep(cell{p}, 1, seen.lazy ? std::min<std::chrono::nanoseconds>(most, lazy_nap) : most);  // 6
    withdraw(p);                                                                                           // 7
    return false;
  }

  // After a write to a register that only q writes (q = many(): that many processes write).
  void wrote(process_id q) const { wrote(q, watched(q)); }
  // The same, with Watched[q] looked up before the write.
  [[nodiscard]] auto watched(process_id q) const { return Watched.locate(q); }
  template <class Located>
  void wrote(process_id q, const Located& watched_q) const {
    if (watched_q.read() == 0) [[likely]]  // d
      return;
    ring_watchers(q);
  }
  [[gnu::noinline]] void ring_watchers(process_id q) const {
    Watched.announce(q, 0);  // e
    for (process_id p = 0; p < n_; ++p)
      if (p != q && watches(p, q)) ring(p);  // f: q is awake
  }
  [[nodiscard]] process_id many() const { return n_; }

  // After a write of q to a register at home with p. Others may wait for it too, if not locally: they count as those
  // who watch registers that many write.
  void mailed(process_id q, process_id p) const {
    if (watches(p, q)) ring(p);  // c
    wrote(many());
  }

 private:
  template <class Ready>
  static bool look(Ready& ready, watch_list& seen) {
    struct noting {
      explicit noting(watch_list& seen) { watching = &seen; }
      ~noting() { watching = nullptr; }
      noting(const noting&) = delete;
      noting& operator=(const noting&) = delete;
    } here(seen);
    return ready();
  }
  static process_id count(const watch_list& seen) {
    return seen.writers.size() + seen.mailboxes.size() + (seen.many ? 1 : 0);
  }

  void publish(process_id p, const watch_list& seen) const {
    for (process_id i = 0; i <= n_ / bits; ++i) {
      word set = seen.writers.bits_from(i * bits) | seen.mailboxes.bits_from(i * bits);
      if (seen.many && n_ / bits == i) set |= word{1} << (n_ % bits);
      if (i == n_ / bits) Parked.announce(p, i, set);  // 3
      else Parked.write(p, i, set);
    }
    for (auto q : seen.writers) Watched.announce(q, 1);  // 4
    if (seen.many) Watched.announce(many(), 1);
  }
  void withdraw(process_id p) const { Parked.write_row(p, 0); }

  [[nodiscard]] bool watches(process_id p, process_id q) const {
    return (Parked.read(p, q / bits) >> (q % bits) & 1) != 0;
  }
  void ring(process_id p) const {  // g
    if (Bell.read(p) == 0) return;
    Bell.write(p, 0);
    Bell.view().wake(cell{p});
  }

  process_id n_;
  registers<Memory> Parked, Watched, Bell;
};

}  // namespace doorway
