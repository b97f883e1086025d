// Who takes part. A peer whose package was not there when the bench was built is left out, and named.
#pragma once

#include <string>
#include <vector>

#include "lock.hpp"

namespace doorway::bench {

// One function for each file of peers/, and ours.
void add_ours(std::vector<contestant>& to);
void add_standard(std::vector<contestant>& to);
void add_tickets(std::vector<contestant>& to);
void add_system(std::vector<contestant>& to);
void add_absl(std::vector<contestant>& to);
void add_tbb(std::vector<contestant>& to);
void add_ck(std::vector<contestant>& to);

struct field {
  std::vector<contestant> all;
  std::vector<std::string> missing;  // peers without their package
};
[[nodiscard]] field everybody();

// Not a lock: two workers who hand one cache line to and fro, which is the least that any hand-off costs.
[[nodiscard]] contestant cache_line();

}  // namespace doorway::bench
