#include "system.hpp"

#include <utility>

namespace doorway::second {
namespace {

void put(std::string& text, word value) {
  for (; value > 0x7FU; value >>= 7U) text.push_back(static_cast<char>(value | 0x80U));
  text.push_back(static_cast<char>(value));
}

word take(const char*& from) {
  word value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<std::uint8_t>(*from++);
    value |= word{byte & 0x7FU} << shift;
    if (byte < 0x80U) return value;
  }
}

}  // namespace

system::system(const subject& of, const setting& how, bool with_order)
    : subject_(of), how_(how), with_order_(with_order), run_(subject_, how_), known_(how.size.n) {
  infinity_written_.resize(of.registers().size());
}

std::uint32_t system::number_of(process_id p, const process& it) {
  book& of = known_[p];
  const auto [at, is_new] = of.numbers.try_emplace(it.bytes(), static_cast<std::uint32_t>(of.all.size()));
  if (!is_new) return at->second;
  of.all.push_back(it);
  const bool writes = it.next.what == does::write || it.next.what == does::store;
  if (writes && it.next.value == infinity && !infinity_written_[it.next.where])
    infinity_written_[it.next.where] = again_ = true;
  return at->second;
}

std::string system::packed(const state& of) const {
  std::string text;
  for (const auto one : of.registers) put(text, one);
  for (const auto one : of.torn) text.push_back(static_cast<char>(one));
  for (const auto one : of.who) put(text, one);
  for (const auto one : of.before) put(text, one);
  return text;
}

state system::at(std::uint32_t number) const {
  const char* from = states_[number]->data();
  const auto count = subject_.registers().size();
  state of;
  for (std::size_t i = 0; i < count; ++i) of.registers.push_back(take(from));
  for (std::size_t i = 0; i < count; ++i) of.torn.push_back(static_cast<std::uint8_t>(*from++));
  for (process_id p = 0; p < n(); ++p) of.who.push_back(static_cast<std::uint32_t>(take(from)));
  for (process_id p = 0; p < n(); ++p) of.before.push_back(static_cast<std::uint32_t>(take(from)));
  return of;
}

void system::explore() {
  // What a flickering read may return includes infinity where somebody writes that: once more, if that was not known.
  for (again_ = true; std::exchange(again_, false);) {
    numbers_.clear();
    states_.clear();
    depths_.clear();
    who_.clear();
    first_edge_.clear();
    edges_.clear();
    order_broken = false;
    state first;
    for (const auto& one : subject_.registers()) first.registers.push_back(one.initial);
    first.torn.resize(first.registers.size());
    first.before.resize(n());
    for (process_id p = 0; p < n(); ++p) first.who.push_back(number_of(p, run_.born(p)));
    depths_.push_back(0);
    reach(first, 0, edge::kind::step);
    edges_.clear();  // none leads there
    complete_depth_ = everything;
    for (std::uint32_t i = 0; i < size(); ++i) {
      if (i > 0 && depths_[i] > depths_[i - 1] && size() > how_.most_states) complete_depth_ = depths_[i];
      first_edge_.push_back(edges_.size());
      if (!is_complete()) continue;  // its steps are not asked for
      const state from = at(i);
      const auto depth = depths_[i] + 1;
      for (process_id p = 0; p < n(); ++p) steps_of(from, p);
      depths_.resize(states_.size(), depth);
    }
    first_edge_.push_back(edges_.size());
    bool safe = false;
    for (std::uint32_t r = 0; r < first.registers.size(); ++r) safe = safe || is_safe(r);
    again_ = again_ && safe;
  }
}

void system::reach(const state& to, process_id p, edge::kind by) {
  const auto [at, is_new] = numbers_.try_emplace(packed(to), size());
  if (is_new) {
    states_.push_back(&at->first);
    who_.insert(who_.end(), to.who.begin(), to.who.end());
  }
  edges_.push_back({at->second, static_cast<std::uint8_t>(p), by});
}

// p has come to stand there.
void system::after(const state& from, state to, process_id p, const process& now, edge::kind by) {
  to.who[p] = number_of(p, now);
  if (with_order_ && by == edge::kind::step) {
    std::vector<const process*> was, is;
    for (process_id q = 0; q < n(); ++q) {
      was.push_back(&of(from, q));
      is.push_back(&of(to, q));
    }
    const bool groups = subject_.solves() == problem::group_exclusion;
    if (note_order(to.before, p, groups, was, is) >= how_.size.inside()) order_broken = true;
  }
  reach(to, p, by);
}

std::uint32_t system::writers(const state& in, std::uint32_t where) const {
  std::uint32_t count = 0;
  for (process_id p = 0; p < n(); ++p) count += of(in, p).halfway && of(in, p).next.where == where ? 1U : 0U;
  return count;
}

std::vector<word> system::anything(std::uint32_t where) const {
  const one_register& one = subject_.registers()[where];
  const word most = one.domain != unbounded ? one.domain - 1 : how_.largest_flicker;
  std::vector<word> all;
  for (word value = 0; value <= most; ++value) all.push_back(value);
  if (one.initial > most) all.push_back(one.initial);
  if (infinity_written_[where] && infinity > most && one.initial != infinity && one.domain == unbounded)
    all.push_back(infinity);
  return all;
}

void system::steps_of(const state& from, process_id p) {
  const process& it = of(from, p);
  const auto go = [&](word answer) {
    process now = it;
    run_.go_on(p, now, answer);
    after(from, from, p, now, edge::kind::step);
  };
  if (!it.stops() && !it.held) switch (it.next.what) {
      case does::read: read(from, p); break;
      case does::add:
      case does::write: write(from, p); break;
      case does::store:
      case does::step: go(0); break;
      case does::choose:
        for (word i = 0; i < it.next.value; ++i) go(i);
        break;
      default: break;
    }
  if (!it.buffer.empty()) {
    process now = it;
    state to = from;
    to.registers[it.buffer.front().where] = it.buffer.front().value;
    run_.drain(p, now);
    after(from, to, p, now, edge::kind::drain);
  }
  std::uint32_t crashed = 0;
  for (process_id q = 0; q < n(); ++q) crashed += of(from, q).crashed ? 1U : 0U;
  if (crashed < how_.crashes && it.may_crash()) crash(from, p);
}

void system::read(const state& from, process_id p) {
  const process& it = of(from, p);
  const auto see = [&](word value) {
    process now = it;
    run_.go_on(p, now, value);
    after(from, from, p, now, edge::kind::step);
  };
  if (it.from_buffer) see(*it.from_buffer);
  else if (writers(from, it.next.where) == 0) see(from.registers[it.next.where]);
  else
    for (const word value : anything(it.next.where)) see(value);
}

void system::write(const state& from, process_id p) {
  const process& it = of(from, p);
  const auto where = it.next.where;
  process now = it;
  state to = from;
  if (it.next.what == does::add) {
    const word held = from.registers[where];
    const word domain = subject_.registers()[where].domain;
    if (how_.domains_count && domain != unbounded && held + it.next.value >= domain) {
      run_.err(p, now);
    } else {
      to.registers[where] = held + it.next.value;
      run_.go_on(p, now, held);
    }
    return after(from, to, p, now, edge::kind::step);
  }
  if (it.halfway) return end_write(from, p, false);
  if (is_safe(where)) {
    to.registers[where] = 0;
    to.torn[where] = writers(from, where) != 0 ? 1 : 0;
    run_.begin_write(p, now);
  } else {
    to.registers[where] = it.next.value;
    run_.go_on(p, now, 0);
  }
  after(from, to, p, now, edge::kind::step);
}

// The write of p is over; or p has died in the middle of it.
void system::end_write(const state& from, process_id p, bool died) {
  const process& it = of(from, p);
  const auto where = it.next.where;
  process now = it;
  if (died) run_.crash(p, now);
  else run_.go_on(p, now, 0);
  state to = from;
  const auto by = died ? edge::kind::crash : edge::kind::step;
  if (writers(from, where) > 1) {
    if (died) to.torn[where] = 1;
    return after(from, to, p, now, by);
  }
  const bool open = died || from.torn[where] != 0;
  to.torn[where] = 0;
  for (const word value : open ? anything(where) : std::vector<word>{it.next.value}) {
    to.registers[where] = value;
    after(from, to, p, now, by);
  }
}

void system::crash(const state& from, process_id p) {
  process now = of(from, p);
  if (now.halfway) return end_write(from, p, true);
  run_.crash(p, now);
  after(from, from, p, now, edge::kind::crash);
}

}  // namespace doorway::second
