#include "lab/properties/arrivals.hpp"

namespace doorway::lab {
namespace {

// It has not set out on its passage, or has crashed on the one before.
bool is_out(const observation& seen) { return seen.at == stage::remainder || seen.crashed; }

// p waits no longer.
void withdraw(arrivals::standing& now, process_id p) {
  now.overtaken[p] = false;
  for (auto& list : now.ahead) list.erase(p);
}

void go_on(arrivals::standing& now, const witness& of, process_id p, const observation& before,
           const std::vector<observation>& all) {
  const observation& after = all[p];
  if (before.crashed) withdraw(now, p);  // it has come back
  if (is_out(before) && !is_out(after) && after.at != stage::recover) {
    now.ahead[p].clear();
    for (process_id a = 0; a < all.size(); ++a)
      if (a != p && waits(all[a]) && !all[a].hidden) now.ahead[p].insert(a);
  }
  const bool enters = before.at != stage::critical && after.at == stage::critical;
  if (enters)
    for (auto a : now.ahead[p]) {
      // In group exclusion there is an order between those of different sessions, for FIFE between those of one.
      const bool conflict = !of.groups() || all[a].session != after.session;
      if (conflict) now.passed.insert(a);
      if (!of.groups() || !conflict) now.overtaken[a] = true;
    }
  if (enters || !in_entry_section(after)) {
    now.ahead[p].clear();
    withdraw(now, p);
  }
}

}  // namespace

arrivals::arrivals(const witness& of) {
  standing now{std::vector<std::set<process_id>>(of.n()), std::vector<bool>(of.n()), {}};
  all_.push_back(now);
  for (std::size_t i = 1; i < of.moments().size(); ++i) {
    const auto& at = of.moments()[i];
    now.passed.clear();
    if (!at.step.crash && at.step.kind != action::drain)
      go_on(now, of, at.step.p, of.moments()[i - 1].all[at.step.p], at.all);
    all_.push_back(now);
  }
}

}  // namespace doorway::lab
