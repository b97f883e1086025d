// The meter: who has which register in his cache, and which access is a remote one.
#pragma once

#include <vector>

#include "lab/machine/memory.hpp"
#include "lab/rmr/cost_model.hpp"

namespace doorway::lab::rmr {

inline constexpr process_id nobody = register_info::many;  // a register's home

class meter {
 public:
  // home[r]: the process that register r is local to in the DSM model, or nobody.
  meter(const cost_model& model, std::vector<process_id> home, process_id n)
      : model_(model), home_(std::move(home)), n_(n), held_(model.by_home ? 0 : home_.size() * n, copy::none) {}

  // Would it be an RMR now?
  [[nodiscard]] bool remote(process_id p, std::uint32_t r, access how) const {
    return model_.by_home ? home_[r] != p : outcome(p, r, how).remote;
  }

  // It happens: true if it was an RMR.
  bool charge(process_id p, std::uint32_t r, access how) {
    if (model_.by_home) return home_[r] != p;
    const own_access mine = outcome(p, r, how);
    // A local access changes nobody's copy.
    if (mine.remote) {
      const auto& others = how == access::read ? model_.caches.others_read : model_.caches.others_write;
      for (process_id q = 0; q < n_; ++q) held_[at(q, r)] = others[index(held_[at(q, r)])];
    }
    held_[at(p, r)] = mine.becomes;
    return mine.remote;
  }

  // Has p a copy, so that somebody's write to r would cost it a read?
  [[nodiscard]] bool holds(process_id p, std::uint32_t r) const {
    return !model_.by_home && held_[at(p, r)] != copy::none;
  }

 private:
  [[nodiscard]] std::size_t at(process_id p, std::uint32_t r) const { return std::size_t{r} * n_ + p; }
  [[nodiscard]] own_access outcome(process_id p, std::uint32_t r, access how) const {
    return (how == access::read ? model_.caches.own_read : model_.caches.own_write)[index(held_[at(p, r)])];
  }

  cost_model model_;
  std::vector<process_id> home_;
  process_id n_;
  std::vector<copy> held_;  // by register, then by process
};

}  // namespace doorway::lab::rmr
