// What can be asked about an algorithm, and what the lab may answer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/limits.hpp"
#include "lab/machine/program.hpp"
#include "lab/properties/sightings.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab {

enum class claim : std::uint8_t {
  exclusion,              // at most k inside; group exclusion: all of one session
  declarations,           // registers are written by whom and with what they are declared to be; awaits look
  deadlock_freedom,       // if somebody is in its entry section for ever, somebody enters again and again
  starvation_freedom,     // nobody is in its entry section for ever
  weak_deadlock_freedom,  // deadlock freedom while at most k are outside their remainders (Taubenfeld 2013)
  fcfs,                   // k = 1: first come, first served; k > 1: k-FCFS
  // In a bounded number of its own steps, whatever the others do meanwhile:
  fife,              // whoever is overtaken can enter; group exclusion: by one of its own session
  bounded_exit,      // whoever leaves is through
  bounded_abort,     // whoever gives up is through
  concurrent_entry,  // group exclusion: while no other session is wanted, whoever wants to enter does
  // the same while every other session is wanted only by processes that came later (He et al. 2017, P8)
  strong_concurrent_entry,
  wait_free_up_to_k,  // while at most k are outside their remainders, whoever wants to enter does
  resets,             // when all are in their remainders, the registers hold their initial values
};

[[nodiscard]] std::string_view name(claim what);
[[nodiscard]] std::optional<claim> find_claim(std::string_view name);
[[nodiscard]] std::string claim_names();  // all, with commas

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
