#include "process.hpp"

namespace doorway::second {

thread_local player* player::at_work = nullptr;

namespace {

constexpr std::size_t most_answers = 500;  // of one part of a passage: more are a loop without an await

void put(std::string& text, word value) {
  do {
    text.push_back(static_cast<char>((value & 0x7FU) | (value > 0x7FU ? 0x80U : 0U)));
    value >>= 7U;
  } while (value != 0);
}

}  // namespace

std::string process::bytes() const {
  std::string text;
  put(text, static_cast<word>(now));
  put(text,
      word{setting_out} | word{halfway} << 1U | word{crashed} << 2U | word{died_inside} << 3U | word{erred} << 4U);
  put(text, passage);
  put(text, session);
  put(text, died_with);
  put(text, answers.size());
  for (const word one : answers) put(text, one);
  put(text, buffer.size());
  for (const store& one : buffer) {
    put(text, one.where);
    put(text, one.value);
    put(text, one.of_doorway ? 1 : 0);
  }
  put(text, before.size());
  return text + before + kept;
}

process processes::born(process_id p) const {
  process it;
  find_next(p, it);
  return it;
}

void processes::go_on(process_id p, process& it, word answer) const {
  const does did = it.next.what;
  if (did == does::store) it.buffer.push_back({it.next.where, it.next.value, it.within == place::doorway});
  if (it.now == process::phase::inside) it.now = process::phase::leaving;
  else if (did != does::step) it.answers.push_back(answer);
  it.setting_out = it.halfway = it.crashed = it.died_inside = false;
  it.died_with = 0;
  find_next(p, it);
}

void processes::begin_write(process_id p, process& it) const {
  it.setting_out = it.crashed = it.died_inside = false;
  it.died_with = 0;
  it.halfway = true;
  show(p, it);
}

void processes::err(process_id p, process& it) const {
  it.erred = true;
  show(p, it);
}

void processes::drain(process_id p, process& it) const {
  it.buffer.erase(it.buffer.begin());
  show(p, it);
}

void processes::crash(process_id p, process& it) const {
  process then;
  then.now = how_.may_be_recovered ? process::phase::recovering : process::phase::dead;
  then.passage = it.passage;
  then.crashed = true;
  then.died_inside = it.at == place::critical;
  then.died_with = then.died_inside ? it.shown_session : 0;
  it = then;
  find_next(p, it);
}

void processes::find_next(process_id p, process& it) const {
  using phase = process::phase;
  const bool groups = of_.solves() == problem::group_exclusion;
  for (bool inside = false;;) switch (it.now) {
      case phase::outside:
        it.session = 0;
        it.before = it.kept;
        if (how_.passages != 0 && it.passage == how_.passages) {
          it.before.clear();
          it.kept.clear();
          it.now = phase::over;
          break;
        }
        if (groups && it.answers.empty()) {
          stop_at(it, does::choose, how_.size.sessions, place::remainder);
          return show(p, it);
        }
        if (groups) it.session = 1 + it.answers.front();
        it.answers.clear();
        it.setting_out = true;
        it.now = phase::entering;
        break;
      case phase::entering:
        if (!runs_to_its_end(p, it, part::enter, inside)) return show(p, it);
        if (it.setting_out) {  // without an access, entering is a step all the same
          stop_at(it, does::step, 0, it.within);
          return show(p, it);
        }
        it.now = inside ? phase::inside : phase::withdrawing;
        it.answers.clear();
        break;
      case phase::inside: stop_at(it, does::step, 0, place::critical); return show(p, it);
      case phase::leaving:
        if (!runs_to_its_end(p, it, part::exit, inside)) return show(p, it);
        end_passage(it);
        break;
      case phase::withdrawing:
        if (!runs_to_its_end(p, it, part::abort, inside)) return show(p, it);
        end_passage(it);
        break;
      case phase::recovering:
        if (!runs_to_its_end(p, it, part::recover, inside)) return show(p, it);
        end_passage(it);
        it.kept.clear();
        break;
      case phase::over: stop_at(it, does::rest, 0, place::remainder); return show(p, it);
      case phase::dead: stop_at(it, does::lie_dead, 0, place::exit); return show(p, it);
    }
}

bool processes::runs_to_its_end(process_id p, process& it, part what, bool& inside) const {
  std::string passage = it.before;
  player_.answers = it.answers;
  player_.buffered = how_.buffer > 0;
  player_.may_give_up = how_.may_give_up && what != part::recover;
  bool ended = false;
  try {
    inside = of_.run(what, player_, p, it.session, passage);
    it.before = passage;
    ended = true;
  } catch (const left_off&) {
    it.next = player_.next;
  }
  it.within = player_.at;
  it.answers = player_.answers;
  if (it.answers.size() > most_answers) it.next = {does::err, 0, static_cast<word>(mistake::endless)};
  return ended;
}

void processes::end_passage(process& it) const {
  if (how_.passages != 0) ++it.passage;
  it.kept = of_.keeps() ? it.before : std::string();
  it.answers.clear();
  it.now = process::phase::outside;
}

void processes::stop_at(process& it, does what, word value, place within) const {
  it.next = {what, 0, value};
  it.within = within;
}

void processes::show(process_id p, process& it) const {
  it.at = it.setting_out ? place::remainder : it.within;
  if (it.crashed) it.at = it.died_inside ? place::critical : place::exit;
  it.shown_session = it.at == place::remainder ? 0 : it.session;
  if (it.crashed) it.shown_session = it.died_with;
  show_buffer(it);
  if (it.erred) it.next = {does::err, it.next.where, static_cast<word>(mistake::outside_domain)};
  else if (const auto wrong = wrong_with(p, it.next)) it.next = {does::err, it.next.where, static_cast<word>(*wrong)};
}

void processes::show_buffer(process& it) const {
  const bool fences = it.next.what == does::write || it.next.what == does::add;
  it.held = (fences && !it.buffer.empty()) || (it.next.what == does::store && it.buffer.size() == how_.buffer);
  it.hidden = false;
  it.from_buffer.reset();
  for (const store& one : it.buffer) {
    it.hidden = it.hidden || (one.of_doorway && (it.at == place::waiting || it.at == place::looking));
    if (it.next.what == does::read && one.where == it.next.where) it.from_buffer = one.value;
  }
}

std::optional<mistake> processes::wrong_with(process_id p, const operation& next) const {
  if (next.what != does::write && next.what != does::store && next.what != does::add) return {};
  const one_register& target = of_.registers()[next.where];
  if (!target.may_be_written_by(p)) return mistake::not_its_register;
  if (next.what == does::add) return how_.is_safe(target.safe) ? std::optional(mistake::adds_to_safe) : std::nullopt;
  const bool outside = target.domain != unbounded && next.value >= target.domain;
  return how_.domains_count && outside ? std::optional(mistake::outside_domain) : std::nullopt;
}

}  // namespace doorway::second
