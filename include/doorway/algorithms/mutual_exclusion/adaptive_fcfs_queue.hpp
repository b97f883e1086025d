// adaptive-fcfs-queue: mutual exclusion, FCFS, O(min(c, log N)) RMRs in CC and DSM, c processes about at once.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011: chapter 3, Figure 3.1 with the adaptive parts that Theorem 3.21 asks for: the adaptive special
// set and the lock of Kim and Anderson. The text of the figure is in fcfs_queue.hpp.
#pragma once

#include <string_view>

#include "doorway/algorithms/blocks/adaptive_special_set.hpp"
#include "doorway/algorithms/blocks/adaptive_tree_lock.hpp"
#include "doorway/algorithms/mutual_exclusion/fcfs_queue.hpp"

namespace doorway {

template <class Memory>
class adaptive_fcfs_queue : public fcfs_queue_of<Memory, adaptive_special_set, adaptive_tree_lock> {
 public:
  static constexpr std::string_view name = "adaptive-fcfs-queue";
  using fcfs_queue_of<Memory, adaptive_special_set, adaptive_tree_lock>::fcfs_queue_of;
};

}  // namespace doorway
