#include "run.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

namespace slots_chaos {

namespace {

constexpr stamp lost_after =
    10'000 * ms;  // a slot that lies free for so long while somebody waits, and nobody is stopped

int make(const std::string& path) {
  const int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0 || ::fchmod(fd, 0666) != 0) throw std::system_error(errno, std::generic_category(), path);
  return fd;
}

}  // namespace

run::run(settings wanted) : settings_(std::move(wanted)), random_(settings_.seed) {
  const char* memory = ::access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  folder_ = std::string(memory) + "/slots_chaos." + std::string(6, 'X');  // mkdtemp puts a name in place of these
  if (::mkdtemp(folder_.data()) == nullptr) throw std::system_error(errno, std::generic_category(), folder_);
  ::chmod(folder_.c_str(), 0755);
  ::close(make(folder_ + "/evidence"));
  log_ = make(folder_ + "/log");
  // The commands of killed wrappers become ours.
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  prepare();
  add({.name = "one", .k = 1, .crowd = 5});
  add({.name = "three", .k = 3, .crowd = 7});
  add({.name = "foreground", .k = 2, .crowd = 4, .foreground = true});
  add({.name = "few-seats", .k = 2, .seats = 4, .crowd = 8});
  add({.name = "rooms", .k = 0, .crowd = 8});
  if (settings_.events.contains("remove-force")) add({.name = "by-force", .k = 2, .crowd = 4, .force = true});
  if (!container_.empty()) add({.name = "boxes", .k = 3, .crowd = 7, .boxes = true});
  if (user_ != 0) add({.name = "home", .k = 2, .crowd = 5, .user = user_});
}

run::~run() {
  if (log_ >= 0) ::close(log_);
  std::error_code ignored;
  if (!keep_) std::filesystem::remove_all(folder_, ignored);
  if (user_ != 0) remove_what_is_the_users();
}

void run::add(arena one) {
  one.number = static_cast<int>(all_.arenas.size());
  scenes_.try_emplace(one.number, folder_, one.number);
  all_.arenas.push_back(std::move(one));
}

// What this machine and this user can do.
void run::prepare() {
  const auto status_of = [&](std::vector<std::string> words, uid_t user) {
    const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    const pid_t pid = start({std::move(words), {"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, nothing, user});
    ::close(nothing);
    int status = 0;
    return ::waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  };
  if (wanted(event::kill_container)) {
    const std::vector<std::string> box = {"/usr/bin/unshare", "--pid", "--fork", "--kill-child", "--mount-proc"};
    for (const bool as_root : {false, true}) {
      auto words = box;
      if (as_root) words.insert(words.begin() + 1, {"--user", "--map-root-user"});
      auto trial = words;
      trial.emplace_back("/bin/true");
      if (status_of(trial, 0) != 0) continue;
      container_ = words;
      break;
    }
    if (container_.empty()) not_done_.emplace_back("containers: unshare(1) may make no namespaces here");
  }
  if (::access(fmt::format("/proc/self/task/{}/children", ::getpid()).c_str(), R_OK) != 0)
    not_done_.emplace_back("killed and stopped commands: this kernel does not list a process's children");
  if (::geteuid() != 0) {
    not_done_.emplace_back("the default place of a throw-away user: that takes root");
    return;
  }
  const uid_t user = 0x6B000000 + static_cast<uid_t>(::getpid());
  if (status_of({settings_.doorway, "--version"}, user) == 0 && status_of({settings_.probe}, user) == 2) user_ = user;
  else not_done_.emplace_back("the default place of a throw-away user: he may not run " + settings_.doorway);
}

void run::go() {
  began_ = last_pump_ = now();
  const stamp until = began_ + static_cast<stamp>(settings_.seconds * 1e9);
  while (now() < until && found_.empty()) {
    start_newcomers();
    do_events();
    pump();
    ::usleep(2000);
  }
  if (drain() && found_.empty()) check_at_the_end();
  for (auto& one : judge(all_)) found_.push_back(std::move(one));
  std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.what < b.what; });
  ended_ = now();
}

void run::pump() {
  continue_stopped();
  reap();
  read_log();
  look_who_waits();
  watch();
  last_pump_ = now();
}

void run::reap() {
  int status = 0;
  for (pid_t pid = 0; (pid = ::waitpid(-1, &status, WNOHANG)) > 0;) {
    if (const auto found = wrappers_.find(pid); found != wrappers_.end()) {
      auto& one = all_.jobs[static_cast<std::size_t>(found->second)];
      wrappers_.erase(found);
      reaped_job(one, status);
      continue;
    }
    for (auto& where : all_.arenas)
      if (at(where).at_work && at(where).at_work->pid == pid) maintenance_ended(at(where), where, status);
  }
}

void run::reaped_job(job& one, int ended) {
  one.reaped = now();
  one.ended = ended;
  if (!WIFEXITED(ended) || WEXITSTATUS(ended) != one.status) {
    std::array<char, 400> text{};
    const auto size = ::pread(one.messages, text.data(), text.size(), 0);
    if (size > 0) one.said.assign(text.data(), static_cast<std::size_t>(size));
  }
  ::close(one.messages);
  one.messages = -1;
  active_.erase(one.number);
}

void run::read_log() {
  std::array<char, 65536> some{};
  for (ssize_t size = 0; (size = ::read(log_, some.data(), some.size())) > 0;)
    rest_of_log_.append(some.data(), static_cast<std::size_t>(size));
  const auto end = rest_of_log_.rfind('\n');
  if (end == std::string::npos) return;
  std::istringstream lines(rest_of_log_.substr(0, end + 1));
  rest_of_log_.erase(0, end + 1);
  std::size_t number = 0;
  for (std::string what; lines >> what >> number;) {
    auto& one = all_.jobs.at(number);
    if (what == "begin") {
      lines >> one.began >> one.slot >> one.mode_said >> one.inside >> one.has_slot >> one.disagrees >> one.command;
      ++one.begins;
      at(arena_of(one)).free_since = 0;
    } else {
      lines >> one.finished;
    }
  }
}

// A wrapper with -v says so once it is in the queue; the time is when that was read, later than it was.
void run::look_who_waits() {
  for (const int number : active_) {
    auto& one = all_.jobs[static_cast<std::size_t>(number)];
    if (one.waits != 0 || one.begins > 0) continue;
    std::array<char, 400> text{};
    const auto size = ::pread(one.messages, text.data(), text.size(), 0);
    if (size <= 0) continue;
    if (std::string_view(text.data(), static_cast<std::size_t>(size)).find("doorway: waiting for '") !=
        std::string_view::npos)
      one.waits = now();
  }
}

void run::continue_stopped() {
  const stamp time = now();
  std::erase_if(stops_, [&](const stop& one) {
    if (time < one.until) return false;
    one.whom.signal(SIGCONT);
    --scenes_.at(one.arena).stopped;
    return true;
  });
}

// Somebody waits, nobody is stopped, and fewer have a slot than there are: that must not last.
void run::watch() {
  const stamp time = now();
  const bool late = time - last_pump_ > 500 * ms;  // we were not there to see it
  if (late) all_.late.push_back({last_pump_, time});
  for (auto& where : all_.arenas) {
    auto& here = at(where);
    int waiting = 0, leaving = 0;
    for (const int number : active_) {
      const auto& one = all_.jobs[static_cast<std::size_t>(number)];
      if (one.arena != where.number) continue;
      if (one.begins == 0) ++waiting;
      else if (one.finished != 0) ++leaving;
    }
    const int taken = here.held.inside() - 1 + leaving;  // the kernel's count has us in it
    const bool is_free = where.k == 0 ? taken == 0 : taken < where.k;
    if (late || waiting == 0 || here.stopped > 0 || here.at_work || !is_free) here.free_since = 0;
    else if (here.free_since == 0) here.free_since = time;
    else here.longest_free = std::max(here.longest_free, time - here.free_since);
    if (here.free_since != 0 && time - here.free_since > lost_after) {
      here.free_since = 0;
      if (std::exchange(here.has_lost, true)) continue;
      std::string who;
      for (const int number : active_)
        if (all_.jobs[static_cast<std::size_t>(number)].arena == where.number)
          who += "\n    " + describe(all_, all_.jobs[static_cast<std::size_t>(number)]);
      say(violation::kind::lost, fmt::format("'{}': {} taken and {} waiting for {} s{}", where.name, taken, waiting,
                                             lost_after / (1000 * ms), who) +
                                     what_the_tool_says(where));
    }
  }
}

}  // namespace slots_chaos
