// The end of a run: all go home, and every slot must be there.
#include <fmt/core.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "run.hpp"

namespace slots_chaos {

namespace {

constexpr stamp patience = 60'000 * ms;

}  // namespace

// No evidence, but a hint for those who look for the cause.
std::string run::what_the_tool_says(const arena& where) {
  const int messages = ::memfd_create("messages", MFD_CLOEXEC);
  const pid_t pid = start(tool(where, {"status", where.name, "--json"}, messages));
  ::waitpid(pid, nullptr, 0);
  std::string said(20'000, '\0');
  said.resize(static_cast<std::size_t>(std::max(ssize_t{0}, ::pread(messages, said.data(), said.size(), 0))));
  ::close(messages);
  return "\n  doorway status " + where.name + " --json\n" + said;
}

// Everybody goes on, nobody new comes: all must end. False if not.
bool run::drain() {
  const stamp limit = now() + patience;
  for (auto& one : stops_) one.until = 0;
  planned_kills_.clear();
  const auto somebody = [&] {
    for (const auto& where : all_.arenas)
      if (at(where).at_work || at(where).planned) return true;
    return !active_.empty() || !children_of(::getpid()).empty();
  };
  while (somebody() && now() < limit) {
    look_after_maintenance();
    pump();
    ::usleep(2000);
  }
  if (!somebody()) return true;
  std::string who;
  for (const int number : active_) who += "\n    " + describe(all_, all_.jobs[static_cast<std::size_t>(number)]);
  for (const pid_t pid : children_of(::getpid())) {
    const auto own = wrappers_.find(pid) != wrappers_.end();
    if (!own) who += fmt::format("\n    process {}", pid);
    if (own) ::kill(-pid, SIGKILL);
    else ::kill(pid, SIGKILL);
  }
  say(violation::kind::lost, fmt::format("{} s after the last event there are still:{}", patience / (1000 * ms), who));
  return false;
}

// Of each name: k newcomers get in together, with the slots 0 .. k-1, and nobody else; and when they are gone, one more.
void run::check_at_the_end() {
  for (auto& where : all_.arenas) {
    const int fit = where.k == 0 ? 2 : where.k;
    std::vector<int> holders;
    for (int i = 0; i < fit; ++i) {
      auto& one = start_job(where, patience, 600'000'000, 1);
      holders.push_back(one.number);
    }
    const auto holder = [&](int number) -> job& { return all_.jobs[static_cast<std::size_t>(number)]; };
    const auto begun = [&] {
      return std::count_if(holders.begin(), holders.end(), [&](int number) { return holder(number).begins > 0; });
    };
    const auto until = [&](auto&& done) {
      for (const stamp limit = now() + patience; !done() && now() < limit; ::usleep(2000)) pump();
      return done();
    };
    if (!until([&] { return begun() == fit; }))
      say(violation::kind::lost,
          fmt::format("'{}': of {} newcomers {} got in", where.name, fit, begun()) + what_the_tool_says(where));
    auto& refused = start_job(where, 0, 0, 2);
    if (!until([&] { return refused.reaped != 0; }))
      say(violation::kind::lost, fmt::format("'{}': --no-wait does not end", where.name));
    if (refused.begins > 0)
      say(violation::kind::over_admission, "beside those who are inside:\n    " + describe(all_, refused));
    for (const int number : holders) {
      holder(number).asked_to_end = true;
      if (holder(number).reaped == 0) ::kill(holder(number).wrapper, SIGTERM);
    }
    if (!until([&] {
          return std::all_of(holders.begin(), holders.end(), [&](int number) { return holder(number).reaped != 0; });
        }))
      say(violation::kind::lost, fmt::format("'{}': the newcomers do not end", where.name));
    auto& last = start_job(where, 0, 0, 1);
    if (!until([&] { return last.reaped != 0; }) || last.begins == 0)
      say(violation::kind::lost, "nobody was inside, and it was not let in:\n    " + describe(all_, last));
  }
}

std::string run::summary() const {
  std::string text = fmt::format("{} passages of {} wrappers in {:.1f} s, beside", passages(), all_.jobs.size(),
                                 static_cast<double>(ended_ - began_) / 1e9);
  for (std::size_t i = 0; i < event_kinds; ++i)
    if (happened_[i] != 0) text += fmt::format(" {} {},", happened_[i], all_events[i].name);
  text += fmt::format(" ({} of {} resizes and removals refused, the name being in use or not there)\n", refused_,
                      maintained_);
  text += fmt::format("a slot lay free for at most {} ms while somebody waited and nobody was stopped\n",
                      longest_free() / ms);
  for (const auto kind : all_kinds) text += fmt::format("{} {}, ", count(kind), to_string(kind));
  text.resize(text.size() - 2);
  return text + "\n";
}

std::string run::summary_json() const {
  nlohmann::ordered_json events, violations;
  for (std::size_t i = 0; i < event_kinds; ++i)
    if (happened_[i] != 0) events[std::string(all_events[i].name)] = happened_[i];
  for (const auto kind : all_kinds) violations[to_string(kind)] = count(kind);
  nlohmann::ordered_json all = {{"seed", settings_.seed},
                                {"seconds", static_cast<double>(ended_ - began_) / 1e9},
                                {"passages", passages()},
                                {"wrappers", all_.jobs.size()},
                                {"events", events},
                                {"maintenance_refused", refused_},
                                {"longest_free_ms", longest_free() / ms},
                                {"not_done", not_done_},
                                {"violations", violations}};
  return all.dump(2) + "\n";
}

long run::passages() const {
  return std::count_if(all_.jobs.begin(), all_.jobs.end(), [](const job& one) { return one.finished != 0; });
}
stamp run::longest_free() const {
  stamp longest = 0;
  for (const auto& [number, here] : scenes_) longest = std::max(longest, here.longest_free);
  return longest;
}
long run::count(violation::kind what) const {
  return std::count_if(found_.begin(), found_.end(), [&](const violation& one) { return one.what == what; });
}

}  // namespace slots_chaos
