#include "lab/rmr/schedule.hpp"

#include <bit>

namespace doorway::lab::rmr {

namespace {

// 1, 2, 4, .. up to about 4n.
std::uint64_t some_steps(std::mt19937_64& chance, process_id n) {
  return std::uint64_t{1} << chance() % static_cast<unsigned>(std::bit_width(n) + 2);
}

// The first process from `from` on that does not doze, `not_this` left out; if there is none, n.
process_id awake_from(const crew& all, process_id from, process_id not_this) {
  for (process_id i = 0; i < all.size(); ++i) {
    const process_id p = (from + i) % all.size();
    if (p != not_this && !all.dozes(p)) return p;
  }
  return all.size();
}

// Reads that cost and tell nothing, of one process before the others have their turn.
std::uint64_t most_in_a_row(process_id n) { return 4 * std::uint64_t{n}; }

constexpr process_id none = ~process_id{0};

process_id drawn(std::mt19937_64& chance, process_id n) { return static_cast<process_id>(chance() % n); }

}  // namespace

process_id round_robin::next(const crew& all) {
  const process_id after = (last_ + 1) % all.size();
  const process_id found = awake_from(all, after, none);
  last_ = found == all.size() ? after : found;
  return last_;
}

process_id at_random::next(const crew& all) {
  if (left_ == 0 || all.dozes(who_)) {
    const process_id from = drawn(chance_, all.size());
    const process_id found = awake_from(all, from, none);
    who_ = found == all.size() ? from : found;
    left_ = some_steps(chance_, all.size());
  }
  --left_;
  return who_;
}

bool greedy::pays_for_nothing(const crew& all) const {
  const operation next = all.next(victim_);
  return next.kind == action::read && all.costs(victim_) && seen_[next.where].any &&
         seen_[next.where].value == all.value(next.where);
}

process_id greedy::some_other(const crew& all) { return awake_from(all, drawn(chance_, all.size()), victim_); }

process_id greedy::next(const crew& all) {
  const process_id n = all.size();
  seen_.resize(all.registers());
  if (n == 1) return victim_;
  if (pays_for_nothing(all) && in_a_row_ < most_in_a_row(n)) return victim_;  // 1

  const process_id from = drawn(chance_, n);
  for (process_id i = 0; i < n; ++i) {  // 2
    const process_id p = (from + i) % n;
    if (p != victim_ && !all.dozes(p) && all.spoils(p, victim_)) return p;
  }
  const process_id other = some_other(all);
  if (other == n) return victim_;
  if (hold_back_) return other;
  if (others_ > 0 || all.dozes(victim_)) {  // 3
    if (others_ > 0) --others_;
    return other;
  }
  return victim_;  // 4
}

void greedy::took(const crew& all, process_id p, const step_taken& step) {
  const auto most = most_in_a_row(all.size());
  if (p != victim_) {
    if (++since_ == most) in_a_row_ = 0;
    return;
  }
  since_ = 0;
  seen_.resize(all.registers());
  if (step.remote && step.what.kind == action::read) ++in_a_row_;
  else in_a_row_ = 0;
  others_ = in_a_row_ >= most ? most : some_steps(chance_, all.size()) - 1;
  if (is_access(step.what.kind)) seen_[step.what.where] = {true, step.what.leaves(step.seen)};
  if (step.ended && !stay_) {
    victim_ = (victim_ + 1) % all.size();
    seen_.assign(all.registers(), {});
  }
}

std::unique_ptr<schedule> make_schedule(std::string_view name, std::uint64_t seed) {
  if (name == "random") return std::make_unique<at_random>(seed);
  if (name == "round-robin") return std::make_unique<round_robin>();
  if (name == "greedy") return std::make_unique<greedy>(seed);
  return nullptr;
}

}  // namespace doorway::lab::rmr
