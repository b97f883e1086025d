#include "lab/automata/component.hpp"

#include <stdexcept>
#include <utility>

namespace doorway::lab {

std::vector<std::uint32_t> owned(const std::vector<register_info>& registers, process_id p) {
  std::vector<std::uint32_t> list;
  for (std::uint32_t r = 0; r < registers.size(); ++r)
    if (registers[r].owner() == p) list.push_back(r);
  return list;
}

component::component(const program& code, process_id p, bool by_order) : code_(code), p_(p), by_order_(by_order) {
  const auto& registers = code.shared().registers();
  slot_.assign(registers.size(), none);
  std::uint32_t slot = 0;
  for (auto r : owned(registers, p)) slot_[r] = slot++;
  process_.buffers = code.how().buffer > 0;
  process_.unfenced = &code.how().without_fences;
  process_.no_ticket = by_order ? ticket_zero : 0;
}

void component::begin(void* self) {
  auto* const me = static_cast<component*>(self);
  me->code_.run(me->process_, me->p_, me->recovering_);
}

void component::reset() {
  seen_ = {};
  for (const auto& r : code_.shared().registers())
    if (r.owner() == p_) seen_.own.push_back(r.initial);
  process_.now = {};
  buffer_.clear();
  give_birth(false);
}

void component::give_birth(bool recovering) {
  recovering_ = recovering;
  process::running = &process_;
  process_.body.birth(&component::begin, this);
  look();
}

void component::go_on(word answer) {
  process::running = &process_;
  process_.answer = answer;
  if (saved_) process_.body.resume();
  else process_.body.go_on();
  if (by_order_ && !code_.carries() && seen_.at != stage::remainder && process_.now.seen() == stage::remainder) {
    process_.now = {};
    return give_birth(false);
  }
  look();
}

// Shows what the fiber has just posted.
void component::look() {
  seen_.next = process_.posted;
  seen_.at = process_.now.seen();
  seen_.session = process_.now.seen() == stage::remainder ? 0 : process_.now.session;
  seen_.crashed = false;
  if (process_.buffers) look_at_buffer();
  if (seen_.next.kind != action::write && seen_.next.kind != action::store && seen_.next.kind != action::add) return;
  const auto& target = code_.shared().registers()[seen_.next.where];
  if (!target.may_write(p_)) go_wrong(seen_.next.where, flaw::not_the_writer);
  else if (seen_.next.kind == action::add && target.safe) go_wrong(seen_.next.where, flaw::not_atomic);
  else if (seen_.next.kind != action::add && is_outside(seen_.next.where, seen_.next.value))
    go_wrong(seen_.next.where, flaw::out_of_domain);
}

bool component::is_outside(std::uint32_t where, word value) const {
  const word domain = code_.shared().registers()[where].domain;
  return code_.how().domains && domain != unbounded && value >= domain;
}

// What its buffer means for what it is about to do.
void component::look_at_buffer() {
  if (process_.announced_by.file[0] != 0) call_site::announces.insert(std::exchange(process_.announced_by, {}));
  const operation& next = seen_.next;
  const bool full = buffer_.size() >= code_.how().buffer;
  const bool fences = next.kind == action::write || next.kind == action::take || next.kind == action::add;
  seen_.oldest = buffer_.empty() ? operation{} : operation{action::store, buffer_.front().where, buffer_.front().value};
  seen_.held = (fences && !buffer_.empty()) || (next.kind == action::store && full);
  seen_.hidden = false;
  seen_.buffered.reset();
  const bool waits = seen_.at == stage::waiting || seen_.at == stage::awaiting;
  for (const auto& one : buffer_) {
    if (waits && one.of_doorway) seen_.hidden = true;
    if (next.kind == action::read && one.where == next.where) seen_.buffered = one.value;  // the newest is the last
  }
}

void component::drain() {
  const stored oldest = buffer_.front();
  buffer_.erase(buffer_.begin());
  if (owns(oldest.where)) seen_.own[slot_[oldest.where]] = oldest.value;
  look_at_buffer();
}

void component::take(const input& what) {
  if (what.what == input::kind::crash) return crash(what.value);
  if (what.what == input::kind::drain) return drain();
  const operation doing = seen_.next;
  switch (doing.kind) {
    case action::read:
    case action::take:
    case action::choice: return go_on(what.value);
    case action::add: {
      const word sum = what.value + doing.value;
      if (is_outside(doing.where, sum)) return go_wrong(doing.where, flaw::out_of_domain);  // and adds nothing
      if (owns(doing.where)) seen_.own[slot_[doing.where]] = sum;
      return go_on(what.value);
    }
    case action::pause: return go_on(0);
    case action::store:
      buffer_.push_back({doing.where, doing.value, process_.now.at == stage::doorway});
      return go_on(0);
    case action::write:
      if (code_.shared().registers()[doing.where].safe) {
        if (owns(doing.where)) seen_.own[slot_[doing.where]] = in_flux;
        seen_.next.kind = action::write_end;
        if (process_.now.setting_out) {  // the first half of the step is a step: it has left its remainder
          process_.now.setting_out = false;
          seen_.at = process_.now.at;
          seen_.session = process_.now.session;
        }
        if (seen_.crashed) {  // somebody recovers it
          seen_.crashed = false;
          seen_.at = process_.now.at;
        }
        return;
      }
      [[fallthrough]];
    case action::write_end:
      if (owns(doing.where)) seen_.own[slot_[doing.where]] = doing.value;
      return go_on(0);
    case action::done:
    case action::dead:
    case action::bad:
    case action::drain: break;
  }
  throw std::logic_error("a process that has stopped for good was asked to take a step");
}

void component::crash(word left) {
  if (seen_.next.kind == action::write_end && owns(seen_.next.where)) seen_.own[slot_[seen_.next.where]] = left;
  const bool inside = seen_.at == stage::critical;
  const word session = inside ? seen_.session : 0;
  if (code_.how().recover) {
    process_.now.setting_out = false;
    process_.now.session = 0;
    give_birth(true);
  } else {
    process_.now = {};
    seen_.next = {action::dead, 0, 0};
  }
  seen_.session = session;
  seen_.at = inside ? stage::critical : stage::exit;
  seen_.crashed = true;
}

component::state component::save() const {
  state all{{}, process_.now, seen_, buffer_};
  if (seen_.next.kind != action::dead && seen_.next.kind != action::done && seen_.next.kind != action::bad)
    all.stack = process_.body.save();
  return all;
}

void component::restore(const state& from) {
  if (!from.stack.empty()) process_.body.restore(from.stack);
  process_.now = from.where;
  seen_ = from.seen;
  buffer_ = from.buffer;
}

}  // namespace doorway::lab
