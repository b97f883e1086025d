// The judge reads what the jobs wrote and what the driver did, when all is over. It knows what the manual promises and
// nothing of how it is kept.
#include <fmt/core.h>
#include <sys/wait.h>

#include <algorithm>
#include <map>

#include "records.hpp"

namespace slots_chaos {

namespace {

using kind = violation::kind;

class judgement {
 public:
  explicit judgement(const run_records& all) : all_(all) {
    for (const auto& one : all.jobs)
      if (one.begins > 0) inside_[one.arena].push_back(&one);
    for (auto& [number, jobs] : inside_)
      std::sort(jobs.begin(), jobs.end(), [](const auto* a, const auto* b) { return a->began < b->began; });
  }

  std::vector<violation> pass() {
    for (const auto& one : all_.jobs) {
      by_evidence(one);
      by_status(one);
    }
    for (const auto& [number, jobs] : inside_) {
      by_stamps(jobs);
      by_order(all_.arenas[static_cast<std::size_t>(number)], jobs);
    }
    return std::move(found_);
  }

 private:
  void say(kind what, const job& one, std::string_view why, const job* other = nullptr) {
    found_.push_back({what, fmt::format("{}\n    {}{}", why, describe(all_, one),
                                        other == nullptr ? "" : "\n    " + describe(all_, *other))});
  }

  // What the kernel's locks told the command when it came in.
  void by_evidence(const job& one) {
    if (one.begins == 0) return;
    const int k = all_.arenas[static_cast<std::size_t>(one.arena)].k;
    if (one.begins > 1) say(kind::over_admission, one, "its command was run more than once");
    if (all_.arenas[static_cast<std::size_t>(one.arena)].force) return;  // the stamps tell
    if (one.disagrees != 0) say(kind::mixed, one, fmt::format("process {} was inside, of another mode", one.disagrees));
    if (k == 0) return;
    if (one.inside > one.mode) say(kind::over_admission, one, fmt::format("{} were inside", one.inside));
    if (one.slot < 0 || one.slot >= one.mode) say(kind::over_admission, one, fmt::format("has slot {}", one.slot));
    if (one.has_slot != 0) say(kind::slot_in_two_hands, one, fmt::format("process {} has its slot", one.has_slot));
  }

  // Independently of the kernel's locks: between its two stamps a command was inside. Without the second, only at the first.
  void by_stamps(const std::vector<const job*>& jobs) {
    std::vector<const job*> now_inside;
    for (const auto* one : jobs) {
      std::erase_if(now_inside,
                    [&](const job* other) { return std::max(other->began, other->finished) <= one->began; });
      const auto& where = all_.arenas[static_cast<std::size_t>(one->arena)];
      const bool sessions = where.k == 0;
      int counted = 1;
      for (const auto* other : now_inside) {
        // One may have been admitted before the removal and the other after it, whichever began first.
        if (during(where.forced, std::min(one->spawned, other->spawned), one->began)) continue;
        ++counted;
        if (other->mode != one->mode) say(kind::mixed, *one, "by their stamps together, of different modes", other);
        if (!sessions && other->slot == one->slot)
          say(kind::slot_in_two_hands, *one, "by their stamps together in one slot", other);
      }
      now_inside.push_back(one);
      if (!sessions && counted > one->mode)
        say(kind::over_admission, *one, fmt::format("by the stamps {} were inside", counted));
    }
  }

  // A had said that it waits before B was started, and B's command began before A's. When B had been admitted, fewer than k
  // such A were not (k-FCFS); of those that were, each has one of the k slots, and B has one. So at most 2(k - 1) such A are
  // right, and of other sessions none. No slack, and no clock but for what comes before what.
  void by_order(const arena& where, const std::vector<const job*>& jobs) {
    stamp longest = 0;
    for (const auto* one : jobs) longest = std::max(longest, one->began - one->spawned);
    for (auto b = jobs.begin(); b != jobs.end(); ++b) {
      std::vector<const job*> overtaken;
      for (auto a = b + 1; a != jobs.end() && (*a)->began <= (*b)->began + longest; ++a)
        if ((*a)->waits != 0 && (*a)->waits < (*b)->spawned && (where.k != 0 || (*a)->mode != (*b)->mode) &&
            !during(where.swept, (*a)->spawned, (*a)->began) && !during(where.forced, (*a)->spawned, (*a)->began))
          overtaken.push_back(*a);
      const int allowed = where.k == 0 ? 0 : 2 * ((*b)->mode - 1);
      if (static_cast<int>(overtaken.size()) > allowed)
        say(kind::order, **b, fmt::format("overtook {} that waited before it was started", overtaken.size()),
            overtaken.front());
    }
  }

  void by_status(const job& one) {
    const auto& where = all_.arenas[static_cast<std::size_t>(one.arena)];
    if (one.reaped == 0) return;  // the driver has said that it never ended
    if (one.finished != 0 && one.began == 0) say(kind::status, one, "its command ended and had not begun");
    if (WIFSIGNALED(one.ended)) {
      const int by = WTERMSIG(one.ended);
      const bool before_it_listened = by == SIGTERM && one.asked_to_end && one.waits == 0 && one.begins == 0;
      if (!before_it_listened && !(by == SIGKILL && one.wrapper_killed)) say(kind::status, one, "who killed it?");
      return;
    }
    const int got = WEXITSTATUS(one.ended);
    if (one.wrapper_killed && one.boxed) return;  // what unshare(1) makes of it
    if (got == one.status && one.finished != 0) return;
    if (got == 128 + SIGKILL && one.command_killed) return;
    if (got == 128 + SIGTERM && one.asked_to_end) return;
    if (got == 75 && one.timeout >= 0) {
      if (one.begins > 0) say(kind::status, one, "gave up, and its command ran");
      if (one.reaped - one.spawned < one.timeout) say(kind::status, one, "gave up too early");
      if (one.reaped - one.spawned > one.timeout + too_late && !one.stopped &&
          !during(all_.late, one.spawned, one.reaped))
        say(kind::status, one, "gave up too late");
      return;
    }
    if (got == 2 && where.k != 0 && one.begins == 0 && during(where.resized, one.spawned, one.reaped)) return;
    say(kind::status, one, "ended with a status that nothing explains");
  }

  static bool during(const std::vector<arena::span>& spans, stamp from, stamp to) {
    return std::any_of(spans.begin(), spans.end(), [&](const auto& s) { return s.from <= to && from <= s.to; });
  }

  static constexpr stamp too_late = 20'000 * ms;

  const run_records& all_;
  std::map<int, std::vector<const job*>> inside_;  // by arena, in order of beginning
  std::vector<violation> found_;
};

}  // namespace

std::string to_string(violation::kind what) {
  switch (what) {
    case kind::over_admission: return "over-admissions";
    case kind::slot_in_two_hands: return "slots in two hands";
    case kind::mixed: return "mixed";
    case kind::lost: return "lost";
    case kind::order: return "out of order";
    case kind::status: return "wrong exit statuses";
  }
  return "?";
}

std::string describe(const run_records& all, const job& one) {
  const auto at = [&](stamp when) { return when == 0 ? std::string("-") : fmt::format("{:.3f}", double(when) / 1e9); };
  const auto end = one.reaped == 0          ? std::string("-")
                   : WIFSIGNALED(one.ended) ? fmt::format("signal {}", WTERMSIG(one.ended))
                                            : fmt::format("status {}", WEXITSTATUS(one.ended));
  return fmt::format(
      "job {} of '{}': wrapper {}{}, mode {}, timeout {}; started {}, waits {}, command {} began {} in slot {} with {} "
      "inside, ended {} (would be {}), wrapper ended {}: {}{}{}{}{}{}",
      one.number, all.arenas[static_cast<std::size_t>(one.arena)].name, one.wrapper, one.boxed ? " in a container" : "",
      one.mode, one.timeout < 0 ? "none" : fmt::format("{} ms", one.timeout / ms), at(one.spawned), at(one.waits),
      one.command, at(one.began), one.slot, one.inside, at(one.finished), one.status, at(one.reaped), end,
      one.wrapper_killed ? ", wrapper killed" : "", one.command_killed ? ", command killed" : "",
      one.asked_to_end ? ", TERM" : "", one.stopped ? ", stopped once" : "",
      one.said.empty() ? "" : "; it said: " + one.said);
}

std::vector<violation> judge(const run_records& all) { return judgement(all).pass(); }

}  // namespace slots_chaos
