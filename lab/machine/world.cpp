#include "lab/machine/world.hpp"

namespace doorway::lab {

world::world(const program& code, bool saved) : code_(code), info_(code.shared().registers()) {
  for (process_id p = 0; p < code.size().n; ++p) {
    processes_.push_back(std::make_unique<component>(code, p));
    if (!saved) processes_.back()->never_saved();
  }
  reset();
}

void world::reset() {
  registers_.clear();
  for (const auto& r : info_) registers_.push_back(r.initial);
  torn_.assign(info_.size(), false);
  sites_.resize(n());
  for (process_id p = 0; p < n(); ++p) {
    processes_[p]->reset();
    note(p);
  }
}

// Where p, whose fiber has just run, stands in the text.
void world::note(process_id p) { sites_[p] = call_site::last; }

std::vector<observation> world::views() const {
  std::vector<observation> all;
  for (const auto& c : processes_) all.push_back(c->now());
  return all;
}

bool world::in_progress(std::uint32_t where) const {
  if (!info_[where].safe) return false;
  for (const auto& c : processes_)
    if (c->now().next.kind == action::write_end && c->now().next.where == where) return true;
  return false;
}

bool world::can_move(process_id p) const {
  const action next = view(p).next.kind;
  return next != action::done && next != action::dead && next != action::bad && !view(p).held;
}

std::string world::mistake(process_id p) const {
  const operation& next = view(p).next;
  if (next.kind != action::bad) return "";
  const auto how = static_cast<flaw>(next.value);
  return to_string(how, concerns_a_register(how) ? info_[next.where].name : "");
}

bool world::undecided(process_id p) const {
  const operation& next = view(p).next;
  switch (next.kind) {
    case action::choice: return true;
    case action::read: return !view(p).buffered && in_progress(next.where);
    case action::write_end: {
      std::uint32_t writers = 0;
      for (const auto& c : processes_)
        if (c->now().next.kind == action::write_end && c->now().next.where == next.where) ++writers;
      return torn_[next.where] && writers == 1;
    }
    default: return false;
  }
}

world::deed world::step(process_id p, word chosen) {
  const operation doing = view(p).next;
  const bool open = undecided(p);
  deed did{doing, doing.value, open && answers(doing.kind)};
  if (doing.kind == action::choice || did.flickered) did.value = chosen;
  else if (answers(doing.kind)) did.value = view(p).buffered.value_or(registers_[doing.where]);
  if (doing.kind == action::write) {
    if (info_[doing.where].safe) torn_[doing.where] = in_progress(doing.where);
    else registers_[doing.where] = doing.value;
  }
  call_site::last = {};
  processes_[p]->take({input::kind::answer, did.value});
  if (doing.kind == action::take || (doing.kind == action::add && view(p).next.kind != action::bad))
    registers_[doing.where] = doing.leaves(did.value);
  if (doing.kind == action::write_end && !in_progress(doing.where))
    registers_[doing.where] = open ? chosen : doing.value;
  if (call_site::last.line != 0) note(p);
  return did;
}

void world::crash(process_id p, word left) {
  const operation doing = view(p).next;
  call_site::last = {};
  processes_[p]->take({input::kind::crash, left});
  if (doing.kind == action::write_end && !in_progress(doing.where)) registers_[doing.where] = left;
  for (std::size_t r = 0; r < info_.size(); ++r)
    if (info_[r].lock && registers_[r] == word{p} + 1) registers_[r] = 0;
  if (call_site::last.line != 0) note(p);
}

void world::drain(process_id p) {
  const operation oldest = view(p).oldest;
  registers_[oldest.where] = oldest.value;
  processes_[p]->take({input::kind::drain, 0});
}

// Why this cannot be; empty if it can.
std::string world::objection(const move& how) const {
  if (how.p >= n()) return "there is no such process";
  const observation& now = view(how.p);
  if (how.drain) return now.has_stores() ? "" : "it has no store in its buffer";
  const operation& doing = now.next;
  if (now.held && !how.crash) return "it waits until a store of its own has reached memory";
  if (!can_move(how.p) && !now.held) return "it takes no more steps";
  if (how.crash && now.has_stores()) return "it has stores in its buffer";
  if (how.crash && !may_crash(how.p)) return "it cannot crash here";
  const bool open = how.crash ? doing.kind == action::write_end : undecided(how.p);
  if (open && !how.value) return "something must be chosen here";
  if (!open && how.value) return "there is nothing to choose here";
  const word domain = doing.kind == action::choice ? doing.value
                      : is_access(doing.kind)      ? info_[doing.where].domain
                                                   : unbounded;
  return open && domain != unbounded && *how.value >= domain ? "that is no value to choose" : "";
}

std::string world::take(const move& how, trace_step& told) {
  if (auto why = objection(how); !why.empty()) return why;
  const observation before = view(how.p);
  const operation doing = how.drain ? before.oldest : before.next;
  told = {};
  told.p = how.p;
  told.kind = how.drain ? action::drain : doing.kind;
  told.crash = how.crash;
  told.before = before.at;
  told.was_crashed = before.crashed && !how.drain;
  told.buffered = answers(doing.kind) && !how.crash && before.buffered.has_value();
  if (is_access(doing.kind)) {
    told.where = doing.where;
    told.name = info_[doing.where].name;
    told.value = doing.value;
    const bool leaving = before.at == stage::exit || before.at == stage::abort || before.at == stage::recover;
    if (!how.drain) told.label = label_of(sites_[how.p], leaving);
  }
  if (how.drain) {
    drain(how.p);
  } else if (how.crash) {
    crash(how.p, how.value.value_or(0));
  } else {
    const deed did = step(how.p, how.value.value_or(0));
    if (is_access(doing.kind) || doing.kind == action::choice) told.value = did.value;
    told.flickered = did.flickered;
  }
  if (is_access(doing.kind)) told.left = in_progress(doing.where) ? in_flux : registers_[doing.where];
  const observation& after = view(how.p);
  told.after = after.at;
  if (after.next.kind == action::bad && !how.drain) {
    told.wrong = static_cast<flaw>(after.next.value);
    if (concerns_a_register(told.wrong)) told.wrong_name = info_[after.next.where].name;
  }
  return "";
}

std::string world::take(const trace_step& told, trace_step* again) {
  trace_step unheard;
  trace_step& did = again != nullptr ? *again : unheard;
  if (told.p >= n()) return "there is no such process";
  if (told.kind == action::drain) {
    const operation oldest = view(told.p).oldest;
    if (oldest.kind == action::store && (info_[oldest.where].name != told.name || oldest.value != told.value))
      return "its oldest store is another";
    return take({told.p, false, {}, true}, did);
  }
  const operation doing = view(told.p).next;
  if (doing.kind != told.kind) return "it is about to do something else";
  if (is_access(doing.kind) && info_[doing.where].name != told.name)
    return "it is about to access " + info_[doing.where].name;
  move how{told.p, told.crash, {}};
  if (told.crash) {
    if (doing.kind == action::write_end) how.value = told.left;
  } else if (undecided(told.p)) {
    how.value = doing.kind == action::write_end ? told.left : told.value;
  }
  if (!told.crash && doing.kind == action::read && told.flickered != in_progress(doing.where))
    return told.flickered ? "no write is in progress" : "a write is in progress";
  const word held = is_access(doing.kind) ? view(told.p).buffered.value_or(registers_[doing.where]) : 0;
  if (!told.crash && answers(doing.kind) && !told.flickered && held != told.value)
    return "the register holds " + to_string(held);
  if (!told.crash && (doing.kind == action::write || doing.kind == action::store) && doing.value != told.value)
    return "it is about to write " + to_string(doing.value);
  return take(how, did);
}

bool world::state::operator==(const state& other) const {
  if (registers != other.registers || torn != other.torn || processes.size() != other.processes.size()) return false;
  for (std::size_t p = 0; p < processes.size(); ++p)
    if (processes[p].stack != other.processes[p].stack || !(processes[p].where == other.processes[p].where) ||
        !(processes[p].seen == other.processes[p].seen) || processes[p].buffer != other.processes[p].buffer)
      return false;
  return true;
}

world::state world::save() const {
  state all{{}, registers_, torn_};
  for (const auto& c : processes_) {
    if constexpr (fiber::can_snapshot) all.processes.push_back(c->save());
    else all.processes.push_back({{}, {}, c->now(), {}});
  }
  return all;
}

}  // namespace doorway::lab
