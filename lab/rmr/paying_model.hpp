// All processes together (search/product.hpp), one of them paying: what the explorer explores to find its worst passage. What it
// pays depends on nothing but its own copies, or the homes of the registers; so its copies are in the key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lab/rmr/cost_model.hpp"
#include "lab/search/product.hpp"

namespace doorway::lab::rmr {

class payer {
 public:
  // Puts its fields into the product's packing.
  payer(process_id p, const cost_model& model, std::uint32_t passages, product& of)
      : p_(p), model_(model), registers_(of.registers()), ended_(of.packing().add(passages + 1)) {
    if (!model.by_home)
      for (std::size_t r = 0; r < registers_.size(); ++r) copies_.push_back(of.packing().add(3));
  }
  [[nodiscard]] process_id id() const { return p_; }
  // Its passages that have ended.
  [[nodiscard]] const field& ended() const { return ended_; }

  // q's access happens to the payer's copies: true if the payer pays.
  template <std::size_t Words>
  bool pay(key<Words>& in, process_id q, const operation& what) const {
    const bool reads = what.kind == action::read;
    if (model_.by_home) return q == p_ && registers_[what.where].home != p_;
    const auto held = copies_[what.where].get(in);
    own_access now{(reads ? model_.caches.others_read : model_.caches.others_write)[held], false};
    if (q == p_) now = (reads ? model_.caches.own_read : model_.caches.own_write)[held];
    copies_[what.where].set(in, index(now.becomes));
    return now.remote;
  }

 private:
  process_id p_;
  cost_model model_;
  const std::vector<register_info>& registers_;
  field ended_;
  std::vector<field> copies_;  // by register
};

template <std::size_t Words>
class paying_model {
 public:
  using key_type = key<Words>;
  struct notes {
    bool stop = false;
    std::size_t expanded = 0;
  };

  // Stops beyond `most` states.
  paying_model(const product& of, const payer& who, std::size_t most) : of_(of), who_(who), most_(most) {}

  [[nodiscard]] const product& of() const { return of_; }
  [[nodiscard]] key_type initial() const { return of_.initial<Words>(); }
  void watch_first(const key_type& /*first*/, notes& /*pad*/) const {}

  template <class Visit>
  void successors(const key_type& from, notes& pad, Visit&& visit) const {
    pad.stop = pad.stop || ++pad.expanded > most_;
    steps(from, [&](const key_type& to, bool, bool) { visit(to); });
  }
  // visit(key, whether the payer pays, whether its passage ends)
  template <class Visit>
  void steps(const key_type& from, Visit&& visit) const {
    product::states now{};
    of_.unpack(from, now);
    const auto stepped = [&](const edge& by, std::uint32_t state, const key_type& after) {
      key_type to = after;
      const operation what = of_.component(by.p).seen(now[by.p]).next;
      const bool costs = is_access(what.kind) && who_.pay(to, by.p, what);
      const bool ends = by.p == who_.id() && (of_.at(by.p, now[by.p]).marks & in_remainder) == 0 &&
                        (of_.at(by.p, state).marks & in_remainder) != 0;
      if (ends) who_.ended().set(to, who_.ended().get(to) + 1);
      visit(to, costs, ends);
    };
    of_.successors<Words>(from, now, stepped, [](const demand&) {});  // learned on the way: it misses nothing
  }
  // Is the payer in its remainder, about to set out on a passage?
  [[nodiscard]] bool sets_out(const key_type& in) const {
    product::states now{};
    of_.unpack(in, now);
    const product::row& row = of_.at(who_.id(), now[who_.id()]);
    return (row.marks & in_remainder) != 0 && row.what != product::row::does::stop;
  }

 private:
  const product& of_;
  const payer& who_;
  std::size_t most_;
};

}  // namespace doorway::lab::rmr
