#include "seen_by_the_lab.hpp"

#include <optional>
#include <stdexcept>
#include <utility>

#include "lab/automata/learn_by_snapshot.hpp"
#include "lab/automata/minimise.hpp"
#include "lab/automata/value_sampling.hpp"
#include "lab/properties/order.hpp"
#include "lab/search/explore.hpp"
#include "lab/search/model.hpp"

namespace doorway::lab {
namespace {

constexpr std::size_t enough_memory = std::size_t{24} << 20U;  // the levels that are compared fit into it

second::does told(action what) {
  switch (what) {
    case action::read: return second::does::read;
    case action::write: return second::does::write;
    case action::store: return second::does::store;
    case action::write_end: return second::does::second_half;
    case action::add: return second::does::add;
    case action::pause: return second::does::step;
    case action::choice: return second::does::choose;
    case action::done: return second::does::rest;
    case action::dead: return second::does::lie_dead;
    case action::bad: return second::does::err;
    case action::take:
    case action::drain: break;
  }
  throw std::logic_error("no algorithm does that");
}

word told(flaw what) {
  switch (what) {
    case flaw::index_out_of_range: return static_cast<word>(second::mistake::no_such_register);
    case flaw::blind_await: return static_cast<word>(second::mistake::blind_await);
    case flaw::not_the_writer: return static_cast<word>(second::mistake::not_its_register);
    case flaw::not_atomic: return static_cast<word>(second::mistake::adds_to_safe);
    case flaw::out_of_domain: return static_cast<word>(second::mistake::outside_domain);
    case flaw::broken_promise:
    case flaw::none: break;
  }
  throw std::logic_error("no algorithm errs so");
}

second::place told(stage at) {
  switch (at) {
    case stage::remainder: return second::place::remainder;
    case stage::doorway: return second::place::doorway;
    case stage::waiting: return second::place::waiting;
    case stage::awaiting: return second::place::looking;
    case stage::critical: return second::place::critical;
    case stage::exit: return second::place::exit;
    case stage::abort: return second::place::abort;
    case stage::recover: break;
  }
  return second::place::recover;
}

second::face told(const observation& seen) {
  second::face one;
  const bool errs = seen.next.kind == action::bad;
  one.next = {told(seen.next.kind), seen.next.where, errs ? told(static_cast<flaw>(seen.next.value)) : seen.next.value};
  one.at = told(seen.at);
  one.crashed = seen.crashed;
  one.session = seen.session;
  one.held = seen.held;
  one.has_stores = seen.has_stores();
  if (one.has_stores) one.oldest = {seen.oldest.where, seen.oldest.value};
  return one;
}

template <std::size_t Words>
second::sight told(const product& of, const order_of_arrival& order, const key<Words>& at) {
  second::sight seen;
  for (std::uint32_t r = 0; r < of.registers().size(); ++r) seen.registers.push_back(of.value(at, r));
  product::states now{};
  of.unpack(at, now);
  for (process_id p = 0; p < of.n(); ++p) {
    auto one = told(of.component(p).seen(now[p]));
    for (process_id a = 0; a < of.n(); ++a)
      if (order.is_ahead(at.data(), a, p)) one.before |= std::uint32_t{1} << a;
    seen.processes.push_back(one);
  }
  return seen;
}

// Nothing, if it met what had not been learned.
template <std::size_t Words>
std::optional<second::view> explored(const product& together, const watch& look, value_table& values,
                                     std::uint32_t deepest) {
  const preemption_bound preemption;
  const model<Words> watched(together, look, preemption);
  exploration_limits limits;
  limits.threads = 1;
  limits.keep_levels = true;
  limits.memory = enough_memory;
  exploration<model<Words>> all(watched, limits);
  const bool complete = all.run() == ending::complete;
  for (const auto& d : all.notes(0).missing) values.make_readable(d.where, d.number);
  if (!all.notes(0).missing.empty()) return {};
  if (!complete && all.levels().size() < std::size_t{deepest} + 2)
    throw std::length_error("too little memory to compare");
  second::view seen;
  seen.states = all.reached().states;
  const auto& order = look.remembered.the<order_of_arrival>();
  const auto bytes = [&](const key<Words>& at) { return told(together, order, at).bytes(); };
  for (std::uint32_t depth = 0; depth < all.levels().size() && depth <= deepest; ++depth)
    for (const auto& at : all.levels()[depth]) {
      const auto from = bytes(at);
      seen.depths.try_emplace(from, depth);
      if (depth == deepest) continue;
      typename model<Words>::notes pad;
      watched.steps(at, pad, [&](const edge& by, const key<Words>& to) {
        using kind = second::edge::kind;
        seen.see_step(from, by.p, by.crash ? kind::crash : by.drain ? kind::drain : kind::step, bytes(to));
      });
    }
  return seen;
}

std::optional<second::view> explored(product& together, const program& code, value_table& values,
                                     std::uint32_t deepest) {
  watch look;
  look.sessions = code.solves() == problem::group_exclusion;
  look.remembered.the<order_of_arrival>().attach(together.packing(), code);
  switch (together.packing().words()) {
    case 1: return explored<1>(together, look, values, deepest);
    case 2: return explored<2>(together, look, values, deepest);
    case 3: return explored<3>(together, look, values, deepest);
    case 4:
    case 5: return explored<5>(together, look, values, deepest);
    default: return explored<layout::most_words>(together, look, values, deepest);
  }
}

}  // namespace

second::setting as_the_second_has_it(const setting& how) {
  second::setting one;
  one.size = how.size;
  one.passages = how.passages;
  one.crashes = how.crashes;
  one.registers = how.registers == register_model::declared ? second::registers_are::as_declared
                  : how.registers == register_model::atomic ? second::registers_are::all_atomic
                                                            : second::registers_are::all_safe;
  one.may_give_up = how.abort;
  one.may_be_recovered = how.recover;
  one.domains_count = how.domains;
  one.buffer = how.buffer;
  one.largest_flicker = how.largest_flicker();
  return one;
}

second::view seen_by_the_lab(const program& code, std::uint32_t deepest) {
  const auto& registers = code.shared().registers();
  const auto crashes = code.how().crashes;
  value_table values(registers);
  values.set_flickers(registers, code.how().largest_flicker());
  walk(code, values, 5000, 1, crashes);
  values.set_flickers(registers, code.how().largest_flicker());
  learning_limits limits;
  limits.crashes = crashes > 0;
  limits.states = 30'000;
  try {
    learner snapshots(code, values, limits);
    for (;;) {
      snapshots.close();
      std::vector<automaton> small;
      for (const auto& a : snapshots.automata()) small.push_back(minimise(a));
      product together(std::move(small), registers, values, crashes);
      if (auto seen = explored(together, code, values, deepest)) return *std::move(seen);
    }
  } catch (const too_rich&) {  // as check() does
    constexpr std::uint32_t most = 1U << 21U;
    limits.states = most;
    learner snapshots(code, values, limits);
    product together(snapshots, registers, values, crashes, most, 16, code.how().buffer > 0);
    return explored(together, code, values, deepest).value();
  }
}

}  // namespace doorway::lab
