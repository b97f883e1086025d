#include "lab/rmr/crew.hpp"

#include <stdexcept>
#include <utility>

namespace doorway::lab::rmr {

namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
  return ((hash << 7U | hash >> 57U) ^ more) * 0x9E3779B97F4A7C15U;
}

process_id members(const program& what, process_id active) { return active == 0 ? what.size().n : active; }

// The process number of the i-th of the crew.
process_id number_of(const program& what, process_id active, process_id i) {
  return active < 2 ? i : i * (what.size().n - 1) / (active - 1);
}

// The home of each register, by its place in the crew.
std::vector<process_id> homes(const program& what, process_id active) {
  std::vector<process_id> place(what.size().n, nobody);
  for (process_id i = 0; i < members(what, active); ++i) place[number_of(what, active, i)] = i;
  std::vector<process_id> home;
  for (const auto& one : what.shared().registers()) home.push_back(one.home == nobody ? nobody : place[one.home]);
  return home;
}

}  // namespace

crew::crew(const program& what, const cost_model& model, std::uint64_t seed, process_id active)
    : on_(what, false),
      all_(members(what, active)),
      meter_(model, homes(what, active), size()),
      looked_at_(registers() * size()),
      chance_(seed) {
  for (process_id p = 0; p < size(); ++p) {
    all_[p].number = number_of(what, active, p);
    see_that_all_is_well(p);
  }
}

void crew::see_that_all_is_well(process_id p) const {
  const auto number = all_[p].number;
  if (const auto wrong = on_.mistake(number); !wrong.empty())
    throw std::logic_error("process " + std::to_string(number) + " " + wrong);
}

operation crew::next(process_id p) const {
  const operation& posted = on_.view(all_[p].number).next;
  return all_[p].rests && is_access(posted.kind) ? operation{action::pause} : posted;
}

step_taken crew::step(process_id p) {
  member& one = all_[p];
  const auto looks_before = looks(p);
  step_taken taken{.what = next(p)};
  const bool sets_out = one.rests;
  if (sets_out) one.rmrs = 0;
  if (!sets_out || !is_access(on_.view(one.number).next.kind)) go_on(p, taken);
  taken.ended = !sets_out && at(p) == stage::remainder;
  one.rests = taken.ended;
  if (taken.ended || looks(p) != looks_before || !in_await(p)) {  // an evaluation is over
    one.dozes = in_await(p) && one.quiet && one.seen == one.seen_before;
    one.seen_before = one.quiet ? one.seen : 0;
    one.seen = 1;
    one.quiet = true;
    if (!one.dozes) ++one.evaluation;
  }
  return taken;
}

void crew::go_on(process_id p, step_taken& taken) {
  member& one = all_[p];
  const bool waited = in_await(p);
  const operation& what = taken.what;
  if (is_access(what.kind))
    taken.remote = meter_.charge(p, what.where, what.kind == action::read ? access::read : access::write);
  if (taken.remote) ++one.rmrs;
  word session = 0;
  if (what.kind == action::choice) session = one.session != 0 ? one.session - 1 : chance_() % what.value;
  taken.seen = on_.step(one.number, session).value;
  see_that_all_is_well(p);
  if (writes(what)) disturb(p, what.where);
  if (waited) look(p, taken);
}

void crew::look(process_id p, const step_taken& taken) {
  member& one = all_[p];
  if (one.dozes) ++one.evaluation;  // somebody runs it all the same: it looks anew
  one.dozes = false;
  if (taken.remote || writes(taken.what)) one.quiet = false;
  one.seen = mixed(mixed(one.seen, taken.what.where), taken.seen);
  if (taken.what.kind == action::read) looked_at_[std::size_t{taken.what.where} * size() + p] = one.evaluation;
}

void crew::disturb(process_id writer, std::uint32_t r) {
  for (process_id q = 0; q < size(); ++q) {
    member& other = all_[q];
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
  const operation what = next(p);
  return is_access(what.kind) && meter_.remote(p, what.where, what.kind == action::read ? access::read : access::write);
}

bool crew::spoils(process_id p, process_id q) const {
  const operation what = next(p);
  return writes(what) && meter_.holds(q, what.where);
}

}  // namespace doorway::lab::rmr
