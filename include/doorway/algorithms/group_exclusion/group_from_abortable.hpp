// group-from-abortable: group mutual exclusion, FCFS between sessions, concurrent entering, O(N) RMRs in CC and DSM.
//
// R. Danek's PhD thesis (University of Toronto, 2011), section 4.3, gets this from an abortable lock M by a transformation
// of Danek and Hadzilacos (DISC 2004), whose text we do not have. The construction here is ours and has the same interface:
// any abortable lock M that takes f(N) RMRs gives O(N + f(N)). Here over abortable_tree_lock.hpp. Atomic registers.
//
//     shared  Req[0..N-1]         (session, parity), all (0, 0); session 0: p does not want to enter; at home with p
//             B[0..N-1][0..N-1][0..1] boolean, all false, row p at home with p    B[p][j][r]: p has seen j's passage of
//                                                       parity r, and j has not left since
//             K[0..N-1][0..N-1]   in {?, ONE, MUTUAL, IN}, row p at home with p   K[p][j]: what j says about p
//
//      1  for j != p: K[j][p] := ?
//      2  par := the other parity than last time; Req[p] := (s, par)
//      3  for j != p:
//             r := Req[j]; if r.session in {0, s}: j is no rival, next j
//             B[p][j][r.par] := true
//             if Req[j] = r: j is a rival, seen[j] := r.par
//             else: B[p][j][r.par] := false             j has left since; if it is back, it sees p
//      4  for j != p: K[j][p] := MUTUAL if j is a rival, else ONE             end of the doorway
//      5  for each rival j:
//             await not B[p][j][seen[j]]                                       j has left,
//                or (K[p][j] = MUTUAL and B[j][p][par])                        or j has seen this passage of p too;
//                   once K[p][j] was something else than ?, and not this:      j came first: await not B[p][j][seen[j]]
//      6  if some B[p][j][seen[j]]:
//             M.enter, until all B[p][j][seen[j]] are false; if they are: M.abort, go in
//      7      for each rival j: if K[p][j] = IN: await not B[p][j][seen[j]]
//      8      for j != p: K[j][p] := IN
//      9      M.exit
//         critical section
//     10  Req[p] := (0, par)
//     11  for j != p: B[j][p][par] := false
//
// Of two rivals at least one sees the other at 3, since both write Req first. If only one does, the other wrote Req first,
// and is waited for at 5: these waits follow the order in which Req was written. If both do, M decides: who gets it first
// says IN before it lets go of it, and the other waits at 7. A process that goes in without M has outlasted all its rivals.
//
// Concurrent entering: with no rival about, all B[p][j] are false; this is why M must be abortable.
//
// Notes
// - Fences: every write is an announce; which of them need not be has not been asked (docs/fences.md).
// - The lines are numbered by us. They skip j = p.
// - The parity is kept in Req[p] after 10, so that it outlives the passage.
// - abort: out of M, if it is in it (7 is inside M), then 10 and 11.
// - recover: M.recover; all B[p][j] := false, for p may have died at 3 before it looked again, and a later passage of j
//   with that parity would take p for a rival that has seen it; then 10 and 11.
#pragma once

#include <cstdint>
#include <string_view>

#include "doorway/algorithms/blocks/abortable_tree_lock.hpp"
#include "doorway/algorithms/blocks/inner.hpp"
#include "doorway/core/process_set.hpp"
#include "doorway/core/registers.hpp"
#include "doorway/core/sections.hpp"

namespace doorway {

template <class Memory, template <class> class Mutex>
class group_transformation {
  enum class in_mutex : std::uint8_t { no, trying, inside };

 public:
  static constexpr problem solves = problem::group_exclusion;
  struct passage {
    in_mutex where = in_mutex::no;
    [[no_unique_address]] typename Mutex<Memory>::passage mutex{};
  };
  static constexpr word largest_session = (word{1} << 20U) - 1;

  constexpr group_transformation(Memory& memory, const parameters& size)
      : n_(size.n),
        Req(memory, {.name = "Req",
                     .rows = n_,
                     .domain = size.sessions == 0 ? unbounded : 2 * (size.sessions + 1),
                     .home = home::row,
                     .writer = writer::row}),
        B(memory, {.name = "B",
                   .rows = n_,
                   .columns = n_,
                   .planes = 2,
                   .domain = 2,
                   .home = home::row,
                   .writer = writer::row_or_column}),
        K(memory, {.name = "K", .rows = n_, .columns = n_, .domain = 4, .home = home::row, .writer = writer::column}),
        M(memory, size) {}

  template <class Here>
  constexpr bool enter(Here& here, word mysession) const {
    const auto p = here.id();
    here.passage = {};
    tell_others(p, unknown);                         // 1
    const process_id par = 1 - parity(Req.read(p));  // 2
    Req.announce(p, request(mysession, par));        //
    const rivals found = look_around(p, mysession);  // 3
    for (process_id j = 0; j < n_; ++j)              // 4
      if (j != p) K.announce(j, p, found.all.contains(j) ? mutual : one);
    here.end_of_doorway();
    for (auto j : found.all)  // 5
      if (!settle(here, found, j, par)) return false;
    if (all_left(p, found)) return true;  // 6
    return enter_by_mutex(here, found);
  }

  template <class Here>
  constexpr void exit(Here& here) const {
    leave(here.id());
  }
  template <class Here>
  constexpr void abort(Here& here) const {
    inner me(here, here.passage.mutex);
    if (here.passage.where == in_mutex::trying) M.abort(me);
    if (here.passage.where == in_mutex::inside) M.exit(me);
    leave(here.id());
  }
  template <class Here>
  constexpr void recover(Here& here) const {
    inner me(here, here.passage.mutex);
    M.recover(me);
    for (process_id j = 0; j < n_; ++j)
      for (const process_id par : {0U, 1U}) B.announce(here.id(), j, par, false);
    leave(here.id());
  }

 protected:
  static constexpr word unknown = 0, one = 1, mutual = 2, in = 3;
  static constexpr word request(word session, process_id par) { return session << 1U | par; }
  static constexpr word session(word request) { return request >> 1U; }
  static constexpr process_id parity(word request) { return static_cast<process_id>(request & 1U); }

  // Those seen at 3, and which of them in a passage of parity 1.
  struct rivals {
    process_set all{}, odd{};
    [[nodiscard]] constexpr process_id seen(process_id j) const { return odd.contains(j) ? 1 : 0; }
  };

  constexpr void tell_others(process_id p, word what) const {
    for (process_id j = 0; j < n_; ++j)
      if (j != p) K.announce(j, p, what);
  }

  [[nodiscard]] constexpr rivals look_around(process_id p, word mysession) const {
    rivals found;
    for (process_id j = 0; j < n_; ++j) {
      if (j == p) continue;
      const word r = Req.read(j);
      if (session(r) == 0 || session(r) == mysession) continue;
      B.announce(p, j, parity(r), true);
      if (Req.read(j) != r) {
        B.announce(p, j, parity(r), false);
        continue;
      }
      found.all.insert(j);
      if (parity(r) == 1) found.odd.insert(j);
    }
    return found;
  }

  template <class Here>
  constexpr bool settle(Here& here, const rivals& found, process_id j, process_id par) const {
    const auto p = here.id();
    bool first = false;  // j came first
    return here.await([&] {
      if (!B.read(p, j, found.seen(j))) return true;
      if (first) return false;
      const word said = K.read(p, j);
      if (said == unknown) return false;
      if (said == mutual && B.read(j, p, par)) return true;
      first = true;
      return false;
    });
  }

  [[nodiscard]] constexpr bool all_left(process_id p, const rivals& found) const {
    for (auto j : found.all)
      if (B.read(p, j, found.seen(j))) return false;
    return true;
  }

  template <class Here>
  constexpr bool enter_by_mutex(Here& here, const rivals& found) const {
    const auto p = here.id();
    const auto enough = [&] { return all_left(p, found); };
    here.passage.where = in_mutex::trying;
    inner_until me(here, here.passage.mutex, enough);
    if (!M.enter(me)) {  // 6
      if (!me.stopped()) return false;
      M.abort(me);
      return true;
    }
    here.passage.where = in_mutex::inside;
    for (auto j : found.all)  // 7
      if (K.read(p, j) == in && !here.await([&] { return !B.read(p, j, found.seen(j)); })) return false;
    tell_others(p, in);  // 8
    M.exit(me);          // 9
    return true;
  }

  constexpr void leave(process_id p) const {
    const process_id par = parity(Req.read(p));
    Req.announce(p, request(0, par));  // 10
    for (process_id j = 0; j < n_; ++j)
      if (j != p) B.announce(j, p, par, false);  // 11
  }

  process_id n_;
  registers<Memory> Req, B, K;
  Mutex<Memory> M;
};

template <class Memory>
class group_from_abortable : public group_transformation<Memory, abortable_tree_lock> {
 public:
  static constexpr std::string_view name = "group-from-abortable";
  static constexpr bool withdraws = true;
  using group_transformation<Memory, abortable_tree_lock>::group_transformation;
};

}  // namespace doorway
