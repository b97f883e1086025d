// Specifications of blocks: what a part promises, checked while clients use it in every possible way.
//
// A client is a program (program.hpp) whose processes call a block's operations in turn, without end. Nothing but the block's
// own accesses are steps. What the block is promised (its conditions) and what it promises (its specification) is said by a
// watcher, which sees every step and remembers what it must in a few bytes:
//
//     struct watcher {                                                  trivially copyable, without padding
//       bool may(process_id p, const std::vector<sight>& now) const;    do the conditions allow p's next step?
//       const char* step(process_id p, const sight& before, const std::vector<sight>& now);   null, or what is broken
//     };
//
// The search is breadth-first and complete: every interleaving of unboundedly many calls. The first breach comes with the
// steps that lead to it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "lab/automata/learn_by_snapshot.hpp"
#include "lab/automata/minimise.hpp"
#include "lab/machine/program.hpp"

namespace doorway::lab {

// What a watcher sees of a process: the client's own marks, and what it is about to do.
struct sight {
  stage at = stage::remainder;
  word session = 0;
  operation next{};
};

struct specification_limits {
  std::uint64_t states = 20'000'000;
};

struct specification_report {
  std::uint64_t states = 0;
  std::uint32_t depth = 0;
  bool complete = false;
  std::string broken;              // empty: nothing
  std::vector<std::string> steps;  // that lead to the breach: "1: Cand[0] := 2"
};

template <class Watcher>
class specification_search {
  static_assert(std::has_unique_object_representations_v<Watcher>, "compared byte by byte");

 public:
  specification_search(const program& code, const specification_limits& limits)
      : code_(code), limits_(limits), values_(code.shared().registers()) {}

  specification_report run() {
    learner learned(code_, values_, {});
    for (missing_ = true; missing_;) {  // until no value turns up about which nothing has been learned
      learned.close();
      automata_.clear();
      for (const auto& one : learned.automata()) automata_.push_back(minimise(one));
      found_ = {};
      missing_ = false;
      search();
    }
    return found_;
  }

 private:
  struct state {
    std::vector<std::uint32_t> components;
    std::vector<std::uint32_t> registers;  // by the number of the value; of those with one writer, unused
    Watcher watcher;
  };
  struct origin {
    std::uint64_t from;
    process_id by;
    std::uint32_t depth;
  };

  static constexpr const char* misused = "a register is used against its declaration";

  void search() {
    known_.clear();
    states_.clear();
    origins_.clear();
    const auto& registers = code_.shared().registers();
    state first;
    first.components.assign(automata_.size(), 0);
    for (std::uint32_t r = 0; r < registers.size(); ++r)
      first.registers.push_back(values_.find(r, registers[r].initial));
    first.watcher = Watcher{};
    add(first, {0, 0, 0});
    for (process_id p = 0; p < automata_.size(); ++p)
      if (automata_[p].seen(0).next.kind == action::bad) found_.broken = misused;  // before any step
    for (std::uint64_t at = 0; at < states_.size() && found_.broken.empty(); ++at) {
      if (states_.size() > limits_.states) break;
      const state now = unpacked(*states_[at]);
      found_.depth = origins_[at].depth;
      for (process_id p = 0; p < automata_.size(); ++p) step(at, now, p);
    }
    found_.states = states_.size();
    if (!found_.broken.empty()) missing_ = false;
    found_.complete = found_.broken.empty() && !missing_ && states_.size() <= limits_.states;
  }

  void step(std::uint64_t at, const state& now, process_id p) {
    const auto seen = sights(now);
    const automaton& of = automata_[p];
    const observation& mine = of.seen(now.components[p]);
    const operation& next = mine.next;
    if (next.kind == action::done || next.kind == action::dead) return;
    if (next.kind == action::take || next.kind == action::add)
      throw std::logic_error("a specification is searched with reads and writes only");
    if (!now.watcher.may(p, seen)) return;
    const bool shared_read = next.kind == action::read && !of.owns(next.where);
    const std::uint32_t choices = next.kind == action::choice ? static_cast<std::uint32_t>(next.value) : 1;
    for (std::uint32_t c = 0; c < choices; ++c) {
      const std::uint32_t input = shared_read ? value_of(now, next.where) : c;
      const auto& edges = of.nodes[now.components[p]].next;
      if (shared_read && values_.make_readable(next.where, input)) missing_ = true;
      if (input >= edges.size() || edges[input] == automaton::unknown) {
        missing_ = true;
        return;
      }
      state after = now;
      after.components[p] = edges[input];
      if (next.kind == action::write && !of.owns(next.where))
        after.registers[next.where] = values_.find(next.where, next.value);
      if (of.seen(edges[input]).next.kind == action::bad) return broken(at, p, misused);
      const auto then = sights(after);
      if (const char* why = after.watcher.step(p, seen[p], then); why != nullptr) return broken(at, p, why);
      add(after, {at, p, origins_[at].depth + 1});
    }
  }

  // The number of the value that register r holds.
  [[nodiscard]] std::uint32_t value_of(const state& now, std::uint32_t r) const {
    const process_id q = code_.shared().registers()[r].owner();
    if (q == register_info::many) return now.registers[r];
    const automaton& of = automata_[q];
    std::size_t slot = 0;
    while (of.own[slot] != r) ++slot;
    return values_.find(r, of.seen(now.components[q]).own[slot]);
  }

  [[nodiscard]] std::vector<sight> sights(const state& now) const {
    std::vector<sight> all;
    for (process_id p = 0; p < automata_.size(); ++p) {
      const observation& one = automata_[p].seen(now.components[p]);
      all.push_back({one.at, one.session, one.next});
    }
    return all;
  }

  void broken(std::uint64_t at, process_id p, const char* why) {
    if (!found_.broken.empty()) return;
    found_.broken = why;
    std::vector<std::pair<std::uint64_t, process_id>> way{{at, p}};
    for (std::uint64_t s = at; s != 0; s = origins_[s].from) way.emplace_back(origins_[s].from, origins_[s].by);
    std::reverse(way.begin(), way.end());
    for (const auto& [from, by] : way)
      found_.steps.push_back(std::to_string(by) + ": " + spelt(unpacked(*states_[from]), by));
  }
  [[nodiscard]] std::string spelt(const state& now, process_id p) const {
    const operation& next = automata_[p].seen(now.components[p]).next;
    const auto& registers = code_.shared().registers();
    if (next.kind == action::write) return registers[next.where].name + " := " + std::to_string(next.value);
    if (next.kind == action::read) {
      const bool own = automata_[p].owns(next.where);
      return registers[next.where].name +
             (own ? " is read" : " = " + std::to_string(values_.value(next.where, value_of(now, next.where))));
    }
    return "goes on";
  }

  void add(const state& one, const origin& from) {
    const auto [place, is_new] = known_.try_emplace(packed(one), states_.size());
    if (!is_new) return;
    states_.push_back(&place->first);
    origins_.push_back(from);
  }
  [[nodiscard]] std::string packed(const state& one) const {
    std::string text;
    const auto put = [&](std::uint32_t value, unsigned bytes) {
      for (unsigned i = 0; i < bytes; ++i) text.push_back(static_cast<char>(value >> (8 * i) & 0xFFU));
    };
    for (const auto c : one.components) put(c, 3);
    for (const auto r : one.registers) put(r, 1);
    text.append(reinterpret_cast<const char*>(&one.watcher), sizeof one.watcher);
    return text;
  }
  [[nodiscard]] state unpacked(const std::string& text) const {
    std::size_t at = 0;
    const auto get = [&](unsigned bytes) {
      std::uint32_t value = 0;
      for (unsigned i = 0; i < bytes; ++i) value |= std::uint32_t{static_cast<unsigned char>(text[at++])} << (8 * i);
      return value;
    };
    state one;
    for (std::size_t p = 0; p < automata_.size(); ++p) one.components.push_back(get(3));
    for (std::size_t r = 0; r < code_.shared().registers().size(); ++r) one.registers.push_back(get(1));
    std::memcpy(&one.watcher, text.data() + at, sizeof one.watcher);
    return one;
  }

  const program& code_;
  specification_limits limits_;
  value_table values_;
  std::vector<automaton> automata_;
  std::unordered_map<std::string, std::uint64_t> known_;
  std::vector<const std::string*> states_;
  std::vector<origin> origins_;
  specification_report found_;
  bool missing_ = false;
};

}  // namespace doorway::lab
