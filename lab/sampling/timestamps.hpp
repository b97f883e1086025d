// Random walks through a timestamp system alone: every process takes labels and scans, as it likes, and the monitor of
// lab/timestamps watches.
#pragma once

#include "lab/sampling/walk.hpp"
#include "lab/timestamps/monitor.hpp"

namespace doorway::lab::random {

template <template <class> class System>
class timestamps_of final : public subject {
  using system = System<crowd>;

 public:
  explicit timestamps_of(const parameters& size) : subject(size), system_(among(), size.n), watch_(size.n) {}

  void prepare(const plan& /*how*/) override { operations_ = 0; }
  void begin_again() override { watch_ = timestamp_monitor(size().n); }

  [[noreturn]] void run(crowd& among, process_id p) override {
    for (;;) {
      among.at(stage::remainder);
      among.rest();
      const bool label = among.choose(2, 0) == 0;
      among.rest();
      ++operations_;
      if (label) {
        among.at(stage::doorway);
        watch_.label_begins(p);
        system_.label(p);
        watch_.label_ends(p);
        continue;
      }
      among.at(stage::waiting);
      watch_.scan_begins(p);
      typename system::view seen{};
      system_.scan(p, seen);
      const auto wrong = watch_.scan_ends(p, relation_of(system_, seen, size().n));
      if (wrong != timestamp_monitor::failure::none)
        among.fail({std::nullopt, "process " + std::to_string(p) + ": " + to_string(wrong)});
    }
  }

  void report(outcome& to) const override { to.entries = operations_; }

 private:
  system system_;
  timestamp_monitor watch_;
  std::uint64_t operations_ = 0;
};

}  // namespace doorway::lab::random
