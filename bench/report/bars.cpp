// The bars that were set for the locks before they were tuned, and a few of our own (they say so), each computed from the results.
#include <algorithm>

#include "../statistics.hpp"
#include "look_up.hpp"
#include "report.hpp"

namespace doorway::bench {

namespace {

verdict at_most(std::string bar, double measured, double limit, const std::string& note = "") {
  verdict made{.bar = std::move(bar), .measured = figure(measured) + note};
  if (!std::isnan(measured)) made.result = measured <= limit ? verdict::met : verdict::missed;
  return made;
}
verdict at_least(std::string bar, double measured, double limit, const std::string& note = "") {
  verdict made = at_most(std::move(bar), -measured, -limit);
  made.measured = figure(measured) + note;
  return made;
}

// A number of one cell, and the worst or all of them.
struct in_cell {
  double value = nothing;
  std::string where;
};
std::string named(const in_cell& one) { return one.where.empty() ? "" : " (" + one.where + ")"; }
template <class Better>
in_cell worst(const std::vector<in_cell>& of, Better better) {
  in_cell found;
  for (const auto& one : of)
    if (!std::isnan(one.value) && (std::isnan(found.value) || better(found.value, one.value))) found = one;
  return found;
}
in_cell largest(const std::vector<in_cell>& of) { return worst(of, std::less<>()); }
in_cell smallest(const std::vector<in_cell>& of) { return worst(of, std::greater<>()); }
double geometric_mean(const std::vector<in_cell>& of) {
  std::vector<double> values;
  for (const auto& one : of)
    if (!std::isnan(one.value)) values.push_back(one.value);
  return bench::geometric_mean(values);
}

using names = std::vector<std::string>;

class judge {
 public:
  explicit judge(const results& from) : from_(from) {}

  std::vector<verdict> all() {
    solo();
    two_threads();
    crowded();
    victim();
    rest();
    return std::move(verdicts_);
  }

 private:
  [[nodiscard]] const table* at(const cell& where) const { return from_.find(where); }
  [[nodiscard]] static const row* of(const table* in, const std::string& lock) {
    return in == nullptr ? nullptr : in->find(lock);
  }
  void say(verdict one) { verdicts_.push_back(std::move(one)); }

  void solo() {
    const table* threads = at({.workload = "solo", .where = "threads", .k = 2});
    const auto times = [&](const std::string& capacity, const std::string& peer) {
      return ratio(of(threads, "doorway::k_mutex, capacity " + capacity), of(threads, peer), "ns");
    };
    say(at_most("solo, capacity 8: at most 1.1 times std::mutex", times("8", "std::mutex"), 1.1));
    say(at_most("solo, capacity 8: at most 1.0 times POSIX sem_t", times("8", "POSIX sem_t"), 1.0));
    say(at_most("solo, capacity 64: at most 2.2 times std::mutex", times("64", "std::mutex"), 2.2));
    say(at_most("solo, capacity 256: at most 2.5 times std::mutex", times("256", "std::mutex"), 2.5));
    const table* processes = at({.workload = "solo", .where = "processes", .k = 2});
    std::vector<in_cell> factors;
    for (const auto* seats : {"8 seats", "64 seats", "256 seats"})
      factors.push_back({ratio(of(processes, "SysV semop, SEM_UNDO"),
                               of(processes, std::string("doorway::named_k_mutex, ") + seats), "ns"),
                         seats});
    say(at_least("solo between processes: at least 40 times faster than SysV semop with SEM_UNDO at every capacity",
                 smallest(factors).value, 40, named(smallest(factors))));
  }

  void two_threads() {
    for (const auto* peer : {"ck ticket", "tbb::queuing_mutex"}) {
      std::vector<in_cell> cells;
      for (const unsigned section : {200U, 2000U}) {
        const table* in = at({.workload = "contention", .where = "threads", .workers = 2, .section_ns = section});
        cells.push_back({ratio(of(in, "doorway::mutex"), of(in, peer), "passages_per_s"), section_text(section)});
      }
      say(at_least(std::string("2 threads, sections of 200 and 2000 ns: at least 0.95 of the passages of ") + peer,
                   smallest(cells).value, 0.95, named(smallest(cells))));
    }
    for (const auto* where : {"threads", "processes"}) {
      const cell here{.workload = "hand-off", .where = where, .workers = 2, .section_ns = 2000};
      const table* in = at(here);
      const row* line = of(in, "one cache line");
      const bool disturbed =
          middle(line, "ns") > 1000;  // no cache line takes that long: the two were not awake together
      say(at_most(fmt::format("hand-off between two {}: within 2.5 times that of a cache line", where),
                  disturbed ? nothing : ratio(of(in, ours_in(here)), line, "ns"), 2.5,
                  disturbed ? "the machine was too busy" : ""));
    }
  }

  // The best of these peers in the cell: the one with the most passages, or with the least of something else.
  [[nodiscard]] static const row* best(const table* in, const names& peers, const std::string& metric, bool most) {
    const row* found = nullptr;
    for (const auto& peer : peers) {
      const row* next = of(in, peer);
      const double value = middle(next, metric);
      if (std::isnan(value)) continue;
      if (found == nullptr || (most ? value > middle(found, metric) : value < middle(found, metric))) found = next;
    }
    return found;
  }

  void crowded() {
    std::vector<in_cell> passages;
    std::vector<in_cell> deviations;
    std::vector<in_cell> gaps;       // against the one with the shortest
    std::vector<in_cell> same_gaps;  // against the one with the most passages
    for (const unsigned workers : {4U, 8U, 16U})
      for (const unsigned k : {1U, 2U, 4U})
        for (const unsigned section : {0U, 200U, 2000U}) {
          const cell here{.workload = k == 1 ? "contention" : "k-sweep",
                          .where = "threads",
                          .workers = workers,
                          .k = k,
                          .section_ns = section};
          const table* in = at(here);
          const row* ours = of(in, ours_in(here));
          const names peers = k == 1 ? names{"tbb::queuing_mutex", "ticket, yielding", "SysV semop, SEM_UNDO"}
                                     : names{"ticket semaphore", "SysV semop, SEM_UNDO"};
          const auto add = [&](std::vector<in_cell>& to, double value, const row* peer) {
            to.push_back({value, fmt::format("{} threads, k = {}, {}{}", workers, k, section_text(section),
                                             peer == nullptr ? "" : ": " + peer->lock)});
          };
          const row* fastest = best(in, peers, "passages_per_s", true);
          add(passages, ratio(ours, fastest, "passages_per_s"), fastest);
          if (k == 1) add(deviations, 100 * middle(ours, "deviation"), nullptr);
          add(same_gaps, middle(ours, "longest_gap_ms") / middle(fastest, "longest_gap_ms"), fastest);
          const row* steadiest = best(in, peers, "longest_gap_ms", false);
          add(gaps, middle(ours, "longest_gap_ms") / middle(steadiest, "longest_gap_ms"), steadiest);
        }
    say(at_least("4, 8, 16 threads: passages against the best fair peer of the cell, geometric mean at least 1.0",
                 geometric_mean(passages), 1.0));
    say(at_least("the same: no cell under 0.6", smallest(passages).value, 0.6, named(smallest(passages))));
    say(at_most("the same, k = 1: the threads' shares deviate by at most 2 %", largest(deviations).value, 2.0,
                " %" + named(largest(deviations))));
    say(at_most("the same: longest gap against that of the same peer, geometric mean at most 1.0 (a bar added later)",
                geometric_mean(same_gaps), 1.0,
                ", largest " + figure(largest(same_gaps).value) + named(largest(same_gaps))));
    const auto fine = std::count_if(gaps.begin(), gaps.end(), [](const in_cell& one) { return one.value <= 1.0; });
    const auto known =
        std::count_if(gaps.begin(), gaps.end(), [](const in_cell& one) { return !std::isnan(one.value); });
    say(at_most("the same: longest gap no worse than the shortest of any fair peer, in every cell", largest(gaps).value,
                1.0, named(largest(gaps)) + (known == 0 ? "" : fmt::format("; met in {} of {} cells", fine, known))));
  }

  void victim() {
    const auto share = [&](const char* where, const char* peer) {
      const cell here{.workload = "victim", .where = where, .workers = 4, .section_ns = 2000};
      const table* in = at(here);
      return ratio(of(in, ours_in(here)), of(in, peer), "worst_wait_ms");
    };
    say(at_most("victim: worst wait at most a tenth of std::counting_semaphore's",
                share("threads", "std::counting_semaphore"), 0.1));
    say(at_most("victim: worst wait no worse than SysV's, threads", share("threads", "SysV semop, SEM_UNDO"), 1.0));
    say(at_most("victim: worst wait no worse than SysV's, processes (a bar of our own)",
                share("processes", "SysV semop, SEM_UNDO"), 1.0));
  }

  void rest() {
    for (const auto* where : {"threads", "processes"}) {
      const cell here{.workload = "waiting", .where = where, .workers = 64};
      say(at_most(fmt::format("64 waiting {} burn no processor time (read as: at most 1 % of one processor{})", where,
                              std::string_view(where) == "threads" ? "" : "; a bar of our own"),
                  middle(of(at(here), ours_in(here)), "processor_percent"), 1.0, " %"));
    }
    std::vector<in_cell> kept;
    for (const auto& [where, workers] :
         {std::pair("threads", 2U), std::pair("threads", 4U), std::pair("processes", 4U)}) {
      const cell here{.workload = "hogs", .where = where, .workers = workers, .section_ns = 2000};
      kept.push_back({middle(of(at(here), ours_in(here)), "kept"), fmt::format("{} {}", workers, where)});
    }
    say(at_least("beside two hogs no collapse (read as: at least a quarter of the passages without them)",
                 smallest(kept).value, 0.25, named(smallest(kept))));
  }

  const results& from_;
  std::vector<verdict> verdicts_;
};

}  // namespace

std::vector<verdict> bars(const results& from) { return judge(from).all(); }

}  // namespace doorway::bench
