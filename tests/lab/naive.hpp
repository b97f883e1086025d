// The naive enumerator: every state of a little program, written out in full, found by a plain breadth-first search.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <vector>

#include "lab/automata/component.hpp"
#include "little_programs.hpp"

namespace doorway::little {

using lab::action;
using lab::stage;

// What can be seen of a process, and of a whole state: the registers (any value is shown as in flux while it is written),
// and the processes. Both enumerators can say this of their states, whatever they merge.
struct face {
  action kind;
  std::uint32_t where;
  word value;
  stage at;
  bool crashed;
  auto operator<=>(const face&) const = default;
};
struct sight {
  std::vector<word> registers;
  std::vector<face> processes;
  auto operator<=>(const sight&) const = default;
};

class naive {
 public:
  naive(const source& text, std::uint32_t passages, std::uint32_t crashes)
      : text_(text), passages_(passages), crashes_(crashes) {}

  // Each sight with the depth at which it is first seen.
  std::map<sight, std::uint32_t> explore() {
    state first;
    first.registers.assign(text_.n + 2, 0);
    first.overlapped.assign(text_.n + 2, false);
    for (process_id p = 0; p < text_.n; ++p) {
      process born;
      born.crossing = true;
      run(p, born);
      first.processes.push_back(born);
    }
    std::map<state, std::uint32_t> known{{first, 0}};
    std::deque<state> queue{first};
    std::map<sight, std::uint32_t> seen;
    while (!queue.empty()) {
      const state at = queue.front();
      queue.pop_front();
      const auto depth = known.at(at);
      seen.try_emplace(look(at), depth);
      for (const auto& next : successors(at))
        if (known.try_emplace(next, depth + 1).second) queue.push_back(next);
    }
    states = known.size();
    return seen;
  }
  std::size_t states = 0;

 private:
  // Life: part 0 is the entry, 1 the critical section, 2 the exit, 3 the end, 4 death.
  struct process {
    int part = 0;
    std::uint32_t pc = 0;
    word v[2] = {0, 0};
    std::uint32_t passage = 0;
    bool crossing = false;  // has not taken the first step of this passage
    bool past_door = false;
    bool in_write = false;  // between the two steps of a safe write
    bool died_inside = false;
    auto operator<=>(const process&) const = default;
  };
  struct state {
    std::vector<word> registers;
    std::vector<bool> overlapped;
    std::vector<process> processes;
    auto operator<=>(const state&) const = default;
  };

  [[nodiscard]] const code& lines(process_id p, const process& of) const {
    return of.part == 0 ? text_.enter[p] : text_.exit[p];
  }

  // Runs the private instructions up to the next access.
  void run(process_id p, process& it) const {
    for (;;) {
      if (it.part == 1 || it.part >= 3) return;
      if (it.pc == lines(p, it).size()) {
        if (it.part == 0 && it.crossing) return;  // entering is a step, even without an access
        it.pc = 0;
        it.v[0] = it.v[1] = 0;
        if (it.part == 0) {
          it.part = 1;
        } else {
          it.past_door = false;
          it.part = ++it.passage < passages_ ? 0 : 3;
          it.crossing = it.part == 0;
        }
        continue;
      }
      const instruction& line = lines(p, it)[it.pc];
      if (line.does == verb::skip_unless) it.pc += it.v[line.a] == line.c ? 1 : 2;
      else if (line.does == verb::add) it.v[line.a] = (it.v[line.a] + line.c) % text_.domain;
      else if (line.does == verb::door) it.past_door = true;
      else {
        if (line.does == verb::wait) it.past_door = true;  // an await ends the doorway too, if its end was skipped
        return;
      }
      if (line.does != verb::skip_unless) ++it.pc;
      it.pc = std::min(it.pc, static_cast<std::uint32_t>(lines(p, it).size()));
    }
  }

  [[nodiscard]] bool sets_out_without_access(process_id p, const process& it) const {
    return it.part == 0 && it.pc == lines(p, it).size();
  }

  [[nodiscard]] bool writing(const state& in, std::uint32_t r, process_id besides) const {
    for (process_id q = 0; q < text_.n; ++q)
      if (q != besides && in.processes[q].in_write && lines(q, in.processes[q])[in.processes[q].pc].r == r) return true;
    return false;
  }

  std::vector<state> successors(const state& from) const {
    std::vector<state> all;
    std::uint32_t dead = 0;
    for (const auto& p : from.processes) dead += p.part == 4 ? 1U : 0U;
    for (process_id p = 0; p < text_.n; ++p) {
      const process& before = from.processes[p];
      if (before.part >= 3) continue;
      if (dead < crashes_ && !(before.part == 0 && before.crossing)) crash(from, p, all);
      state to = from;
      process& it = to.processes[p];
      it.crossing = false;
      if (before.part == 1) it.part = 2;
      if (before.part == 1 || sets_out_without_access(p, before)) {
        finish(p, to, all);
        continue;
      }
      const instruction line = lines(p, before)[before.pc];
      if (line.does == verb::read || line.does == verb::wait) {
        for (word v = 0; v < text_.domain; ++v) {
          if (v != from.registers[line.r] && !writing(from, line.r, p)) continue;
          state one = to;
          one.processes[p].v[line.a] = v;
          if (line.does == verb::read || v == line.c) ++one.processes[p].pc;
          finish(p, one, all);
        }
        continue;
      }
      const word value = line.does == verb::write_constant ? line.c : before.v[line.a];
      if (text_.safe && !before.in_write) {
        it.in_write = true;
        if (writing(from, line.r, p)) to.overlapped[line.r] = true;
        all.push_back(to);
        continue;
      }
      it.in_write = false;
      ++it.pc;
      settle(to, from, p, line.r, value, false, all);
    }
    return all;
  }

  // A write by p is over; `torn`: it crashed in the middle.
  void settle(state to, const state& from, process_id p, std::uint32_t r, word value, bool torn,
              std::vector<state>& all) const {
    if (writing(from, r, p)) {
      if (torn) to.overlapped[r] = true;
      finish(p, to, all);
      return;
    }
    const bool any = torn || from.overlapped[r];
    to.overlapped[r] = false;
    for (word v = 0; v < text_.domain; ++v) {
      if (!any && v != value) continue;
      to.registers[r] = v;
      finish(p, to, all);
    }
  }

  void crash(const state& from, process_id p, std::vector<state>& all) const {
    state to = from;
    const process before = from.processes[p];
    process dead;
    dead.part = 4;
    dead.died_inside = before.part == 1;
    to.processes[p] = dead;
    if (before.in_write) settle(to, from, p, lines(p, before)[before.pc].r, 0, true, all);
    else all.push_back(to);
  }

  void finish(process_id p, state to, std::vector<state>& all) const {
    run(p, to.processes[p]);
    all.push_back(std::move(to));
  }

  [[nodiscard]] sight look(const state& at) const {
    sight seen{at.registers, {}};
    for (std::uint32_t r = 0; r < text_.n + 2; ++r)
      if (writing(at, r, text_.n)) seen.registers[r] = lab::in_flux;
    for (process_id p = 0; p < text_.n; ++p) {
      const process& it = at.processes[p];
      face one{action::pause, 0, 0, stage::critical, false};
      if (it.part == 3) one = {action::done, 0, 0, stage::remainder, false};
      if (it.part == 4) one = {action::dead, 0, 0, it.died_inside ? stage::critical : stage::exit, true};
      if (sets_out_without_access(p, it)) {
        one.at = stage::remainder;
      } else if (it.part == 0 || it.part == 2) {
        const instruction& line = lines(p, it)[it.pc];
        const bool reads = line.does == verb::read || line.does == verb::wait;
        one.kind = reads ? action::read : it.in_write ? action::write_end : action::write;
        one.where = line.r;
        one.value = line.does == verb::write_constant ? line.c : reads ? 0 : it.v[line.a];
        one.at = it.part == 2              ? stage::exit
                 : it.crossing             ? stage::remainder
                 : line.does == verb::wait ? stage::awaiting
                 : it.past_door            ? stage::waiting
                                           : stage::doorway;
      }
      seen.processes.push_back(one);
    }
    return seen;
  }

  const source& text_;
  std::uint32_t passages_, crashes_;
};

}  // namespace doorway::little
