#include "lab/properties/run_judge.hpp"

#include <algorithm>

#include "lab/properties/property.hpp"

namespace doorway::lab {

void witness::note(const trace_step& step) {
  moment now{step, of_.views(), {}};
  for (process_id p = 0; p < n(); ++p) now.can_move.push_back(of_.can_move(p));
  moments_.push_back(std::move(now));
}

bool witness::enters(std::size_t at) const {
  if (at == 0) return false;
  const process_id p = moments_[at].step.p;
  return moments_[at - 1].all[p].at != stage::critical && moments_[at].all[p].at == stage::critical;
}

bool witness::takes_steps(process_id p) const {
  return std::any_of(moments_.begin() + static_cast<std::ptrdiff_t>(round_) + 1, moments_.end(),
                     [&](const moment& at) { return at.step.p == p && at.step.kind != action::drain; });
}

bool witness::nobody_enters() const {
  return all_along([&](const moment&, std::size_t i) { return i == round_ || !enters(i); });
}

bool witness::is_fair_to_others(process_id p) const {
  for (process_id q = 0; q < n(); ++q)
    if (q != p && !takes_steps(q) && all_along([&](const moment& at, std::size_t) {
          return !is_outside(at.all[q]) && !at.all[q].crashed && at.can_move[q];
        }))
      return false;
  return true;
}

bool witness::few_compete() const {
  return all_along([&](const moment& at, std::size_t) {
    return n() - static_cast<process_id>(std::count_if(at.all.begin(), at.all.end(), is_outside)) <= code().size().k;
  });
}

// Has a process stores that the hardware keeps for ever? It does not do that.
bool witness::hardware_stops() const {
  for (process_id p = 0; p < n(); ++p)
    if (all_along([&](const moment& at, std::size_t i) {
          return at.all[p].has_stores() && (i == round_ || at.step.p != p || at.step.kind != action::drain);
        }))
      return true;
  return false;
}

std::vector<process_id> witness::waiters() const {
  std::vector<process_id> list;
  for (process_id p = 0; p < n(); ++p)
    if (takes_steps(p) && enters_never(p)) list.push_back(p);
  return list;
}

std::uint32_t witness::inside() const {
  std::uint32_t count = 0;
  for (const auto& one : moments_.back().all) count += one.at == stage::critical ? 1U : 0U;
  return count;
}

std::uint32_t witness::sessions() const {
  std::set<word> all;
  for (const auto& one : moments_.back().all)
    if (one.at == stage::critical) all.insert(one.session);
  return static_cast<std::uint32_t>(all.size());
}

std::uint32_t witness::most_crashed() const {
  std::uint32_t most = 0;
  for (const auto& at : moments_) {
    const auto crashed = std::count_if(at.all.begin(), at.all.end(), [](const auto& one) { return one.crashed; });
    most = std::max(most, static_cast<std::uint32_t>(crashed));
  }
  return most;
}

flaw witness::wrong() const {
  for (const auto& one : moments_.back().all)
    if (one.next.kind == action::bad) return static_cast<flaw>(one.next.value);
  return flaw::none;
}

std::map<std::string, std::string> witness::broken(bool turns) const {
  std::map<std::string, std::string> all;
  const bool goes_on = turns && !hardware_stops();
  for (const property* one : all_properties()) {
    if (one->of_groups && !groups()) continue;
    if (one->run != nullptr)
      if (auto how = one->run(*this); !how.empty()) all[std::string(one->name)] = std::move(how);
    for (process_id p = 0; goes_on && one->round != nullptr && p < n(); ++p)
      if (takes_steps(p) && one->round(*this, p)) all[std::string(one->name)] = last_line(*one, p, code());
  }
  return all;
}

}  // namespace doorway::lab
