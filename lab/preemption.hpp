// The preemption bound: only those runs in which at most so many times a process is interrupted where it need not have been.
//
// Going from one process to another costs nothing if the first is waiting in an await, in its remainder, crashed or finished;
// otherwise it costs one. Most errors need very few. Complete for its bound, and no more than that.
#pragma once

#include <cstdint>

#include "lab/packed.hpp"
#include "lab/product.hpp"

namespace doorway::lab {

class preemption_bound {
 public:
  preemption_bound() = default;
  preemption_bound(process_id n, std::uint32_t most, layout& packing)
      : n_(n), most_(most), last_(packing.add(n + std::uint64_t{1})), spent_(packing.add(most + std::uint64_t{1})) {}

  template <std::size_t Words>
  void begin(key<Words>& first) const {
    last_.set(first, n_);
  }

  // False if the step would cost more than is left. A crash is not a step of its process: it costs nothing.
  template <std::size_t Words>
  bool step(const product& of, const product::states& now, const edge& by, key<Words>& to) const {
    if (by.crash) return true;
    const auto last = static_cast<process_id>(last_.get(to));
    if (last != by.p && last < n_) {
      constexpr unsigned free = in_await | in_remainder | is_crashed;
      const product::row& left = of.at(last, now[last]);
      if ((left.marks & free) == 0 && left.what != product::row::does::stop) {
        if (spent_.get(to) >= most_) return false;
        spent_.set(to, spent_.get(to) + 1);
      }
    }
    last_.set(to, by.p);
    return true;
  }

 private:
  process_id n_ = 0;
  std::uint32_t most_ = 0;
  field last_, spent_;
};

}  // namespace doorway::lab
