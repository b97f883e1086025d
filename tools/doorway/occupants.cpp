#include "occupants.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "accounts.hpp"
#include "doorway/core/sections.hpp"
#include "doorway/processes/earlier.hpp"
#include "doorway/processes/kernel_lock.hpp"
#include "duration.hpp"
#include "stopped.hpp"
#include "terminal_text.hpp"

namespace doorway::tool {

using namespace doorway::processes;

namespace {

// One note, read until it did not change meanwhile (or ten times: it is for people). Nothing if nobody is there.
struct reading {
  occupant who;
  section where = section::remainder;
};
std::optional<reading> read_note(const file& from, process_id seat, word here) {
  const auto& note = from.note(seat);
  reading got;
  for (int attempt = 0; attempt < 10; ++attempt) {
    if (load(note.active) == 0) return std::nullopt;
    const word before = load(note.since);
    got.where = static_cast<section>(load(note.section));
    const auto holder = read_identity(note.holder);
    const auto command = read_identity(note.command);
    const word slot = load(note.slot);
    auto& who = got.who;
    who.seat = seat;
    who.slot.reset();
    if (slot != 0) who.slot = slot - 1;
    who.pid = holder.pid;
    who.command_pid = command.pid;
    who.elsewhere = holder.pid_namespace != here;
    who.nowhere = holder.pid_namespace == 0;
    who.arrived = load(note.arrived);
    who.since = before;
    who.session = note.session.read();
    who.what = note.what.read();
    const bool alive = byte_is_locked(from.fd(), byte_of::seats, seat);
    who.uncertain = false;
    if (!alive) {
      const auto lives = still_alive(command, here);
      who.now = lives == life::gone ? occupant::state::dead : occupant::state::orphan;
      who.uncertain = lives == life::unknown;
    } else if (got.where == section::critical) who.now = occupant::state::inside;
    else if (got.where == section::exit) who.now = occupant::state::leaving;
    else if (got.where == section::waiting) who.now = occupant::state::waiting;
    else who.now = occupant::state::arriving;
    who.stopped = 0;
    who.user.reset();
    if (!who.elsewhere && who.now != occupant::state::dead) who.user = user_of(alive ? who.pid : who.command_pid);
    if (!who.elsewhere)
      for (const word each : {who.command_pid, alive ? who.pid : 0})
        if (each != 0 && who.now != occupant::state::dead && is_stopped(each)) who.stopped = each;
    if (load(note.active) != 0 && load(note.since) == before && load(note.section) == static_cast<word>(got.where))
      break;
  }
  return got;
}

// Who is before whom.
void queue_up(std::vector<occupant>& waiting) {
  word stopped = 0;
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    auto& one = waiting[i];
    if (i != 0) one.behind = waiting[i - 1].pid;
    one.held_up_by = stopped;
    if (stopped == 0 && one.stopped != 0) stopped = one.stopped;
  }
}

}  // namespace

std::size_t occupants::without_seat() const {
  return static_cast<std::size_t>(std::count_if(waiting.begin(), waiting.end(),
                                                [](const auto& who) { return who.now == occupant::state::outside; }));
}

occupants look(const file& where) {
  occupants found;
  const word here = pid_namespace();
  for (process_id i = 0; i < where.seats(); ++i) {
    auto got = read_note(where, i, here);
    if (!got) continue;
    const bool in = got->where == section::critical || got->where == section::exit;
    (in ? found.inside : found.waiting).push_back(std::move(got->who));
  }
  std::sort(found.inside.begin(), found.inside.end(), [](const auto& a, const auto& b) {
    return std::pair(a.slot.value_or(most_processes), a.since) < std::pair(b.slot.value_or(most_processes), b.since);
  });
  std::sort(found.waiting.begin(), found.waiting.end(),
            [](const auto& a, const auto& b) { return a.arrived < b.arrived; });
  queue_up(found.waiting);
  return found;
}

occupants look(const directory& where, const std::string& name, const file& found) {
  auto all = look(found);
  std::optional<file> room;
  try {
    room = file::find(where, anteroom_of(name));
  } catch (const std::runtime_error& spoilt) {
    all.trouble = spoilt.what();
  }
  if (!room) return all;
  const auto outside = look(*room);
  const auto has_a_seat = [&](const occupant& who) {  // by now: it is about to leave the anteroom
    const auto is_it = [&](const auto& other) { return other.pid == who.pid && other.elsewhere == who.elsewhere; };
    return std::any_of(all.inside.begin(), all.inside.end(), is_it) ||
           std::any_of(all.waiting.begin(), all.waiting.end(), is_it);
  };
  std::vector<occupant> without;
  for (const auto* part : {&outside.inside, &outside.waiting})
    for (auto who : *part) {
      if (who.now == occupant::state::dead || has_a_seat(who)) continue;
      if (who.now != occupant::state::arriving) who.now = occupant::state::outside;
      who.slot.reset();
      without.push_back(std::move(who));
    }
  all.waiting.insert(all.waiting.end(), without.begin(), without.end());
  queue_up(all.waiting);
  return all;
}

std::string lines_of_vanished(const directory& where, const std::string& name) {
  std::string lines;
  earlier_files vanished(where, name);
  vanished.reach();
  const auto unknown = vanished.for_each_reached([&](const file& one) { lines += lines_of(look(one).inside); });
  if (unknown != 0)
    lines += fmt::format("  {} of another user or container, where nobody can tell from here\n",
                         unknown == 1 ? "somebody" : std::to_string(unknown));
  return lines;
}

std::string_view name_of(occupant::state what) {
  switch (what) {
    case occupant::state::arriving: return "arriving";
    case occupant::state::waiting: return "waiting";
    case occupant::state::inside: return "inside";
    case occupant::state::leaving: return "leaving";
    case occupant::state::orphan: return "orphan";
    case occupant::state::outside: return "outside";
    case occupant::state::dead: break;
  }
  return "dead";
}

std::string remark_on(const occupant& who) {
  if (who.now == occupant::state::dead) return "dead";
  const auto stopped =
      who.stopped == 0 ? std::string() : fmt::format("stopped (continue it with kill -CONT {})", who.stopped);
  if (who.now == occupant::state::outside) return stopped.empty() ? "no seat yet" : "no seat yet, " + stopped;
  if (who.now == occupant::state::waiting && stopped.empty() && who.held_up_by != 0)
    return fmt::format("held up by {}, which is stopped", who.held_up_by);
  if (who.now != occupant::state::orphan) return stopped;
  if (!stopped.empty()) return fmt::format("killed, its command is {}", stopped);
  if (!who.uncertain) return fmt::format("killed, its command {} runs on", who.command_pid);
  if (who.nowhere)
    return fmt::format("killed, its command {} may run on: nobody can tell of a container without a /proc of its own",
                       who.command_pid);
  return fmt::format("killed, its command {}{} may run on: nobody can tell from here", who.command_pid,
                     who.elsewhere ? " of another pid namespace" : "");
}

std::string lines_of(const std::vector<occupant>& who) {
  std::string lines;
  for (const auto& one : who) {
    lines += "  ";
    if (one.slot) lines += fmt::format("slot {}  ", *one.slot);
    if (!one.session.empty()) lines += fmt::format("session {}  ", printable(one.session));
    lines += fmt::format("pid {}  for {}  {}", one.pid, in_words(time_since(one.since)), printable(one.what));
    if (const auto remark = remark_on(one); !remark.empty()) lines += "  (" + remark + ")";
    lines += '\n';
  }
  return lines;
}

}  // namespace doorway::tool
