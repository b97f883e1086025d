// What can be seen of a state, in whatever way it is kept: the registers, what each process is about to do, and where it is. The same
// states must be seen by every lab, each first at the same depth, and the same steps between them.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "system.hpp"

namespace doorway::second {

inline constexpr word in_flux = ~word{0};

struct face {
  operation next;
  place at = place::remainder;
  bool crashed = false;
  word session = 0;
  bool held = false;        // store buffers: it waits for a store of its own to reach memory,
  bool has_stores = false;  // the oldest of which is this
  std::pair<std::uint32_t, word> oldest{};
  std::uint32_t before = 0;  // a bit for each process that came before it
};

struct sight {
  std::vector<word> registers;
  std::vector<face> processes;
  [[nodiscard]] std::string bytes() const;
  [[nodiscard]] std::string spelled() const;
};

[[nodiscard]] sight sight_of(const system& of, std::uint32_t number);

// All that is seen.
struct view {
  std::unordered_map<std::string, std::uint32_t> depths;  // by sight::bytes()
  std::set<std::uint64_t> steps;  // by what is seen before and after, and who does what kind of step
  std::uint64_t states = 0;       // as the lab in question keeps them

  void see(const sight& one, std::uint32_t depth) { depths.try_emplace(one.bytes(), depth); }
  void see_step(const std::string& from, process_id p, edge::kind by, const std::string& to);
};

// Of an explored system, as deep as that is complete. (The steps from the last level are not among them.)
[[nodiscard]] view view_of(const system& of);

// What one sees and the other does not, or elsewhere; empty if they agree.
[[nodiscard]] std::string difference(const view& found, const view& expected);

}  // namespace doorway::second
