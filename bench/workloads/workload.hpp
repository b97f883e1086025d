// A workload: what every contestant does, in which cells, and for how long.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "../crew.hpp"
#include "../lock.hpp"
#include "../results.hpp"

namespace doorway::bench {

struct workload {
  std::string name;
  std::vector<cell> cells;
  // Of one measurement. A full run has ten rounds, a quick one two or three.
  std::chrono::nanoseconds full, quick;
  unsigned quick_rounds = 3;
  std::function<bool(const contestant&, const cell&)> takes_part;
  std::function<sample(const contestant&, const cell&, std::chrono::nanoseconds)> measure;
  bool beside_a_line = false;  // the hand-off of one cache line is measured too
};

[[nodiscard]] workload solo();
[[nodiscard]] workload contention();
[[nodiscard]] workload k_sweep();
[[nodiscard]] workload between_processes();
[[nodiscard]] workload abort_storm();
[[nodiscard]] workload victim();
[[nodiscard]] workload waiting();
[[nodiscard]] workload beside_hogs();
[[nodiscard]] workload hand_off();
[[nodiscard]] workload wake_up();
[[nodiscard]] std::vector<workload> all_workloads();

// --- what several of them need ---

[[nodiscard]] inline place place_of(const cell& at) {
  return at.where == "threads" ? place::threads : place::processes;
}
[[nodiscard]] inline std::unique_ptr<any_lock> made(const contestant& who, const cell& at) {
  return who.make(std::min(at.k, who.most_k), at.workers);
}

// Can this lock do it at all, as many inside as the cell says? Locks that only spin: not with more workers than processors.
[[nodiscard]] bool able(const contestant& who, const cell& at);
// The fair, and ours, and those that people would take otherwise: without the variants of ours.
[[nodiscard]] bool not_a_variant(const contestant& who, const cell& at);

// Everybody locks, works and unlocks again and again: passages a second, how unequal the workers' shares are, and the longest
// time that one of them was not inside.
[[nodiscard]] sample contend(const contestant& who, const cell& at, std::chrono::nanoseconds time);

}  // namespace doorway::bench
