#include "lab/rmr/crew.hpp"

#include <array>
#include <cstddef>

namespace doorway::lab::rmr {

namespace {

// A fiber wipes the free part of its stack at each resume, which is what the explorer needs and what a step here would
// mostly consist of. So a measured process lives far down its stack.
constexpr std::size_t unused_stack = std::size_t{20} << 10U;

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
  return ((hash << 7U | hash >> 57U) ^ more) * 0x9E3779B97F4A7C15U;
}

process_id members(const subject& what, process_id active) { return active == 0 ? what.size().n : active; }

// The process number of the i-th of the crew.
process_id number_of(const subject& what, process_id active, process_id i) {
  return active < 2 ? i : i * (what.size().n - 1) / (active - 1);
}

// The home of each register, by its place in the crew.
std::vector<process_id> homes(const subject& what, process_id active) {
  auto home = what.shared().home;
  if (active == 0) return home;
  for (auto& one : home) {
    process_id place = memory::nobody;
    for (process_id i = 0; i < active; ++i)
      if (number_of(what, active, i) == one) place = i;
    one = place;
  }
  return home;
}

}  // namespace

crew::crew(const subject& what, const cost_model& model, word sessions, std::uint64_t seed, process_id active)
    : meter_(model, homes(what, active), members(what, active)),
      value_(what.shared().initial),
      looked_at_(value_.size() * members(what, active)),
      sessions_(sessions == 0 ? 1 : sessions),
      chance_(seed) {
  for (process_id i = 0; i < members(what, active); ++i) {
    auto& one = *all_.emplace_back(std::make_unique<member>());
    one.place = i;
    one.self.id = number_of(what, active, i);
    one.what = &what;
    process::running = &one.self;
    one.self.body.birth(&crew::run, &one);
  }
}

void crew::run(void* argument) {
  std::array<std::byte, unused_stack> nothing;
  asm volatile("" : : "r"(nothing.data()) : "memory");  // it is there
  auto& one = *static_cast<member*>(argument);
  one.what->run(one.self);
}

step_taken crew::step(process_id p) {
  member& one = *all_[p];
  const bool waited = one.self.in_await;
  const auto evaluations = one.self.evaluations;
  step_taken taken{.what = one.self.posted};
  one.self.answer = perform(one, taken.what, taken);
  if (waited) look(one, taken);

  process::running = &one.self;
  one.self.body.resume();

  taken.ended = taken.what.kind != wish::set_out && one.self.posted.kind == wish::set_out;
  if (one.self.evaluations != evaluations || !one.self.in_await) {  // an evaluation is over
    one.dozes = one.self.in_await && one.quiet && one.seen == one.seen_before;
    one.seen_before = one.quiet ? one.seen : 0;
    one.seen = 1;
    one.quiet = true;
    if (!one.dozes) ++one.evaluation;
  }
  return taken;
}

word crew::perform(member& one, const operation& what, step_taken& taken) {
  const process_id p = one.place;
  switch (what.kind) {
    case wish::set_out: one.rmrs = 0; return one.session != 0 ? one.session : 1 + chance_() % sessions_;
    case wish::read:
      taken.remote = meter_.charge(p, what.where, access::read);
      taken.seen = value_[what.where];
      break;
    case wish::write:
    case wish::add:
      taken.remote = meter_.charge(p, what.where, access::write);
      if (what.kind == wish::add) taken.seen = value_[what.where];
      value_[what.where] = what.leaves(value_[what.where]);
      disturb(p, what.where);
      break;
    case wish::leave: break;
  }
  if (taken.remote) ++one.rmrs;
  return taken.seen;
}

void crew::look(member& one, const step_taken& taken) {
  if (one.dozes) ++one.evaluation;  // somebody runs it all the same: it looks anew
  one.dozes = false;
  if (taken.remote || taken.what.writes()) one.quiet = false;
  one.seen = mixed(mixed(one.seen, taken.what.where), taken.seen);
  if (taken.what.kind == wish::read) looked_at_[std::size_t{taken.what.where} * size() + one.place] = one.evaluation;
}

void crew::disturb(process_id writer, std::uint32_t r) {
  for (process_id q = 0; q < size(); ++q) {
    member& other = *all_[q];
    if (q == writer || looked_at_[std::size_t{r} * size() + q] != other.evaluation) continue;
    other.quiet = false;
    if (other.dozes) {
      other.dozes = false;
      other.seen_before = 0;
      other.quiet = true;
      ++other.evaluation;
    }
  }
}

bool crew::costs(process_id p) const {
  const auto& next = all_[p]->self.posted;
  return next.is_access() && meter_.remote(p, next.where, next.kind == wish::read ? access::read : access::write);
}

bool crew::spoils(process_id p, process_id q) const {
  const auto& next = all_[p]->self.posted;
  return next.writes() && meter_.holds(q, next.where);
}

}  // namespace doorway::lab::rmr
