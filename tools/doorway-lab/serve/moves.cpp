#include "serve/moves.hpp"

#include <fmt/core.h>

#include "serve/spelling.hpp"

namespace doorway::lab::serving {
namespace {

std::string chosen(const world& on, process_id p, word value) {
  const observation& now = on.view(p);
  switch (now.next.kind) {
    case action::read: return "sees " + to_string(value);
    case action::write_end: return "leaves " + to_string(value);
    default: break;
  }
  if (now.at == stage::remainder) return fmt::format("wants session {}", value + 1);
  if (now.at == stage::awaiting) return value == 0 ? "goes on waiting" : "gives up";
  return fmt::format("number {} of those left", value + 1);
}

void add(entry& to, const world::move& how, const std::string& does) {
  to.push_back({{"step", spelt(how)}, {"does", does}});
}

// A step for each value, or one that the page completes.
void add_open(entry& to, world::move how, word values, const std::function<std::string(word)>& does,
              const std::string& any) {
  if (values <= most_buttons) {
    for (word value = 0; value < values; ++value) {
      how.value = value;
      add(to, how, does(value));
    }
    return;
  }
  to.push_back({{"step", spelt(how) + '_'}, {"does", any}, {"most", values - 1}});
}

}  // namespace

std::string next_of(const world& on, process_id p) {
  const observation& now = on.view(p);
  const operation& next = now.next;
  const auto name = [&] { return on.info(next.where).name; };
  std::string text = now.crashed && on.can_move(p) ? "recover: " : "";
  switch (next.kind) {
    case action::read: text += "read " + name(); break;
    case action::write: text += name() + " := " + to_string(next.value); break;
    case action::store: text += name() + " := " + to_string(next.value) + " into its buffer"; break;
    case action::write_end: text += "end " + name() + " := " + to_string(next.value); break;
    case action::take: text += "lock " + name(); break;
    case action::add: text += fmt::format("add {} to {}", to_string(next.value), name()); break;
    case action::pause:
      text += now.at == stage::remainder ? "set out" : now.at == stage::critical ? "leave" : "go on";
      break;
    case action::choice: text += now.at == stage::remainder ? "choose a session" : "choose"; break;
    case action::done: return "has made its passages";
    case action::dead: return "has crashed";
    case action::bad: return on.mistake(p);
    case action::drain: break;
  }
  return now.held ? text + ", when its stores have reached memory" : text;
}

word open_values(const world& on, process_id p) {
  if (!on.can_move(p) || !on.undecided(p)) return 0;
  const operation& next = on.view(p).next;
  if (next.kind == action::choice) return next.value;
  const word domain = on.info(next.where).domain;
  return domain != unbounded ? domain : on.code().how().largest_flicker() + 1;
}

bool crashes_left(const world& on) {
  std::uint32_t crashed = 0;
  for (process_id p = 0; p < on.n(); ++p) crashed += on.view(p).crashed ? 1U : 0U;
  return crashed < on.code().how().crashes;
}

entry moves_json(const world& on, process_id p) {
  auto all = entry::array();
  const observation& now = on.view(p);
  if (on.can_move(p)) {
    if (const word values = open_values(on, p); values > 0)
      add_open(
          all, {p, false, {}}, values, [&](word value) { return chosen(on, p, value); },
          now.next.kind == action::choice ? "chooses"
          : now.next.kind == action::read ? "sees"
                                          : "leaves");
    else add(all, {p, false, {}}, next_of(on, p));
  }
  if (now.has_stores())
    add(all, {p, false, {}, true},
        fmt::format("{} := {} reaches memory", on.info(now.oldest.where).name, to_string(now.oldest.value)));
  if (on.may_crash(p) && crashes_left(on)) {
    if (now.next.kind == action::write_end) {
      const word domain = on.info(now.next.where).domain;
      add_open(
          all, {p, true, {}}, domain != unbounded ? domain : on.code().how().largest_flicker() + 1,
          [](word value) { return "crashes, leaving " + to_string(value); }, "crashes, leaving");
    } else {
      add(all, {p, true, {}}, "crashes");
    }
  }
  return all;
}

}  // namespace doorway::lab::serving
