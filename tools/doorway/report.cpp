#include "report.hpp"

#include <fmt/core.h>

#include "accounts.hpp"
#include "duration.hpp"
#include "table.hpp"
#include "terminal_text.hpp"

namespace doorway::tool {

using processes::file;
using state = occupant::state;

namespace {

constexpr std::size_t any_width = 1000;  // not on a terminal: nothing is cut

std::string pid_of(const occupant& who) { return fmt::format("{}{}", who.pid, who.elsewhere ? " elsewhere" : ""); }
std::string user_of(const occupant& who) { return who.user ? printable(user_name(*who.user)) : "-"; }

std::vector<std::string> since_and_what(const occupant& who, word when) {
  const auto remark = remark_on(who);
  return {clock_time(wall_time(when)), in_words(time_since(when)),
          remark + (remark.empty() ? "" : ": ") + printable(who.what)};
}

void append(std::vector<std::string>& row, std::vector<std::string> more) {
  row.insert(row.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::string kind_of(const file& what) {
  if (what.kind().k == 0) return "sessions";
  return fmt::format("{} slot{}", what.kind().k, what.kind().k == 1 ? "" : "s");
}

}  // namespace

std::string as_text(const std::string& name, const file& what, const occupants& who) {
  const bool sessions = what.kind().k == 0;
  std::string text =
      fmt::format("{}: {}, {} inside, {} waiting", name, kind_of(what), who.inside.size(), who.waiting.size());
  if (const auto without = who.without_seat(); without != 0)
    text += fmt::format(", {} of them for one of the {} seats", without, what.seats());
  text += fmt::format("  ({})\n", what.path());
  const auto width = terminal_width(any_width);
  const std::string first = sessions ? "session" : "slot";
  if (!who.inside.empty()) {
    std::vector<std::vector<std::string>> rows{{first, "pid", "user", "inside since", "for", "command"}};
    for (const auto& one : who.inside) {
      const auto slot = one.slot ? std::to_string(*one.slot) : "-";
      rows.push_back({sessions ? printable(one.session) : slot, pid_of(one), user_of(one)});
      append(rows.back(), since_and_what(one, one.since));
    }
    text += '\n' + table(rows, width);
  }
  if (!who.waiting.empty()) {
    std::vector<std::vector<std::string>> rows{{"next", "pid", "user", "waits since", "for", "command"}};
    if (sessions) rows.front().insert(rows.front().begin() + 1, "session");
    for (const auto& one : who.waiting) {
      rows.push_back({std::to_string(rows.size())});
      if (sessions) rows.back().push_back(printable(one.session));
      rows.back().push_back(pid_of(one));
      rows.back().push_back(user_of(one));
      append(rows.back(), since_and_what(one, one.arrived));
    }
    text += '\n' + table(rows, width);
  }
  if (!who.trouble.empty()) text += fmt::format("\nnot known: who waits for a seat ({})\n", who.trouble);
  return text;
}

nlohmann::ordered_json as_json(const std::string& name, const file& what, const occupants& who) {
  const bool sessions = what.kind().k == 0;
  nlohmann::ordered_json all{{"name", name}, {"kind", sessions ? "sessions" : "slots"}};
  if (!sessions) all["k"] = what.kind().k;
  all["seats"] = what.seats();
  all["algorithm"] = what.kind().algorithm;
  all["file"] = what.path();
  const auto list = [&](const std::vector<occupant>& them, bool inside) {
    auto rows = nlohmann::ordered_json::array();
    for (const auto& one : them) {
      nlohmann::ordered_json row;
      if (one.slot) row["slot"] = *one.slot;
      if (sessions) row["session"] = one.session;
      row["pid"] = one.pid;
      if (one.command_pid != 0) row["command_pid"] = one.command_pid;
      if (one.elsewhere) row["other_pid_namespace"] = true;
      if (one.user) {
        row["uid"] = *one.user;
        row["user"] = user_name(*one.user);
      }
      if (!inside) row["place"] = rows.size() + 1;
      if (one.behind) row["behind"] = *one.behind;
      if (one.held_up_by != 0) row["held_up_by"] = one.held_up_by;
      row["state"] = name_of(one.now);
      if (one.uncertain) row["uncertain"] = true;
      if (one.stopped != 0) row["stopped_pid"] = one.stopped;
      row["command"] = one.what;
      const word when = inside ? one.since : one.arrived;
      row["since"] = iso_time(wall_time(when));
      row["seconds"] = std::chrono::duration<double>(time_since(when)).count();
      rows.push_back(row);
    }
    return rows;
  };
  all["inside"] = list(who.inside, true);
  all["waiting"] = list(who.waiting, false);
  if (!who.trouble.empty()) all["trouble"] = who.trouble;
  return all;
}

std::string dump(const nlohmann::ordered_json& what, int indent) {
  return what.dump(indent, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void summary::add(const std::string& name, const file& what, const occupants& who) {
  rows_.push_back({name, kind_of(what), std::to_string(who.inside.size()), std::to_string(who.waiting.size())});
}

void summary::add_trouble(const std::string& name) { rows_.push_back({name, "cannot be used", "-", "-"}); }

std::string summary::text(const std::string& directory) const {
  if (rows_.empty()) return fmt::format("no names in {}\n", directory);
  std::vector<std::vector<std::string>> all{{"name", "kind", "inside", "waiting"}};
  all.insert(all.end(), rows_.begin(), rows_.end());
  return table(all, any_width) + fmt::format("\nin {}\n", directory);
}

}  // namespace doorway::tool
