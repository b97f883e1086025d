#include "lab/machine/world.hpp"

namespace doorway::lab {
namespace {

bool is_access(action what) {
  return answers(what) || what == action::write || what == action::store || what == action::write_end;
}

}  // namespace

world::world(const program& code) : code_(code), info_(code.shared().registers()) {
  for (const auto& r : info_) registers_.push_back(r.initial);
  torn_.resize(info_.size());
  sites_.resize(code.size().n);
  for (process_id p = 0; p < code.size().n; ++p) {
    processes_.push_back(std::make_unique<component>(code, p));
    processes_.back()->reset();
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
  for (const auto& c : processes_)
    if (c->now().next.kind == action::write_end && c->now().next.where == where) return true;
  return false;
}

bool world::can_move(process_id p) const {
  const action next = view(p).next.kind;
  return next != action::done && next != action::dead && next != action::bad && !view(p).held;
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

std::string world::take(const move& how, trace_step& told) {
  if (how.p >= n()) return "there is no such process";
  if (how.drain) return drain(how.p, told);
  component& actor = *processes_[how.p];
  const observation before = actor.now();
  const operation doing = before.next;
  if (before.held && !how.crash) return "it waits until a store of its own has reached memory";
  if (!can_move(how.p) && !before.held) return "it takes no more steps";
  if (how.crash && before.has_stores()) return "it has stores in its buffer";
  if (how.crash && (before.crashed || before.at == stage::remainder)) return "it cannot crash here";
  const bool open = how.crash ? doing.kind == action::write_end : undecided(how.p);
  if (open && !how.value) return "something must be chosen here";
  if (!open && how.value) return "there is nothing to choose here";
  const word domain = doing.kind == action::choice ? doing.value
                      : is_access(doing.kind)      ? info_[doing.where].domain
                                                   : unbounded;
  if (open && domain != unbounded && *how.value >= domain) return "that is no value to choose";

  told = {};
  told.p = how.p;
  told.kind = doing.kind;
  told.crash = how.crash;
  told.before = before.at;
  told.was_crashed = before.crashed;
  if (doing.kind == action::choice) told.value = *how.value;
  if (is_access(doing.kind)) {
    told.where = doing.where;
    told.name = info_[doing.where].name;
    told.value = doing.value;
    const bool leaving = before.at == stage::exit || before.at == stage::abort || before.at == stage::recover;
    told.label = label_of(sites_[how.p], leaving);
  }
  call_site::last = {};
  if (how.crash) {
    actor.take({input::kind::crash, how.value.value_or(0)});
    if (doing.kind == action::write_end && !in_progress(doing.where)) registers_[doing.where] = *how.value;
    for (std::size_t r = 0; r < info_.size(); ++r)
      if (info_[r].lock && registers_[r] == word{how.p} + 1) registers_[r] = 0;
  } else if (answers(doing.kind)) {
    told.flickered = open;
    told.value = open ? *how.value : before.buffered.value_or(registers_[doing.where]);
    told.buffered = before.buffered.has_value();
    if (doing.kind == action::take && told.value == 0) registers_[doing.where] = doing.value;
    actor.take({input::kind::answer, told.value});
    if (doing.kind == action::add && actor.now().next.kind != action::bad)
      registers_[doing.where] = told.value + doing.value;
  } else if (doing.kind == action::choice) {
    actor.take({input::kind::answer, *how.value});
  } else {
    const bool safe = is_access(doing.kind) && info_[doing.where].safe;
    if (doing.kind == action::write && safe) torn_[doing.where] = in_progress(doing.where);
    if (doing.kind == action::write && !safe) registers_[doing.where] = doing.value;
    actor.take({});
    if (doing.kind == action::write_end && !in_progress(doing.where))
      registers_[doing.where] = open ? *how.value : doing.value;
  }
  if (is_access(doing.kind)) told.left = in_progress(doing.where) ? in_flux : registers_[doing.where];
  if (call_site::last.line != 0) note(how.p);

  const observation& after = actor.now();
  told.after = after.at;
  if (after.next.kind == action::bad) {
    told.wrong = static_cast<flaw>(after.next.value);
    if (concerns_a_register(told.wrong)) told.wrong_name = info_[after.next.where].name;
  }
  return "";
}

std::string world::drain(process_id p, trace_step& told) {
  const observation before = view(p);
  if (!before.has_stores()) return "it has no store in its buffer";
  told = {};
  told.p = p;
  told.kind = action::drain;
  told.before = told.after = before.at;
  told.where = before.oldest.where;
  told.name = info_[told.where].name;
  told.value = told.left = before.oldest.value;
  registers_[told.where] = told.value;
  processes_[p]->take({input::kind::drain, 0});
  return "";
}

std::string world::take(const trace_step& told) {
  if (told.p >= n()) return "there is no such process";
  if (told.kind == action::drain) {
    const operation oldest = view(told.p).oldest;
    if (oldest.kind == action::store && (info_[oldest.where].name != told.name || oldest.value != told.value))
      return "its oldest store is another";
    trace_step did;
    return drain(told.p, did);
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
  trace_step did;
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
