// The crowd: who comes, with which name, for how long, and in which surroundings.
#include <fmt/core.h>
#include <sys/mman.h>

#include "run.hpp"

namespace slots_chaos {

std::vector<std::string> run::environment_for(const arena& where) const {
  std::vector<std::string> all = {"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/nonexistent"};
  if (where.user == 0) all.push_back("DOORWAY_DIR=" + folder_ + "/names");
  return all;
}

start_of run::tool(const arena& where, std::vector<std::string> words, int output) const {
  words.insert(words.begin(), settings_.doorway);
  return {std::move(words), environment_for(where), output, where.user};
}

job& run::start_job(arena& where, stamp timeout, long lasts_us, int session, bool boxed) {
  all_.jobs.emplace_back();
  auto& one = all_.jobs.back();
  one.number = static_cast<int>(all_.jobs.size()) - 1;
  one.arena = where.number;
  one.mode = where.k == 0 ? session : where.k;
  one.status = static_cast<int>(between(0, 1) * between(3, 60));
  one.timeout = timeout;
  one.messages = ::memfd_create("messages", MFD_CLOEXEC);
  std::vector<std::string> words = {"exec", "--name", where.name};
  const auto also = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  if (where.k == 0) also({"--session", fmt::format("session {}", one.mode)});
  else also({"-k", std::to_string(where.k)});
  if (where.seats != 0) also({"--seats", std::to_string(where.seats)});
  if (where.foreground) also({"--foreground"});
  if (!one_in(4)) also({"-v"});
  if (timeout == 0) also({"--no-wait"});
  if (timeout > 0) also({"--timeout", fmt::format("{}ms", timeout / ms)});
  also({"--", settings_.probe, folder_, where.name, std::to_string(where.number), std::to_string(one.number),
        std::to_string(one.mode), std::to_string(lasts_us), std::to_string(one.status)});
  auto what = tool(where, std::move(words), one.messages);
  if (boxed) {
    one.boxed = true;
    what.words.insert(what.words.begin(), container_.begin(), container_.end());
  }
  one.spawned = now();
  one.wrapper = start(what);
  active_.insert(one.number);
  wrappers_[one.wrapper] = one.number;
  return one;
}

void run::start_newcomers() {
  std::map<int, int> there;
  for (const int number : active_) ++there[all_.jobs[static_cast<std::size_t>(number)].arena];
  for (auto& where : all_.arenas) {
    auto& here = at(where);
    if (where.quiet || there[where.number] >= where.crowd || now() < here.next_start) continue;
    stamp timeout = -1;
    if (one_in(8)) timeout = between(1, 300) * ms;
    else if (one_in(12)) timeout = 0;
    const auto& one = start_job(where, timeout, one_in(10) ? between(50'000, 200'000) : between(0, 20'000),
                                static_cast<int>(between(1, 3)), where.boxes && one_in(2));
    if (!one.boxed && wanted(event::kill_fresh) && one_in(15))
      planned_kills_.push_back({one.number, now() + between(0, 12'000) * 1000});
    here.next_start = now() + between(0, 30) * ms;
  }
}

}  // namespace slots_chaos
