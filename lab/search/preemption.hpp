// The preemption bound: only those runs in which at most so many times a process is interrupted where it need not have been.
//
// Going from one process to another costs nothing if the first is in an await and has just looked or not looked yet, in its
// remainder, crashed or finished; otherwise it costs one. Most errors need very few. Complete for its bound, and no more.
//
// The key remembers who may go on for nothing (the last to step, or everybody) and what has been spent. But not every such
// key is worth a visit. A state that has been reached for less, no matter who stepped last then, allows whatever it allows now: going
// on with another process costs one, which is at most what the dearer way has paid already. So the search goes through the
// prices, cheapest first, and knows a state by the rest of its key: a second visit counts if the price is the same and the
// one who may go on is another.
#pragma once

#include <cstdint>

#include "lab/search/key.hpp"
#include "lab/search/product.hpp"
#include "lab/search/state_set.hpp"

namespace doorway::lab {

class preemption_bound {
 public:
  preemption_bound() = default;
  preemption_bound(process_id n, std::uint32_t most, layout& packing)
      : everybody_((std::uint64_t{1} << n) - 1),
        most_(most),
        next_(packing.add(std::uint64_t{1} << n)),
        spent_(packing.add(most + std::uint64_t{1})),
        waits_(packing.add(2)) {}

  [[nodiscard]] std::uint32_t most() const { return most_; }

  template <std::size_t Words>
  void begin(key<Words>& first) const {
    next_.set(first, everybody_);
  }
  template <std::size_t Words>
  [[nodiscard]] std::uint32_t spent(const key<Words>& in) const {
    return static_cast<std::uint32_t>(spent_.get(in));
  }
  // Everybody may go on for nothing, and so much has been spent.
  template <std::size_t Words>
  void rest(key<Words>& in, std::uint32_t spent) const {
    next_.set(in, everybody_);
    spent_.set(in, spent);
  }
  // Whether a process that stands there may be left for nothing.
  [[nodiscard]] static bool may_rest(const product::row& at) {
    constexpr unsigned free = in_await | in_remainder | is_crashed;
    return (at.marks & free) != 0 || at.what == product::row::does::stop;
  }
  // The state alone.
  template <std::size_t Words>
  [[nodiscard]] key<Words> stripped(key<Words> of) const {
    next_.set(of, 0);
    spent_.set(of, 0);
    waits_.set(of, 0);
    return of;
  }

  // What the step of `by` from `now`, after which its process is at `then`, costs; false if that is more than is left. A
  // crash is not a step of its process: it costs nothing.
  template <std::size_t Words>
  bool step(const edge& by, const product::row& then, key<Words>& to) const {
    const std::uint64_t bit = std::uint64_t{1} << by.p;
    if (by.drain) return true;  // no step of a process
    if (by.crash) {
      if ((next_.get(to) & bit) != 0) next_.set(to, everybody_);
      return true;
    }
    if ((next_.get(to) & bit) == 0) {
      if (spent_.get(to) >= most_) return false;
      spent_.set(to, spent_.get(to) + 1);
    }
    next_.set(to, may_rest(then) ? everybody_ : bit);
    return true;
  }

  template <std::size_t Words>
  class identity {
   public:
    identity() = default;
    explicit identity(const preemption_bound& by) : next_(by.next_), spent_(by.spent_), waits_(by.waits_) {
      for (auto& part : state_) part = ~std::uint64_t{0};
      state_ = by.stripped(state_);
    }
    [[nodiscard]] std::uint64_t hash(const key<Words>& of) const {
      key<Words> state = of;
      for (std::size_t i = 0; i < Words; ++i) state[i] &= state_[i];
      return mixed(state);
    }
    [[nodiscard]] bool same(const key<Words>& a, const key<Words>& b) const {
      std::uint64_t differ = 0;
      for (std::size_t i = 0; i < Words; ++i) differ |= (a[i] ^ b[i]) & state_[i];
      return differ == 0;
    }
    // What waits goes on waiting if it has come again for the same price: those who could go on before have not done so yet.
    [[nodiscard]] bool improve(key<Words>& known, const key<Words>& what) const {
      if (spent_.get(known) < spent_.get(what)) return false;
      if (spent_.get(known) > spent_.get(what)) {
        known = what;
        return true;
      }
      const std::uint64_t both = next_.get(known) | next_.get(what);
      if (both == next_.get(known)) return false;
      next_.set(known, both);
      if (waits(what)) set_waits(known, true);
      return true;
    }
    // States are explored layer by layer, and the table remembers which are still to be explored.
    [[nodiscard]] std::uint32_t layer(const key<Words>& of) const { return static_cast<std::uint32_t>(spent_.get(of)); }
    [[nodiscard]] bool waits(const key<Words>& of) const { return waits_.get(of) != 0; }
    void set_waits(key<Words>& in, bool to) const { waits_.set(in, to ? 1 : 0); }

   private:
    key<Words> state_{};
    field next_, spent_, waits_;
  };

 private:
  std::uint64_t everybody_ = 0;
  std::uint32_t most_ = 0;
  field next_;   // who may take the next step for nothing: a bit for each process
  field spent_;  // preemptions so far
  field waits_;  // for the search: 1 in its table as long as the state is to be explored later
};

}  // namespace doorway::lab
