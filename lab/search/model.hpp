// The product with somebody watching: what exploration.hpp explores.
//
// The safety properties are watched here, on the edge that would break them: exclusion, the declarations of the registers, and
// whatever remembers something of the way (monitor.hpp). So is what must happen at least sometimes, lest a property hold because
// nothing happens at all. No edge leads to the state in which all begins, and a process may do what it must
// not in its very first step: that state is watched by itself.
//
// A process that has broken a declaration takes no more steps. So where one has, nothing is said of any other property: it might hold only
// because a process stands still.
#pragma once

#include <cstdint>
#include <optional>
#include <set>

#include "lab/search/preemption.hpp"
#include "lab/search/product.hpp"
#include "lab/search/watch.hpp"

namespace doorway::lab {

template <std::size_t Words>
class model {
 public:
  using key_type = key<Words>;

  struct notes {
    bool stop = false;
    std::optional<claim> found;
    bool at_once = false;  // before any step: by.p stands wrong in the state `from`, in which all begins. Otherwise,
    key_type from{};       // the state from which
    edge by{};             // this step broke it
    std::set<demand> missing;
    sightings seen;
  };

  // Monitors and preemption must have put their fields into the product's packing before.
  model(const product& of, const watch& look, const preemption_bound& preemption)
      : of_(of), look_(look), remembers_(!look.remembered.all().empty()), preemption_(preemption) {}

  [[nodiscard]] const product& of() const { return of_; }
  [[nodiscard]] const preemption_bound& preemption() const { return preemption_; }
  [[nodiscard]] const watch& look() const { return look_; }
  [[nodiscard]] key_type initial() const {
    key_type first = of_.initial<Words>();
    if (look_.preemptions) preemption_.begin(first);
    return first;
  }

  // What the watchers say of the state in which all begins. Nobody has arrived yet, so there is no order to break.
  void watch_first(const key_type& first, notes& pad) const {
    product::states now{};
    of_.unpack(first, now);
    for (process_id p = 0; p < of_.n(); ++p) {
      const product::row& row = of_.at(p, now[p]);
      pad.seen.marks |= row.marks;
      std::optional<claim> broken;
      if ((row.marks & in_critical) != 0 && enter(now, p, row, pad)) broken = look_.crowding;
      if ((row.marks & is_bad) != 0 && look_.flaws) broken = look_.flaws;
      if (!broken || pad.stop) continue;
      pad.stop = pad.at_once = true;
      pad.found = broken;
      pad.from = first;
      pad.by.p = p;
    }
  }

  // visit(edge, key)
  template <class Visit>
  void steps(const key_type& from, notes& pad, Visit&& visit) const {
    product::states now{};
    of_.unpack(from, now);
    for (process_id p = 0; p < of_.n(); ++p)
      steps_of(p, from, now, pad, [&](const edge& by, std::uint32_t, const key_type& to) { visit(by, to); });
  }
  // visit(edge, state of p after it, key) for the steps of p; `now` is `from`, unpacked.
  template <class Visit>
  void steps_of(process_id p, const key_type& from, const product::states& now, notes& pad, Visit&& visit) const {
    if (look_.tickets != nullptr) [[unlikely]]
      return steps_by_order(p, from, now, pad, visit);
    of_.steps_of<Words>(
        p, from, now,
        [&](const edge& by, std::uint32_t state, const key_type& after) {
          key_type to = after;
          if (watch_step(by, state, from, now, to, pad)) visit(by, state, to);
        },
        [&](const demand& what) { pad.missing.insert(what); });
  }
  template <class Visit>
  void successors(const key_type& from, notes& pad, Visit&& visit) const {
    steps(from, pad, [&](const edge&, const key_type& to) { visit(to); });
  }

 private:
  // What the watchers say of a step to `to`, in which they keep what they remember; false if it is one preemption too many.
  [[gnu::always_inline]] bool watch_step(const edge& by, std::uint32_t state, const key_type& from,
                                         const product::states& now, key_type& to, notes& pad) const {
    const product::row& before = of_.at(by.p, now[by.p]);
    const product::row& row = of_.at(by.p, state);
    if (look_.preemptions && !preemption_.step(by, row, to)) return false;
    pad.seen.marks |= row.marks;
    std::optional<claim> broken;
    if (remembers_) broken = remember({of_, now, by, before.marks, row}, to, pad);
    if ((row.marks & in_critical) != 0 && (before.marks & in_critical) == 0 && enter(now, by.p, row, pad) &&
        look_.crowding)
      broken = look_.crowding;
    if ((row.marks & is_bad) != 0 && look_.flaws) broken = look_.flaws;
    if (broken && !pad.stop) {
      pad.stop = true;
      pad.found = broken;
      pad.from = from;
      pad.by = by;
    }
    return true;
  }
  // What the monitors say of it: the property that it breaks.
  [[gnu::noinline]] std::optional<claim> remember(const seen_step& step, key_type& to, notes& pad) const {
    std::optional<claim> broken;
    for (std::size_t i = 0; i < look_.remembered.all().size(); ++i) {
      const monitor& one = *look_.remembered.all()[i];
      const auto seen = one.take(step, to.data());
      pad.seen.monitors[i] |= seen;
      if ((seen & monitor::broken) != 0 && one.forbids) broken = one.forbids;
    }
    return broken;
  }
  // The same as watch_step, once for all who do not ask for it millions of times a second.
  [[gnu::noinline]] bool watch_rare_step(const edge& by, std::uint32_t state, const key_type& from,
                                         const product::states& now, key_type& to, notes& pad) const {
    return watch_step(by, state, from, now, to, pad);
  }
  // Where tickets are known by their order.
  template <class Visit>
  [[gnu::noinline, gnu::cold]] void steps_by_order(process_id p, const key_type& from, const product::states& now,
                                                   notes& pad, Visit& visit) const {
    for (auto& one : look_.tickets->steps_of(p, from, now))
      if (watch_rare_step(one.by, one.state, from, now, one.to, pad)) visit(one.by, one.state, one.to);
  }

  // p goes in: true if somebody is inside who should not be.
  bool enter(const product::states& now, process_id p, const product::row& row, notes& pad) const {
    std::uint32_t inside = 1;
    bool clash = false;
    for (process_id q = 0; q < of_.n(); ++q) {
      if (q == p) continue;
      const product::row& other = of_.at(q, now[q]);
      if ((other.marks & in_waiting) != 0) pad.seen.contended = true;
      if ((other.marks & in_entry) != 0 && other.session != row.session) pad.seen.kept_apart = true;
      if ((other.marks & in_critical) == 0 || (look_.dead_are_out && (other.marks & is_crashed) != 0)) continue;
      ++inside;
      if (other.session != row.session) clash = true;
      else pad.seen.shared_session = true;
    }
    if (inside > pad.seen.inside) pad.seen.inside = inside;
    return look_.sessions ? clash : inside > look_.inside;
  }

  const product& of_;
  watch look_;
  bool remembers_;
  const preemption_bound& preemption_;
};

// With a bound on preemptions: explored price by price.
template <std::size_t Words>
class bounded_model : public model<Words> {
 public:
  using identity_type = preemption_bound::identity<Words>;
  explicit bounded_model(const model<Words>& of) : model<Words>(of) {}
  [[nodiscard]] identity_type identity() const { return identity_type(this->preemption()); }
};

}  // namespace doorway::lab
