// A complete binary tree with a leaf for each process, and nothing in it: the numbers of its nodes.
//
// The root is 0, the inner nodes are 0 .. size()-1, then come the leaves. At level 0 a process stands just above its leaf,
// at level levels()-1 at the root.
#pragma once

#include <bit>

#include "doorway/core/registers.hpp"

namespace doorway {

class binary_tree {
 public:
  constexpr explicit binary_tree(process_id n) : levels_(n < 2 ? 0 : static_cast<process_id>(std::bit_width(n - 1))) {}

  [[nodiscard]] constexpr process_id levels() const { return levels_; }
  [[nodiscard]] constexpr process_id size() const { return (process_id{1} << levels_) - 1; }

  static constexpr process_id root = 0;
  [[nodiscard]] static constexpr process_id father(process_id v) { return (v - 1) / 2; }
  [[nodiscard]] static constexpr process_id left(process_id v) { return 2 * v + 1; }
  [[nodiscard]] static constexpr process_id right(process_id v) { return 2 * v + 2; }
  [[nodiscard]] constexpr process_id leaf(process_id p) const { return size() + p; }

  // The node of p at this level, and the side from which p comes to it.
  [[nodiscard]] constexpr process_id node(process_id p, process_id level) const {
    return (((process_id{1} << levels_) + p) >> (level + 1)) - 1;
  }
  [[nodiscard]] static constexpr process_id side(process_id p, process_id level) { return p >> level & 1; }

 private:
  process_id levels_;
};

}  // namespace doorway
