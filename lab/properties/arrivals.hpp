// Who came before whom in one run. Told from where the processes stood, and by nothing that the search has (order.hpp).
#pragma once

#include <set>
#include <vector>

#include "lab/properties/run_judge.hpp"

namespace doorway::lab {

class arrivals {
 public:
  explicit arrivals(const witness& of);

  struct standing {
    std::vector<std::set<process_id>> ahead;  // ahead[b]: who had finished its doorway when b set out, and still waits
    std::vector<bool> overtaken;              // FIFE: who waits although somebody is in who came later
    std::set<process_id> passed;  // whom the last step overtook, between whom and its process there is an order
  };
  [[nodiscard]] const standing& at(std::size_t moment) const { return all_[moment]; }
  [[nodiscard]] const standing& last() const { return all_.back(); }

 private:
  std::vector<standing> all_;
};

}  // namespace doorway::lab
