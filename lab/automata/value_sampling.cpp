#include "lab/automata/value_sampling.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "lab/automata/component.hpp"

namespace doorway::lab {
namespace {

class run {
 public:
  run(const program& code, value_table& values, std::uint32_t seed)
      : registers_(code.shared().registers()), values_(values), random_(seed) {
    for (process_id p = 0; p < code.size().n; ++p) {
      crowd_.push_back(std::make_unique<component>(code, p));
      own_.push_back(owned(registers_, p));
    }
  }

  // From the beginning until nobody moves any more, or `most` steps; the number of steps made.
  std::uint32_t go(std::uint32_t most, std::uint32_t crashes) {
    for (auto& c : crowd_) c->reset();
    shared_.clear();
    for (const auto& r : registers_) shared_.push_back(r.initial);
    std::uint32_t made = 0;
    for (std::uint32_t idle = 0; made < most && idle < 4 * crowd_.size(); ++idle) {
      const auto p = below(static_cast<std::uint32_t>(crowd_.size()));
      for (std::uint32_t burst = 1 + below(1U << below(6)); burst > 0 && can_move(p); --burst, ++made) {
        idle = 0;
        if (const observation& now = crowd_[p]->now();
            now.has_stores() && (now.held || !can_step(p) || below(3) == 0)) {
          shared_[now.oldest.where] = now.oldest.value;
          crowd_[p]->take({input::kind::drain, 0});
          continue;
        }
        if (crashes > 0 && crowd_[p]->now().at != stage::remainder && !crowd_[p]->now().crashed &&
            !crowd_[p]->now().has_stores() && below(200) == 0) {
          crowd_[p]->take({input::kind::crash, 0});
          for (std::size_t r = 0; r < registers_.size(); ++r)
            if (registers_[r].lock && shared_[r] == word{p} + 1) shared_[r] = 0;
          --crashes;
          break;
        }
        step(p);
      }
    }
    return made + 1;
  }

 private:
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  [[nodiscard]] bool can_step(process_id p) const {
    const action next = crowd_[p]->now().next.kind;
    return next != action::done && next != action::dead && next != action::bad;
  }
  [[nodiscard]] bool can_move(process_id p) const { return can_step(p) || crowd_[p]->now().has_stores(); }

  void step(process_id p) {
    const operation doing = crowd_[p]->now().next;
    word answer = 0;
    if (doing.kind == action::choice) answer = below(static_cast<std::uint32_t>(doing.value));
    if (crowd_[p]->now().buffered) {
      answer = *crowd_[p]->now().buffered;
    } else if (answers(doing.kind)) {
      answer = holds(doing.where);
      values_.make_readable(doing.where, values_.number(doing.where, answer));
    }
    if (doing.kind == action::write || doing.kind == action::write_end || (doing.kind == action::take && answer == 0)) {
      shared_[doing.where] = doing.value;
      if (registers_[doing.where].lock) values_.make_readable(doing.where, values_.number(doing.where, doing.value));
    }
    crowd_[p]->take({input::kind::answer, answer});
    if (doing.kind == action::add && crowd_[p]->now().next.kind != action::bad)
      shared_[doing.where] = answer + doing.value;
  }

  word holds(std::uint32_t where) {
    const process_id owner = registers_[where].owner();
    if (owner >= crowd_.size()) return shared_[where];
    const auto slot = std::lower_bound(own_[owner].begin(), own_[owner].end(), where) - own_[owner].begin();
    const word value = crowd_[owner]->now().own[static_cast<std::size_t>(slot)];
    if (value != in_flux) return value;
    const auto& any = values_.flickers[where];
    return values_.value(where, any[below(static_cast<std::uint32_t>(any.size()))]);
  }

  const std::vector<register_info>& registers_;
  value_table& values_;
  std::mt19937 random_;
  std::vector<std::unique_ptr<component>> crowd_;
  std::vector<std::vector<std::uint32_t>> own_;
  std::vector<word> shared_;
};

}  // namespace

void walk(const program& code, value_table& values, std::uint32_t steps, std::uint32_t seed, std::uint32_t crashes) {
  run together(code, values, seed);
  // Passages without end: no longer runs than show every value that a bounded register takes.
  const std::uint32_t most = code.how().passages == 0 ? 300 * code.size().n : 4000;
  for (std::uint32_t made = 0; made < steps;) made += together.go(std::min(steps - made, most), crashes);
}

}  // namespace doorway::lab
