#include "cycles.hpp"

#include <utility>

namespace doorway::second {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

// Kosaraju: the order in which a search forward leaves the states, then searches backward from the last.
class parts {
 public:
  parts(const system& of, const endless& what) : of_(of), what_(what), in_(of.size()), part_(of.size(), none) {
    for (std::uint32_t s = 0; s < of.size(); ++s) in_[s] = what.where(s);
    turn_round();
    std::vector<bool> met(of.size());
    for (std::uint32_t s = 0; s < of.size(); ++s)
      if (in_[s] && !met[s]) leave_in_order(s, met);
    for (auto i = left_.size(); i-- > 0;)
      if (part_[left_[i]] == none) gather(left_[i]);
  }

  [[nodiscard]] bool any_is_fair() const {
    struct facts {
      std::uint32_t steps = 0, rests = 0, drains = 0, empty = 0;
    };
    std::vector<facts> all(count_);
    for (std::uint32_t s = 0; s < of_.size(); ++s) {
      if (!in_[s]) continue;
      facts& mine = all[part_[s]];
      for (const edge* e = of_.steps(s); e != of_.steps_end(s); ++e)
        if (leads_on(*e) && part_[e->to] == part_[s])
          (e->by == edge::kind::drain ? mine.drains : mine.steps) |= std::uint32_t{1} << e->p;
      for (process_id q = 0; q < of_.n(); ++q) {
        const process& it = of_.of(s, q);
        if (it.stops() || it.at == place::remainder) mine.rests |= std::uint32_t{1} << q;
        if (it.buffer.empty()) mine.empty |= std::uint32_t{1} << q;
      }
    }
    const std::uint32_t everybody = (std::uint32_t{1} << of_.n()) - 1;
    const std::uint32_t asked = std::uint32_t{1} << what_.p;
    for (const facts& one : all) {
      const bool goes_on = (one.steps & asked) != 0;
      const bool others = what_.only_p_is_fair || ((one.steps | one.rests) & everybody) == everybody;
      if (goes_on && others && ((one.drains | one.empty) & everybody) == everybody) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] bool leads_on(const edge& by) const {
    if (by.by == edge::kind::crash || !in_[by.to]) return false;
    return !what_.nobody_enters || by.by != edge::kind::step || of_.of(by.to, by.p).at != place::critical;
  }
  // first_[s] ..: where one comes from to s.
  void turn_round() {
    first_.assign(std::size_t{of_.size()} + 1, 0);
    const auto each = [&](const auto& visit) {
      for (std::uint32_t s = 0; s < of_.size(); ++s)
        for (const edge* e = of_.steps(s); in_[s] && e != of_.steps_end(s); ++e)
          if (leads_on(*e)) visit(s, e->to);
    };
    each([&](std::uint32_t, std::uint32_t to) { ++first_[to + 1]; });
    for (std::size_t s = 1; s < first_.size(); ++s) first_[s] += first_[s - 1];
    from_.resize(first_.back());
    auto next = first_;
    each([&](std::uint32_t from, std::uint32_t to) { from_[next[to]++] = from; });
  }
  void leave_in_order(std::uint32_t root, std::vector<bool>& met) {
    std::vector<std::pair<std::uint32_t, const edge*>> way{{root, of_.steps(root)}};
    met[root] = true;
    while (!way.empty()) {
      auto& [s, e] = way.back();
      if (e == of_.steps_end(s)) {
        left_.push_back(s);
        way.pop_back();
        continue;
      }
      const edge by = *e++;
      if (!leads_on(by) || met[by.to]) continue;
      met[by.to] = true;
      way.emplace_back(by.to, of_.steps(by.to));
    }
  }
  void gather(std::uint32_t root) {
    std::vector<std::uint32_t> todo{root};
    part_[root] = count_;
    while (!todo.empty()) {
      const auto s = todo.back();
      todo.pop_back();
      for (auto i = first_[s]; i < first_[s + 1]; ++i)
        if (part_[from_[i]] == none) {
          part_[from_[i]] = count_;
          todo.push_back(from_[i]);
        }
    }
    ++count_;
  }

  const system& of_;
  const endless& what_;
  std::vector<bool> in_;
  std::vector<std::uint32_t> part_, left_, from_;
  std::vector<std::uint64_t> first_;
  std::uint32_t count_ = 0;
};

}  // namespace

bool is_possible(const system& of, const endless& what) { return parts(of, what).any_is_fair(); }

}  // namespace doorway::second
