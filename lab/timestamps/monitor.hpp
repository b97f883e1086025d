// The four properties of a timestamp system (doorway/algorithms/blocks/timestamps.hpp), as a monitor with a few bits of memory.
//
// It is told when a Label or a Scan begins and ends, and what each Scan has found: found[i] = the set of those that it puts before
// i. It remembers only what can still matter, so its states are finitely many, and equal where the future is equal: it watches
// random walks and exhaustive searches alike. For up to 8 processes; sets are bits.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "doorway/core/registers.hpp"

namespace doorway::lab {

class timestamp_monitor {
 public:
  static constexpr process_id most = 8;
  using set = std::uint8_t;
  using relation = std::array<set, most>;  // i -> those before i

  enum class failure : std::uint8_t { none, not_an_order, consistency, persistence_or_property_1, property_2 };

  explicit timestamp_monitor(process_id n = 0) : n_(n) {}

  void label_begins(process_id p) {
    after_[p] = has_label_ & static_cast<set>(~in_label_);  // those whose labels are ready now
    in_label_ |= bit(p);
    scanned_ &= static_cast<set>(~bit(p));
    last_[p] = 0;
    agreed_[p] = known_[p] = 0;
    found_[p] = awaits_[p] = 0;
    for (process_id q = 0; q < n_; ++q) {
      if (q != p) after_[q] &= static_cast<set>(~bit(p));
      known_[q] &= static_cast<set>(~bit(p));
      agreed_[q] &= static_cast<set>(~bit(p));
      calm_[q] &= static_cast<set>(~bit(p));
      must_[q][p] = 0;
    }
    after_[p] &= static_cast<set>(~bit(p));
  }

  void label_ends(process_id p) {
    in_label_ &= static_cast<set>(~bit(p));
    has_label_ |= bit(p);
    for (process_id q = 0; q < n_; ++q)
      if ((awaits_[q] & bit(p)) != 0) {
        awaits_[q] &= static_cast<set>(~bit(p));
        found_[q] |= bit(p);
      }
  }

  void scan_begins(process_id r) {
    in_scan_ |= bit(r);
    calm_[r] = static_cast<set>(everybody() & ~in_label_);
    for (process_id q = 0; q < n_; ++q) {
      must_[r][q] = found_[q];
      for (process_id p = 0; p < n_; ++p)
        if ((after_[p] & bit(q)) != 0 && (in_label_ & bit(p)) == 0) must_[r][q] |= bit(p);
    }
  }

  // What is wrong with what it has found.
  failure scan_ends(process_id r, const relation& found) {
    failure wrong = order_of(found) ? failure::none : failure::not_an_order;
    const auto blame = [&](failure what) { wrong = wrong == failure::none ? what : wrong; };
    for (process_id q = 0; q < n_; ++q)
      for (process_id p = 0; p < n_; ++p) {
        if (p == q) continue;
        const bool before = (found[p] & bit(q)) != 0;  // q < p
        if ((must_[r][q] & bit(p)) != 0 && !before) blame(failure::persistence_or_property_1);
        if ((calm_[r] & bit(q)) == 0 || !before) continue;
        if ((calm_[r] & bit(p)) != 0) {  // both stood still
          if ((known_[q] & bit(p)) != 0 && (agreed_[q] & bit(p)) == 0) blame(failure::consistency);
          known_[q] |= bit(p);
          known_[p] |= bit(q);
          agreed_[q] |= bit(p);
        }
        if ((in_label_ & bit(p)) == 0) {
          found_[q] |= bit(p);
          awaits_[q] &= static_cast<set>(~bit(p));
        } else if ((found_[q] & bit(p)) == 0) {
          awaits_[q] |= bit(p);
        }
      }
    in_scan_ &= static_cast<set>(~bit(r));
    calm_[r] = 0;
    must_[r] = {};
    if ((has_label_ & bit(r)) != 0) {
      scanned_ |= bit(r);
      last_[r] = found[r];
      if (!somebody_is_last(r)) blame(failure::property_2);
    }
    return wrong;
  }

  // visit(bits, how many): all that it remembers, for a key; and the same back with unpack's visit(how many) -> bits.
  template <class Visit>
  void pack(Visit&& visit) const {
    visit(in_label_, n_);
    visit(in_scan_, n_);
    visit(has_label_, n_);
    visit(scanned_, n_);
    for (const auto* one : {&after_, &last_, &known_, &agreed_, &found_, &awaits_, &calm_})
      for (process_id p = 0; p < n_; ++p) visit((*one)[p], n_);
    for (process_id r = 0; r < n_; ++r)
      for (process_id q = 0; q < n_; ++q) visit(must_[r][q], n_);
  }
  template <class Visit>
  void unpack(Visit&& visit) {
    for (auto* one : {&in_label_, &in_scan_, &has_label_, &scanned_}) *one = static_cast<set>(visit(n_));
    for (auto* one : {&after_, &last_, &known_, &agreed_, &found_, &awaits_, &calm_})
      for (process_id p = 0; p < n_; ++p) (*one)[p] = static_cast<set>(visit(n_));
    for (process_id r = 0; r < n_; ++r)
      for (process_id q = 0; q < n_; ++q) must_[r][q] = static_cast<set>(visit(n_));
  }
  bool operator==(const timestamp_monitor&) const = default;

 private:
  static constexpr set bit(process_id p) { return static_cast<set>(1U << p); }
  [[nodiscard]] set everybody() const { return static_cast<set>((1U << n_) - 1); }

  // Somebody has nobody before it, somebody one, and so on.
  [[nodiscard]] bool order_of(const relation& found) const {
    set places = 0;
    for (process_id p = 0; p < n_; ++p) places |= bit(static_cast<process_id>(std::popcount(found[p])));
    return places == everybody();
  }

  // Property 2, for every set with r in it of those who have scanned since their labels.
  [[nodiscard]] bool somebody_is_last(process_id r) const {
    for (unsigned set_of = scanned_; set_of != 0; set_of = (set_of - 1) & scanned_) {
      if ((set_of & bit(r)) == 0) continue;
      bool found = false;
      for (process_id p = 0; p < n_ && !found; ++p) {
        if ((set_of & bit(p)) == 0 || (set_of & ~last_[p] & ~bit(p)) != 0) continue;
        found = true;
        for (process_id q = 0; q < n_; ++q)
          if ((set_of & bit(q)) != 0 && (after_[q] & bit(p)) != 0) found = false;
      }
      if (!found) return false;
    }
    return true;
  }

  process_id n_;
  set in_label_ = 0, in_scan_ = 0, has_label_ = 0;
  set scanned_ = 0;    // since its last label
  relation after_{};   // p -> those whose last labels had ended when p's last one began
  relation last_{};    // p -> those before p in its last Scan, if it has scanned since its label
  relation known_{};   // p -> those that some Scan has compared with p, while both stood still, as both still do
  relation agreed_{};  // p -> those of them that come after p
  relation found_{};   // p -> those that every Scan that begins now must find after p
  relation awaits_{};  // p -> those of which this will be so when their labels are ready
  relation calm_{};    // r, in a Scan -> those that have been outside Label since it began
  std::array<relation, most> must_{};  // r, in a Scan: p -> those that it must find after p
};

// What a view of n processes says, as a relation.
template <class System>
[[nodiscard]] timestamp_monitor::relation relation_of(const System& system, const typename System::view& seen,
                                                      process_id n) {
  timestamp_monitor::relation found{};
  for (process_id i = 0; i < n; ++i)
    for (process_id j = 0; j < n; ++j)
      if (i != j && system.precedes(seen, j, i)) found[i] = static_cast<timestamp_monitor::set>(found[i] | 1U << j);
  return found;
}

[[nodiscard]] constexpr const char* to_string(timestamp_monitor::failure what) {
  switch (what) {
    case timestamp_monitor::failure::none: return "";
    case timestamp_monitor::failure::not_an_order: return "what a Scan has found is no order";
    case timestamp_monitor::failure::consistency:
      return "two Scans disagree about two processes that took no label meanwhile";
    case timestamp_monitor::failure::persistence_or_property_1:
      return "a Scan puts the older label after the newer one";
    case timestamp_monitor::failure::property_2:
      return "of those who have scanned since their labels nobody is the last";
  }
  return "";
}

}  // namespace doorway::lab
