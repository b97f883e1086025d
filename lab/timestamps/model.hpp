// The product of a timestamp_program with its monitor in the key: what exploration.hpp explores.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "lab/search/product.hpp"
#include "lab/timestamps/monitor.hpp"
#include "lab/timestamps/program.hpp"

namespace doorway::lab {

// Where the monitor is in the key.
class monitor_fields {
 public:
  monitor_fields(process_id n, layout& packing) : n_(n) {
    timestamp_monitor(n).pack(
        [&](unsigned, unsigned bits) { fields_.push_back(packing.add(std::uint64_t{1} << bits)); });
  }
  template <std::size_t Words>
  [[nodiscard]] timestamp_monitor get(const key<Words>& from) const {
    timestamp_monitor out(n_);
    auto next = fields_.begin();
    out.unpack([&](unsigned) { return (next++)->get(from); });
    return out;
  }
  template <std::size_t Words>
  void set(key<Words>& in, const timestamp_monitor& what) const {
    auto next = fields_.begin();
    what.pack([&](unsigned bits, unsigned) { (next++)->set(in, bits); });
  }

 private:
  process_id n_;
  std::vector<field> fields_;
};

template <std::size_t Words>
class timestamp_model {
 public:
  using key_type = key<Words>;
  struct notes {
    bool stop = false;
    timestamp_monitor::failure found = timestamp_monitor::failure::none;
    bool bad = false;  // a register is not what it is declared to be
    key_type from{};
    edge by{};
    std::set<demand> missing;
    std::uint64_t scans = 0;  // that have ended
  };

  timestamp_model(const product& of, const monitor_fields& fields) : of_(of), fields_(fields) {}

  [[nodiscard]] const product& of() const { return of_; }
  [[nodiscard]] key_type initial() const { return of_.initial<Words>(); }

  template <class Visit>
  void steps(const key_type& from, notes& pad, Visit&& visit) const {
    product::states now{};
    of_.unpack(from, now);
    of_.successors<Words>(
        from, now,
        [&](const edge& by, std::uint32_t state, const key_type& after) {
          const auto before = of_.at(by.p, now[by.p]).marks;
          const product::row& row = of_.at(by.p, state);
          key_type to = after;
          auto wrong = timestamp_monitor::failure::none;
          if (before != row.marks) wrong = happens(by.p, before, row, to, pad);
          const bool bad = (row.marks & is_bad) != 0;
          if ((bad || wrong != timestamp_monitor::failure::none) && !pad.stop) {
            pad.stop = true;
            pad.found = wrong;
            pad.bad = bad;
            pad.from = from;
            pad.by = by;
          }
          visit(by, to);
        },
        [&](const demand& what) { pad.missing.insert(what); });
  }
  template <class Visit>
  void successors(const key_type& from, notes& pad, Visit&& visit) const {
    steps(from, pad, [&](const edge&, const key_type& to) { visit(to); });
  }

 private:
  timestamp_monitor::failure happens(process_id p, std::uint16_t before, const product::row& row, key_type& to,
                                     notes& pad) const {
    auto watch = fields_.get(to);
    auto wrong = timestamp_monitor::failure::none;
    if ((before & in_doorway) != 0) watch.label_ends(p);
    if ((row.marks & in_doorway) != 0) watch.label_begins(p);
    if ((row.marks & in_waiting) != 0) watch.scan_begins(p);
    if ((row.marks & in_critical) != 0) {
      wrong = watch.scan_ends(p, relation_of(row.session - 1, of_.n()));
      ++pad.scans;
    }
    fields_.set(to, watch);
    return wrong;
  }

  const product& of_;
  const monitor_fields& fields_;
};

}  // namespace doorway::lab
