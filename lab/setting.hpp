// The setting: of which algorithm, for how many, what the processes do, what may happen to them, and how far it is looked at. A
// program has one, a search reads it there, a trace and a row of the catalogue say it (catalogue/setting_json.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "doorway/core/sections.hpp"
#include "lab/machine/call_site.hpp"

namespace doorway::lab {

// Which registers are safe: those that the algorithm declares so, none, or all.
enum class register_model : std::uint8_t { declared, atomic, safe };
inline constexpr std::array<std::string_view, 3> register_models{"declared", "atomic", "safe"};
[[nodiscard]] constexpr std::string_view name(register_model what) {
  return register_models.at(static_cast<std::size_t>(what));
}

struct setting {
  std::string algorithm{};  // its name
  parameters size{};
  std::uint32_t passages = 1;  // that each process makes; 0 = for ever
  std::uint32_t crashes = 0;   // at most so many processes are crashed at the same time
  register_model registers = register_model::declared;
  bool abort = false;        // a waiter may give up at any await
  bool recover = false;      // somebody may run recover for a crashed process, which then may come back
  bool any_order = false;    // the accesses of a row write, a maximum or a collect come in any order
  bool domains = true;       // a value outside a register's declared domain is a flaw
  std::uint32_t buffer = 0;  // x86-TSO: so many stores fit into each process's buffer; 0: sequential consistency
  std::optional<std::uint32_t> preemptions{};  // only runs with at most so many
  word cap = 0;  // what flickering reads of an unbounded register go up to; 0: see largest_flicker
  std::vector<source_line> without_fences{};  // x86-TSO: what these lines announce they only write

  // The largest value that a read of an unbounded safe register may return while it is being written: enough for every ticket
  // that the passages can lead to, unless a cap is given.
  [[nodiscard]] word largest_flicker() const;
};

// Group exclusion is between sessions: std::invalid_argument where there is none to choose from.
void check_sessions(problem solved, const parameters& size);

// How many stores fit into a buffer where nobody says. Enough for every algorithm: if one filled it, the bound would be named.
inline constexpr std::uint32_t usual_buffer = 16;

// "n=3 k=2 passages=1 crashes=0 registers=declared"
[[nodiscard]] std::string in_options(const setting& of);
// "1 passage each, 1 crash, safe registers, abort": all but the size.
[[nodiscard]] std::string in_words(const setting& of);
// "1 passage each", "passages without end"
[[nodiscard]] std::string passages_in_words(std::uint32_t passages);
// "1 crash", "2 crashes"
[[nodiscard]] std::string counted(std::uint64_t count, const std::string& one, const std::string& several);

}  // namespace doorway::lab
