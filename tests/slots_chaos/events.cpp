// What is done to the crowd. Each event is tried on somebody chosen at random; it counts if it was done.
#include <dirent.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "run.hpp"

namespace slots_chaos {

namespace {

bool waits(const job& one) { return one.begins == 0 && one.waits != 0; }
bool inside(const job& one) { return one.begins > 0 && one.finished == 0; }

}  // namespace

void run::look_after_maintenance() {
  for (auto& where : all_.arenas) {
    auto& here = at(where);
    if (here.at_work && here.at_work->kill_at != 0 && now() >= here.at_work->kill_at) {
      ::kill(here.at_work->pid, SIGKILL);
      here.at_work->killed = true;
      here.at_work->kill_at = 0;
      ++happened_[static_cast<std::size_t>(event::kill_maintenance)];
    }
    if (here.planned && !here.at_work && nobody_is_there(where)) {
      start_maintenance(where, *here.planned, here.alone);
      here.planned.reset();
      where.quiet = here.alone;
    }
  }
}

void run::do_events() {
  if (kill_planned()) ++happened_[static_cast<std::size_t>(event::kill_fresh)];
  look_after_maintenance();
  if (sweep_again_ != 0 && now() >= sweep_again_) {
    sweep_again_ = 0;
    if (sweep()) ++happened_[static_cast<std::size_t>(event::sweep)];
  }
  if (now() < next_event_) return;
  next_event_ = now() + between(5, 60) * ms;
  long weights = 0;
  for (const auto& one : all_events) weights += settings_.events.contains(one.name) ? one.weight : 0;
  if (weights == 0) return;
  long left = between(1, weights);
  for (std::size_t i = 0; i < event_kinds; ++i) {
    if (!settings_.events.contains(all_events[i].name)) continue;
    left -= all_events[i].weight;
    if (left > 0) continue;
    if (happen(static_cast<event>(i))) ++happened_[i];
    return;
  }
}

bool run::kill_planned() {
  bool done = false;
  std::erase_if(planned_kills_, [&](const planned_kill& one) {
    if (now() < one.at) return false;
    done = kill_wrapper(all_.jobs[static_cast<std::size_t>(one.job)]) || done;
    return true;
  });
  return done;
}

// One of the jobs whose wrapper has not been waited for, so that its pid is its own.
template <class Wanted>
job* run::choose(Wanted&& wanted) {
  std::vector<job*> all;
  for (const int number : active_)
    if (auto& one = all_.jobs[static_cast<std::size_t>(number)]; wanted(one)) all.push_back(&one);
  return all.empty() ? nullptr : all[static_cast<std::size_t>(between(0, static_cast<long>(all.size()) - 1))];
}

// The wrapper's only child; in a container, the first process there.
pinned run::command_of(const job& one) const {
  const auto all = children_of(one.wrapper);
  return all.empty() ? pinned() : pinned::child_of(one.wrapper, all.front());
}

bool run::kill_wrapper(job& one) {
  if (one.reaped != 0 || one.boxed) return false;
  one.wrapper_killed = true;
  return ::kill(one.wrapper, SIGKILL) == 0;
}
bool run::kill_command(job& one) {
  const auto command = command_of(one);
  if (!command.open()) return false;
  (one.boxed ? one.wrapper_killed : one.command_killed) = true;
  return command.signal(SIGKILL);
}

bool run::stop_for_a_while(const job& one, pinned whom) {
  if (!whom.open() || !whom.signal(SIGSTOP)) return false;
  ++scenes_.at(one.arena).stopped;
  stops_.push_back({std::move(whom), now() + (one_in(10) ? 1500 : between(5, 300)) * ms, one.arena});
  return true;
}

bool run::happen(event what) {
  const auto on_host = [](const job& one) { return !one.boxed && one.reaped == 0; };
  switch (what) {
    case event::kill_fresh: return false;  // each has its time: see start_newcomers
    case event::kill_waiter: {
      auto* one = choose([&](const job& j) { return on_host(j) && waits(j); });
      return one != nullptr && kill_wrapper(*one);
    }
    case event::kill_wrapper: {
      auto* one = choose([&](const job& j) { return on_host(j) && inside(j); });
      return one != nullptr && kill_wrapper(*one);
    }
    case event::kill_command: {
      auto* one = choose([&](const job& j) { return on_host(j) && inside(j); });
      return one != nullptr && kill_command(*one);
    }
    case event::kill_both: {
      auto* one = choose([&](const job& j) { return on_host(j) && inside(j); });
      if (one == nullptr) return false;
      const auto command = command_of(*one);
      if (!command.open()) return false;
      one->wrapper_killed = one->command_killed = true;
      if (one_in(2)) return command.signal(SIGKILL) && ::kill(one->wrapper, SIGKILL) == 0;
      return ::kill(one->wrapper, SIGKILL) == 0 && command.signal(SIGKILL);
    }
    case event::kill_group: {  // with --foreground the command is in it too
      auto* one = choose(on_host);
      if (one == nullptr) return false;
      one->wrapper_killed = true;
      one->command_killed = one->command_killed || arena_of(*one).foreground;
      return ::kill(-one->wrapper, SIGKILL) == 0;
    }
    case event::terminate: {
      auto* one = choose(on_host);
      if (one == nullptr) return false;
      one->asked_to_end = true;
      return ::kill(one->wrapper, SIGTERM) == 0;
    }
    case event::stop_waiter:
    case event::stop_wrapper: {
      auto* one =
          choose([&](const job& j) { return on_host(j) && (what == event::stop_waiter ? j.begins == 0 : inside(j)); });
      if (one == nullptr) return false;
      one->stopped = true;
      return stop_for_a_while(*one, pinned::own_child(one->wrapper));
    }
    case event::stop_command: {
      auto* one = choose([&](const job& j) { return on_host(j) && inside(j); });
      if (one == nullptr) return false;
      one->stopped = true;
      return stop_for_a_while(*one, command_of(*one));
    }
    case event::resize:
    case event::remove: {
      auto& where = all_.arenas[static_cast<std::size_t>(between(0, static_cast<long>(all_.arenas.size()) - 1))];
      return (what == event::remove || where.k != 0) && maintain(where, what);
    }
    case event::remove_force: {
      const auto where = std::find_if(all_.arenas.begin(), all_.arenas.end(), [](const arena& a) { return a.force; });
      return !at(*where).at_work && !at(*where).planned && all_agree(*where) &&
             (start_maintenance(*where, what, false), true);
    }
    case event::kill_maintenance: return false;  // see start_maintenance
    case event::sweep: return sweep();
    case event::kill_container: {
      auto* one = choose([](const job& j) { return j.boxed; });
      return one != nullptr && kill_command(*one);
    }
    case event::count: break;
  }
  return false;
}

// At once, which is refused if the name is in use; or when everybody is gone, and newcomers come at the same moment; or when
// everybody is gone and nobody comes, which must not be refused.
bool run::maintain(arena& where, event what) {
  auto& here = at(where);
  if (here.at_work || here.planned || !all_agree(where)) return false;
  if (one_in(2)) {
    start_maintenance(where, what, false);
    return true;
  }
  here.planned = what;
  here.alone = one_in(3);
  where.quiet = true;
  return true;
}

void run::start_maintenance(arena& where, event what, bool alone) {
  auto& here = at(where);
  maintenance one{.kind = what, .alone = alone};
  one.messages = ::memfd_create("messages", MFD_CLOEXEC);
  std::vector<std::string> words = {what == event::resize ? "resize" : "remove", where.name};
  if (what == event::remove_force) words.emplace_back("--force");
  if (what == event::resize) {
    one.k = here.unknown_k;
    while (one.k == 0 || (here.unknown_k == 0 && one.k == where.k)) one.k = static_cast<int>(between(1, 4));
    if (where.seats != 0) one.k = std::min(one.k, where.seats);
    words.push_back(std::to_string(one.k));
  }
  one.began = now();
  if (here.unknown_k == 0 && wanted(event::kill_maintenance) && one_in(4))
    one.kill_at = now() + between(0, 8000) * 1000;
  one.pid = start(tool(where, std::move(words), one.messages));
  here.at_work = one;
}

void run::maintenance_ended(scene& here, arena& where, int ended) {
  const auto done = *here.at_work;
  here.at_work.reset();
  ++maintained_;
  std::string said(400, '\0');
  said.resize(static_cast<std::size_t>(std::max(ssize_t{0}, ::pread(done.messages, said.data(), said.size(), 0))));
  ::close(done.messages);
  if (done.kind == event::resize) where.resized.push_back({done.began, now()});
  if (done.kind == event::remove_force) where.forced.push_back({done.began, now()});
  if (done.killed && WIFSIGNALED(ended)) {
    if (done.kind != event::resize) {
      where.quiet = false;
      return;
    }
    here.unknown_k = done.k;
    here.planned = event::resize;
    here.alone = where.quiet = true;
    return;
  }
  where.quiet = false;
  const int status = WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
  const bool in_use = said.find("is in use") != std::string::npos;
  const auto what = done.kind == event::resize
                        ? fmt::format("resize '{}' {}", where.name, done.k)
                        : fmt::format("remove '{}'{}", where.name, done.kind == event::remove_force ? " --force" : "");
  if (status == 1) ++refused_;
  if (status == 1 && in_use && done.alone) {
    // A process that was killed a moment ago may still be on its way out, and so may one that it had forked for its command. What is
    // lost stays in use.
    if (!here.refused_since) here.refused_since = now();
    if (now() - *here.refused_since < 5'000'000'000) {
      here.planned = done.kind;
      here.alone = where.quiet = true;
      return;
    }
    say(violation::kind::lost, fmt::format("'{}' was refused, and nobody was there: {}", what, said));
  }
  here.refused_since.reset();
  if (status != 0 && status != 1)
    say(violation::kind::status, fmt::format("'{}' ended with {}: {}", what, status, said));
  if (status == 0 && done.kind == event::resize) where.k = done.k;
  if (!in_use) here.unknown_k = 0;  // or there is no such name: the next to come makes it
}

bool run::nobody_is_there(const arena& where) const {
  for (const int number : active_)
    if (all_.jobs[static_cast<std::size_t>(number)].arena == where.number) return false;
  // Commands that outlived their wrapper, also those that have not begun yet.
  for (const pid_t pid : children_of(::getpid()))
    if (has_word(pid, where.name)) return false;
  return at(where).held.inside() == 1;
}

// A wrapper that comes late with an old k must not be the one who makes the name anew.
bool run::all_agree(const arena& where) const {
  if (where.k == 0) return true;
  if (at(where).unknown_k != 0) return false;
  return std::all_of(active_.begin(), active_.end(), [&](int number) {
    const auto& one = all_.jobs[static_cast<std::size_t>(number)];
    return one.arena != where.number || one.mode == where.k;
  });
}

void run::remove_what_is_the_users() const {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm", ignored)) {
    struct stat about {};
    if (::lstat(entry.path().c_str(), &about) == 0 && about.st_uid == user_)
      std::filesystem::remove_all(entry.path(), ignored);
  }
}

// What systemd-logind does at a user's last logout (RemoveIPC): all that is the user's in /dev/shm goes. And what somebody
// may do to a directory of his own.
// Either of all, or of the files only; and now and then a second one before all have got over the first.
bool run::sweep() {
  const bool home = user_ != 0 && one_in(2);
  for (const auto& where : all_.arenas)
    if ((where.user != 0) == home && (at(where).at_work || !all_agree(where))) return false;
  sweep(home);
  if (one_in(3)) sweep_again_ = now() + between(1, 60) * ms;
  return true;
}

void run::sweep(bool home) {
  const stamp from = now();
  std::error_code ignored;
  if (one_in(2)) {
    if (home) remove_what_is_the_users();
    else std::filesystem::remove_all(folder_ + "/names", ignored);
  } else {
    const auto place = home ? fmt::format("/dev/shm/doorway-{}", user_) : folder_ + "/names";
    for (const auto& entry : std::filesystem::directory_iterator(place, ignored))
      if (entry.is_regular_file(ignored)) ::unlink(entry.path().c_str());
  }
  for (auto& where : all_.arenas)
    if ((where.user != 0) == home) where.swept.push_back({from, now()});
}

}  // namespace slots_chaos
