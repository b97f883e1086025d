#include <bit>
#include <map>

#include "lab/properties/arrivals.hpp"
#include "lab/properties/order.hpp"

namespace doorway::lab::properties {
namespace {

// Besides the order: whom of those that wait each process has overtaken once.
class overtakings final : public order_of_arrival {
 public:
  void attach(layout& keys, const program& of) override {
    order_of_arrival::attach(keys, of);
    once_.clear();
    for (process_id q = 0; q < n_; ++q) once_.push_back(keys.add(std::uint64_t{1} << n_));
  }

 private:
  std::uint8_t overtake(process_id q, std::uint64_t whom, std::uint64_t* to) const override {
    const auto before = once_[q].get(to);
    once_[q].set(to, before | whom);
    return static_cast<std::uint32_t>(std::popcount(before & whom)) >= k_ ? broken : 0;
  }
  void withdraw(process_id p, std::uint64_t* to) const override {
    order_of_arrival::withdraw(p, to);
    for (const auto& of : once_) of.set(to, of.get(to) & ~(std::uint64_t{1} << p));
  }

  std::vector<field> once_;
};

}  // namespace

// Process q overtakes p, which waits, if it set out after p's doorway had ended and enters before p. FCFS (k-FCFS) forbids it when k
// wait who came before; this property allows it once, for each two processes, as long as p waits. So whatever is FCFS has it.
constexpr property bounded_overtaking{
    .name = "bounded-overtaking",
    .means = "nobody overtakes the same waiting process twice; k > 1: a process that enters does so to fewer than k",
    .claimed = {{{"bounded_overtaking", "bounded overtaking", "nobody overtakes the same waiting process twice",
                  "fcfs"}}},
    .unseen =
        [](const inquiry& of) {
          if (of.code().how().passages == 1) return std::string_view("somebody sets out a second time");
          const auto never = nobody_waits(of);
          return never.empty() ? nobody_is_ahead<overtakings>(of) : never;
        },
    .watch = [](watch& on, const inquiry&) { on.remembered.the<overtakings>().forbids = claim::bounded_overtaking; },
    .run = [](const witness& of) -> std::string {
      const arrivals order(of);
      std::map<process_id, std::map<process_id, unsigned>> times;  // times[p][q]: q has overtaken p
      std::size_t again = 0;  // whom the last step has overtaken not for the first time
      for (std::size_t i = 1; i < of.moments().size(); ++i) {
        const auto& [step, all, can_move] = of.moments()[i];
        again = 0;
        for (auto p : order.at(i).passed) again += ++times[p][step.p] > 1 ? 1U : 0U;
        if (of.moments()[i - 1].all[step.p].crashed || (!step.crash && !in_entry_section(all[step.p])))
          times.erase(step.p);
      }
      return again < of.code().size().inside() ? "" : "the last process overtakes too often";
    },
    .ends = "overtakes too often",
    .flaws = {"early", "impatient"},
};

}  // namespace doorway::lab::properties
