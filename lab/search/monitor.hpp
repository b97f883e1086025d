// What a property remembers of the way: a few bits of the key, brought up to date at each step. Only the searches that are asked
// about such a property have them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <typeinfo>
#include <vector>

#include "lab/machine/program.hpp"
#include "lab/search/key.hpp"
#include "lab/search/product.hpp"
#include "lab/search/sightings.hpp"

namespace doorway::lab {

enum class claim : std::uint8_t;  // lab/properties/all.hpp

// A step of the product, as a monitor sees it.
struct seen_step {
  const product& of;
  const product::states& now;  // before the step
  const edge& by;
  std::uint16_t before;      // the marks of by.p,
  const product::row& then;  // and where it stands after the step

  // Recovered, or another in its place.
  [[nodiscard]] bool comes_back() const { return (before & is_crashed) != 0; }
  [[nodiscard]] bool sets_out() const {
    return ((before & in_remainder) != 0 || comes_back()) && (then.marks & (in_remainder | in_recover)) == 0;
  }
  [[nodiscard]] bool enters() const { return (before & in_critical) == 0 && (then.marks & in_critical) != 0; }
  [[nodiscard]] bool is_out() const { return (then.marks & (in_remainder | in_exit | in_abort | in_recover)) != 0; }
  // Had a arrived before the step, and waited?
  [[nodiscard]] bool waited(process_id a) const {
    return (of.at(a, now[a]).marks & (in_waiting | is_hidden)) == in_waiting;
  }
};

class monitor {
 public:
  static constexpr std::uint8_t broken = 128;

  monitor() = default;
  monitor(const monitor&) = delete;
  monitor& operator=(const monitor&) = delete;
  virtual ~monitor() = default;
  // Takes its fields, anew in each product.
  virtual void attach(layout& keys, const program& of) = 0;
  // Brings its fields in the key `to` up to date. What is to be seen, in bits of its own; and `broken`, if the step must not be.
  virtual std::uint8_t take(const seen_step& step, std::uint64_t* to) const = 0;

  std::optional<claim> forbids;  // what a broken step breaks, if that is asked
};

class monitors {
 public:
  // The one of this kind: all who ask for it share it.
  template <class Monitor>
  Monitor& the() {
    if (const auto at = place<Monitor>(); at < all_.size()) return static_cast<Monitor&>(*all_[at]);
    if (all_.size() == most_monitors) throw std::length_error("too many monitors");
    all_.push_back(std::make_shared<Monitor>());
    return static_cast<Monitor&>(*all_.back());
  }
  template <class Monitor>
  [[nodiscard]] const Monitor& the() const {
    return static_cast<const Monitor&>(*all_.at(place<Monitor>()));
  }
  // Its number, which is its place in sightings::monitors.
  template <class Monitor>
  [[nodiscard]] std::size_t place() const {
    std::size_t at = 0;
    for (; at < all_.size(); ++at)
      if (const monitor& one = *all_[at]; typeid(one) == typeid(Monitor)) break;
    return at;
  }
  [[nodiscard]] const std::vector<std::shared_ptr<monitor>>& all() const { return all_; }

 private:
  std::vector<std::shared_ptr<monitor>> all_;
};

}  // namespace doorway::lab
