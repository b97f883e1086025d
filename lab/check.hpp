// What can be asked about an algorithm, and what the lab may answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/limits.hpp"
#include "lab/machine/program.hpp"
#include "lab/properties/all.hpp"
#include "lab/search/sightings.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab {

enum class verdict : std::uint8_t { holds, holds_up_to, violated, inconclusive };
[[nodiscard]] std::string_view name(verdict what);

struct question {
  std::vector<claim> claims{claim::exclusion, claim::declarations, claim::deadlock_freedom, claim::starvation_freedom};
  bool dead_are_out = false;           // exclusion: a process that crashed inside does not count any more
  std::vector<std::string> resetting;  // resets: the arrays concerned; none named: all
  exploration_limits limits;           // time and memory are for everything together
  bool by_replay = false;  // know a state by its history instead of its bytes; always so in sanitizer builds
  bool by_single_steps =
      false;            // with a bound on preemptions: keep every state, not only those at rest (whole_runs.hpp)
  bool lazily = false;  // learn each step when it is first taken, even if all could be learned beforehand
  std::uint32_t random_steps = 100'000;
};

struct finding {
  claim what = claim::exclusion;
  verdict is = verdict::inconclusive;
  std::string bound;                   // holds_up_to: what
  std::string reason;                  // inconclusive: why
  std::optional<std::uint32_t> steps;  // bounded so and so: the bound found
  std::optional<trace> counterexample;
};

// Measured on the way.
struct figures {
  progress explored;
  unsigned bits = 0;                      // of a key
  std::vector<std::uint32_t> components;  // states of each, minimal
  std::vector<std::uint32_t> learned;     // before
  std::uint64_t steps = 0;                // of the real code
  bool buffers_full = false;              // x86-TSO: some store may have to wait for room in its buffer
  bool lazy = false;                      // the private states were too many: learned on the way, and not minimal
  bool by_order = false;                  // tickets were known by their order only (ticket_order.hpp)
  bool from_rest_to_rest = false;         // the states explored are those in which somebody has just come to rest
  std::uint32_t rounds = 0;               // of learning and exploring
  std::uint64_t candidates = 0;           // states that the cycle searches looked at
  sightings seen;
  double seconds = 0;  // of everything
};

struct report {
  std::vector<finding> findings;
  figures measured;
  // The worst of all: violated, else inconclusive, else holds (up to).
  [[nodiscard]] verdict overall() const;
};

// Answers; `code` says what is run, how often, with which registers.
[[nodiscard]] report check(const program& code, const question& what);

}  // namespace doorway::lab
