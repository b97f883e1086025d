// The automaton of one component, as learned: numbered states, the observation that each shows, and where its inputs lead.
//
// Inputs are numbered too. A read of somebody else's register has one input for each value of that register (by its place
// in the value_table), a choice one for each possibility, everything else (a read of an own register included) just one.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "lab/automata/component.hpp"

namespace doorway::lab {

// Every value that is known to occur in a register, numbered; the numbers are what edges and packed states use.
// A value is `readable` once the learner has been told to learn what a process does that reads it.
class value_table {
 public:
  explicit value_table(const std::vector<register_info>& registers);

  std::uint32_t number(std::uint32_t where, word value);                    // gives it one if it is new
  [[nodiscard]] std::uint32_t find(std::uint32_t where, word value) const;  // throws if it has none
  [[nodiscard]] word value(std::uint32_t where, std::uint32_t number) const { return values_[where][number].value; }
  [[nodiscard]] std::uint32_t size(std::uint32_t where) const {
    return static_cast<std::uint32_t>(values_[where].size());
  }
  [[nodiscard]] bool readable(std::uint32_t where, std::uint32_t number) const {
    return values_[where][number].readable;
  }
  // False if it was readable already.
  bool make_readable(std::uint32_t where, std::uint32_t number);

  // What a read that overlaps a write of a safe register may return: numbers of readable values. Every value of the
  // domain; if that is unbounded, 0 .. cap, the initial value, and infinity if it is known.
  std::vector<std::vector<std::uint32_t>> flickers;
  void set_flickers(const std::vector<register_info>& registers, word cap);

 private:
  struct entry {
    word value;
    bool readable;
  };
  std::vector<std::vector<entry>> values_;
  std::vector<std::unordered_map<word, std::uint32_t>> numbers_;
};

struct automaton {
  static constexpr std::uint32_t unknown = ~std::uint32_t{0};

  struct node {
    std::uint32_t shows = 0;           // an index of observations
    std::vector<std::uint32_t> next;   // by input; shorter, or unknown, where nothing has been learned
    std::vector<std::uint32_t> crash;  // one; with a safe register half written, one for each value it may be left with
    std::uint32_t drain = ~std::uint32_t{0};  // where its oldest store leads that reaches memory; unknown: it has none
  };

  process_id p = 0;
  std::vector<std::uint32_t> own;  // the registers folded into it
  std::vector<observation> observations;
  std::vector<node> nodes;  // 0 is the beginning

  [[nodiscard]] const observation& seen(std::uint32_t state) const { return observations[nodes[state].shows]; }
  [[nodiscard]] bool owns(std::uint32_t where) const;
  [[nodiscard]] bool may_crash(std::uint32_t state) const;
};

// The same, without telling apart the moments between two looks of an await (stage::awaiting) from the rest of the way. Only
// the preemption bound asks for them, and without them more states are alike.
[[nodiscard]] automaton without_looks(automaton from);

// True if the two are the same up to the numbering of states. Both must be minimal and every state reachable from 0.
[[nodiscard]] bool isomorphic(const automaton& a, const automaton& b);

}  // namespace doorway::lab
