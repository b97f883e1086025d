// What the papers claim of an algorithm, in a few words.
#pragma once

#include <string>

#include "lab/catalogue/catalogue.hpp"

namespace doorway::lab {

struct property {
  const char* key;    // in the catalogue
  const char* words;  // for people
  const char* means;
};

// In the order in which they are shown.
inline constexpr property properties[] = {
    {"exclusion", "exclusion", "never more inside than allowed, never two sessions together"},
    {"deadlock_freedom", "deadlock-free", "if somebody tries, somebody gets in"},
    {"weak_deadlock_freedom", "weakly deadlock-free", "somebody gets in if at most k are outside their remainder"},
    {"starvation_freedom", "starvation-free", "whoever tries gets in"},
    {"crash_tolerance", "crash-tolerant", "the above also with up to k-1 crashes"},
    {"fcfs", "FCFS", "first come, first served: from the end of one's doorway before the start of the other's"},
    {"k_fcfs", "k-FCFS", "whoever enters has not left k behind whose doorways ended before its own began"},
    {"fife", "FIFE", "first in, first enabled: who is overtaken can enter in a bounded number of own steps"},
    {"concurrent_entry", "concurrent entry", "without a conflicting session, nobody waits"},
    {"strong_concurrent_entry", "strong concurrent entry", "nobody waits for a conflicting session that came later"},
    {"wait_free_up_to_k", "wait-free up to k", "while at most k try, nobody waits"},
    {"bounded_exit", "bounded exit", "leaving takes a bounded number of own steps"},
    {"abort", "abort", "whoever waits may give up: its registers go back to their initial values"},
    {"resets", "resets", "tickets are back at zero when all have left"},
    {"bounded_registers", "bounded registers", "no register grows without a bound"},
};

// "starvation-free (k-1 crashes), FIFE, resets": the strongest of each kind, and nothing that all of them have.
[[nodiscard]] std::string summary(const entry& one);

// "safe", "safe (Ticket atomic)"
[[nodiscard]] std::string register_class(const entry& one);

// "Figure 5.4", "Figures 5.9, 5.10": with the paper's year and first author.
[[nodiscard]] std::string source(const entry& one);

}  // namespace doorway::lab
