// Which registers a process may still touch, from each of its states on; and hence the steps that commute with everything the
// others can still do: the register is one that no other process will touch again, and no monitor sees a difference.
#pragma once

#include <bitset>
#include <cstdint>
#include <vector>

#include "lab/search/product.hpp"

namespace doorway::lab {

class independence {
 public:
  independence() = default;  // knows of no such step
  // Of everything learned beforehand. Says nothing, and so forbids nothing, about a product that is learned on the way, one
  // with crashes, and one with more registers than it has room for.
  explicit independence(const product& of);

  // Whether the next step of p, if there is one, is such a step.
  [[nodiscard]] bool is_quiet(process_id p, const product::states& now) const {
    if (to_come_.empty()) return false;
    const touch& next = next_[p][now[p]];
    if (next.what == touch::kind::seen) return false;
    for (process_id q = 0; q < n_; ++q) {
      if (q == p) continue;
      const ahead& there = to_come_[q][now[q]];
      if (there.writes[next.where] || (next.what == touch::kind::write && there.reads[next.where])) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t most_registers = 256;
  struct ahead {
    std::bitset<most_registers> reads, writes;
  };
  struct touch {
    enum class kind : std::uint8_t { seen, read, write };  // seen: others, or a monitor, may notice
    kind what = kind::seen;
    std::uint32_t where = 0;
  };
  process_id n_ = 0;
  std::vector<std::vector<ahead>> to_come_;
  std::vector<std::vector<touch>> next_;
};

}  // namespace doorway::lab
