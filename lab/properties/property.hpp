// A property: what it means, and how it is judged.
//
// Of a property there are three things to say besides its meaning: what must be seen to happen, lest it hold for nothing; how a
// search of all runs judges it; and how one run is judged by somebody who only watches where the processes are. The last two share
// no code: each counterexample that a search finds is judged once more, as a run.
//
// A search can judge it on each edge (watch, monitor.hpp), on each state (state), or by a cycle of states on which a process goes
// on for ever without getting what it is promised (cycle). What is on an edge or in a state is judged in a run where that ends
// (run), a cycle on the steps that repeat (round).
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lab/properties/all.hpp"
#include "lab/properties/inquiry.hpp"
#include "lab/properties/run_judge.hpp"
#include "lab/search/cycle_query.hpp"

namespace doorway::lab {

// What a paper may claim: its key in the catalogue, for people its name and what it means, and the key of another claim that
// says so already. With nothing but a key: the claim is another property's, and this one answers for it too.
struct paper_claim {
  const char* key = "";
  const char* words = "";
  const char* means = "";
  const char* implied_by = "";
};

struct property {
  std::string_view name;
  std::string_view means;
  std::array<paper_claim, 2> claimed{};
  bool of_groups = false;  // of group exclusion only
  // What has not been seen and should have been; empty: all has. That somebody enters, and crashes if it may, is always asked.
  std::string_view (*unseen)(const inquiry& of) = nullptr;

  void (*watch)(lab::watch& on, const inquiry& of) = nullptr;
  std::string (*state)(const global_state& at, const inquiry& of) = nullptr;  // what is wrong, in words
  cycle_query (*cycle)(process_id p, const inquiry& of) = nullptr;

  std::string (*run)(const witness& of) = nullptr;           // what is wrong where it ends, in words
  bool (*round)(const witness& of, process_id p) = nullptr;  // p takes steps and does not get it

  // The last line of a counterexample: "process 2 " and this, or
  std::string_view ends{};
  std::string (*ends_so)(const program& code) = nullptr;  // this

  // The flaws of tests/wrong/flawed.hpp that break it, the likeliest first: where it holds up to a bound, one must, within it.
  std::array<std::string_view, 2> flaws{};
};

[[nodiscard]] std::span<const property* const> all_properties();
[[nodiscard]] const property& about(claim what);
// In the order in which they are shown: those that have words.
[[nodiscard]] std::vector<paper_claim> paper_claims();
// The names of the properties that answer for the claim with this key.
[[nodiscard]] std::vector<std::string> answering(std::string_view key);

namespace properties {
#define DOORWAY_LAB_DECLARATION(name) extern const property name;
DOORWAY_LAB_PROPERTIES(DOORWAY_LAB_DECLARATION)
#undef DOORWAY_LAB_DECLARATION
}  // namespace properties

[[nodiscard]] inline std::string last_line(const property& of, process_id p, const program& code) {
  return of.ends_so != nullptr ? of.ends_so(code) : "process " + std::to_string(p) + ' ' + std::string(of.ends);
}

// Somebody has waited, unless there is room for all; of groups, for another session too.
[[nodiscard]] std::string_view nobody_waits(const inquiry& of);
[[nodiscard]] std::string_view nobody_is_kept_out(const inquiry& of);

}  // namespace doorway::lab
