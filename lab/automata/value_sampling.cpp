#include "lab/automata/value_sampling.hpp"

#include <algorithm>
#include <random>

#include "lab/machine/world.hpp"

namespace doorway::lab {
namespace {

// A scheduler that draws lots.
class run {
 public:
  run(const program& code, value_table& values, std::uint32_t seed)
      : on_(code, false), values_(values), random_(seed) {}

  // From the beginning until nobody moves any more, or `most` steps; the number of steps made.
  std::uint32_t go(std::uint32_t most, std::uint32_t crashes) {
    on_.reset();
    std::uint32_t made = 0;
    for (std::uint32_t idle = 0; made < most && idle < 4 * on_.n(); ++idle) {
      const auto p = below(on_.n());
      const observation& now = on_.view(p);
      for (std::uint32_t burst = 1 + below(1U << below(6)); burst > 0 && (on_.can_move(p) || now.has_stores());
           --burst, ++made) {
        idle = 0;
        if (now.has_stores() && (!on_.can_move(p) || below(3) == 0)) {
          on_.drain(p);
        } else if (crashes > 0 && on_.may_crash(p) && below(200) == 0) {
          on_.crash(p);
          --crashes;
          break;
        } else {
          step(p);
        }
      }
    }
    return made + 1;
  }

 private:
  std::uint32_t below(std::uint64_t limit) { return static_cast<std::uint32_t>(random_() % limit); }

  void step(process_id p) {
    const bool shows = !on_.view(p).buffered;
    const auto [doing, value, flickered] = on_.step(p, on_.undecided(p) ? chosen(on_.view(p).next) : 0);
    if (answers(doing.kind) && shows) may_be_read(doing.where, value);
    const bool puts =
        doing.kind == action::write || doing.kind == action::write_end || (doing.kind == action::take && value == 0);
    if (puts && on_.info(doing.where).lock) may_be_read(doing.where, doing.value);
  }
  word chosen(const operation& next) {
    if (next.kind == action::choice) return below(next.value);
    const auto& any = values_.flickers[next.where];
    return values_.value(next.where, any[below(any.size())]);
  }
  void may_be_read(std::uint32_t where, word value) { values_.make_readable(where, values_.number(where, value)); }

  world on_;
  value_table& values_;
  std::mt19937 random_;
};

}  // namespace

void walk(const program& code, value_table& values, std::uint32_t steps, std::uint32_t seed, std::uint32_t crashes) {
  run together(code, values, seed);
  // Passages without end: no longer runs than show every value that a bounded register takes.
  const std::uint32_t most = code.how().passages == 0 ? 300 * code.size().n : 4000;
  for (std::uint32_t made = 0; made < steps;) made += together.go(std::min(steps - made, most), crashes);
}

}  // namespace doorway::lab
