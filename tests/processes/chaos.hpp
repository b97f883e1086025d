// The chaos: processes that go in and out of one lock, and are killed at random instants and at chosen steps.
//
// Evidence of who is inside is kept by the kernel, not by us: who is inside, a process or the command that it started,
// has a POSIX record lock on one of k bytes of a second file. When a process dies the kernel lets these go before the locks
// by which doorway sees the death (those of an open file description), so evidence never outlives a death that was noticed.
// Bytes are taken one process at a time, and can only become free meanwhile: if at most k are inside, one is free.
//
// Order is judged from stamps, where it is certain. b: before the doorway began; d: after it ended; l: before a look that
// was not known to let it in; e: after it had entered. If d(A) < b(B) and l(A) > e(B), then A had arrived before B came
// and still waited when B had entered. Of such A there must be fewer than k.
#pragma once

#include "steps.hpp"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "doorway/processes/participant.hpp"
#include "scene.hpp"

namespace chaos {

using namespace doorway;
using namespace doorway::processes;
using namespace scene;
using bakery = participant<steps::stepping_bakery>;
using outcome = bakery::outcome;

constexpr process_id workers = 12;
constexpr process_id k = 3;
constexpr process_id seats = 20;
constexpr process_id no_slot = k;

// How recovery is spoilt: the chaos must find each of these out.
enum class fault { none, no_recovery, without_the_seats_lock, without_asking_for_the_command };

inline word stamp() {
  return static_cast<word>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(clock::now().time_since_epoch()).count());
}

struct passage_log {
  std::atomic<word> began{0}, arrived{0}, looked{0}, entered{0};
};
constexpr std::size_t most_passages = 100'000;

struct worker_log {
  std::atomic<std::size_t> count{0};
  std::array<passage_log, most_passages> passages;
};

struct world {
  std::atomic<bool> stop{false};
  std::atomic<long> entries{0}, with_command{0}, withdrawn{0}, recovered{0};
  std::atomic<long> too_many{0}, same_slot{0};
  std::array<worker_log, workers> logs;
};

// --- judging the order ---

struct order {
  long entries = 0;     // judged
  long overtaken = 0;   // pairs (A, B) as above: allowed, if few enough; also a sign that the judge sees something
  long violations = 0;  // entries with k or more
};

template <class Logs>
order judge(const Logs& logs, process_id allowed) {
  order result;
  const auto before = [](const passage_log& a, word b) { return a.began < b; };
  for (const auto& mine : logs)
    for (std::size_t i = 0; i < mine.count; ++i) {
      const auto& b = mine.passages[i];
      if (b.entered == 0) continue;
      ++result.entries;
      process_id waiting = 0;
      for (const auto& other : logs) {
        if (&other == &mine || other.count == 0) continue;
        // Its passages follow one another: only the last that began before b's can span b's.
        const auto first = other.passages.begin();
        const auto after =
            std::lower_bound(first, first + static_cast<std::ptrdiff_t>(other.count.load()), b.began.load(), before);
        if (after == first) continue;
        const auto& a = *(after - 1);
        if (a.arrived != 0 && a.arrived < b.began && a.looked > b.entered) ++waiting;
      }
      result.overtaken += waiting;
      if (waiting >= allowed) ++result.violations;
    }
  return result;
}

// --- evidence ---

class evidence {
 public:
  explicit evidence(const std::string& path) : fd_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {}

  // False: more than k are inside.
  [[nodiscard]] bool take() {
    while (!lock(F_SETLKW, turnstile)) {}
    for (mine_ = 0; mine_ < k; ++mine_)
      if (lock(F_SETLK, mine_)) break;
    unlock(turnstile);
    return mine_ < k;
  }
  // False: somebody inside has the same slot.
  [[nodiscard]] bool take_slot(process_id slot) { return lock(F_SETLK, slots + slot); }
  void leave() {
    if (mine_ < k) unlock(mine_);
    for (process_id s = 0; s < k; ++s) unlock(slots + s);
  }

 private:
  static constexpr process_id slots = 1000, turnstile = 2000;
  [[nodiscard]] bool set(int how, short type, process_id byte) const {
    struct flock range {};
    range.l_type = type;
    range.l_whence = SEEK_SET;
    range.l_start = byte;
    range.l_len = 1;
    return ::fcntl(fd_.get(), how, &range) == 0;
  }
  [[nodiscard]] bool lock(int how, process_id byte) const { return set(how, F_WRLCK, byte); }
  void unlock(process_id byte) const { static_cast<void>(set(F_SETLK, F_UNLCK, byte)); }

  descriptor fd_;
  process_id mine_ = k;
};

// --- one process ---

class worker : private steps::watcher {
 public:
  worker(world& all, process_id number, fault spoilt, unsigned seed, const std::string& evidence_path)
      : all_(all),
        log_(all.logs[number]),
        spoilt_(spoilt),
        random_(seed),
        evidence_(evidence_path),
        me_(open_or_make<steps::stepping_bakery>(directory::own(), "chaos", {.n = seats, .k = k}), "chaos") {
    steps::watching = this;
    const std::array<steps::region, 4> where = {steps::region::at_once, steps::region::entering, steps::region::leaving,
                                                steps::region::recovering};
    // Half of them are killed from outside only.
    if (one_in(2)) aim_ = {where[static_cast<std::size_t>(below(4))], 1 + below(one_in(2) ? 12 : 90)};
    passages_before_ = below(20);
  }

  int run() {
    if (aim_.where == steps::region::at_once) steps::at(aim_);
    while (!me_.sit_down())
      if (all_.stop) return 0;
    for (long i = 0; !all_.stop; ++i) {
      if (i == passages_before_ && aim_.where != steps::region::at_once) steps::at(aim_);
      pass();
    }
    return 0;
  }

 private:
  void pass() {
    now_ = log_.count < most_passages ? &log_.passages[log_.count] : &spare_;
    for (auto* each : {&now_->began, &now_->arrived, &now_->looked, &now_->entered}) each->store(0);
    now_->began = stamp();
    if (now_ != &spare_) ++log_.count;
    const auto how_long =
        one_in(8) ? patience::until(clock::now() + std::chrono::microseconds(below(30'000))) : patience::for_ever();
    const auto on = [this] {
      spoil();
      return !all_.stop.load();
    };
    if (me_.enter(how_long, on) != outcome::inside) {
      ++all_.withdrawn;
      return;
    }
    now_->entered = stamp();
    ++all_.entries;
    if (one_in(spoilt_ == fault::without_asking_for_the_command ? 2 : 12)) inside_with_a_command();
    else inside(std::chrono::microseconds(below(600)), one_in(3) ? me_.take_slot() : no_slot);
    me_.exit();
    std::this_thread::sleep_for(std::chrono::microseconds(below(400)));
  }

  void inside(std::chrono::microseconds how_long, process_id slot) {
    if (!evidence_.take()) ++all_.too_many;
    if (slot != no_slot && !evidence_.take_slot(slot)) ++all_.same_slot;
    std::this_thread::sleep_for(how_long);
    evidence_.leave();
  }

  // As doorway exec does: the command is counted before it begins.
  void inside_with_a_command() {
    ++all_.with_command;
    const auto slot = one_in(2) ? me_.take_slot() : no_slot;
    std::array<int, 2> go{};
    if (::pipe2(go.data(), O_CLOEXEC) != 0) return;
    const pid_t command = ::fork();
    if (command == 0) {
      steps::at({});
      ::close(go[1]);
      char letter = 0;
      if (::read(go[0], &letter, 1) == 1) inside(std::chrono::microseconds(below(8'000)), slot);
      ::_exit(0);
    }
    me_.count_command(identify(command));
    if (::write(go[1], "g", 1) != 1) return;
    for (const int end : go) ::close(end);
    while (::waitpid(command, nullptr, 0) < 0 && errno == EINTR) {}
  }

  // The wrong ways to recover.
  void spoil() {
    if (spoilt_ != fault::without_the_seats_lock && spoilt_ != fault::without_asking_for_the_command) return;
    const auto& where = me_.where();
    waking memory(where.seats(), where.words(), block::contents::kept, futex::reach::many_processes);
    const k_bakery_cc_fast<waking> algorithm(memory, {.n = where.seats(), .k = k});
    for (process_id i = 0; i < seats; ++i) {
      auto& note = where.note(i);
      if (i == me_.number() || load(note.active) == 0) continue;
      struct {
        process_id dead;
        [[nodiscard]] process_id id() const { return dead; }
      } its{i};
      if (spoilt_ == fault::without_the_seats_lock) {
        algorithm.recover(its);
      } else if (const byte_lock free(where.fd(), byte_of::seats, i); free) {
        algorithm.recover(its);
        store(note.active, 0);
      }
    }
  }

  void end_of_doorway() override { now_->arrived = stamp(); }
  void looks() override { now_->looked = stamp(); }
  bool may_recover() override {
    ++all_.recovered;
    return spoilt_ != fault::no_recovery;
  }

  long below(long limit) { return std::uniform_int_distribution<long>(0, limit - 1)(random_); }
  bool one_in(long n) { return below(n) == 0; }

  world& all_;
  worker_log& log_;
  fault spoilt_;
  std::mt19937 random_;
  evidence evidence_;
  bakery me_;
  steps::aim aim_;
  long passages_before_ = 0;
  passage_log spare_;
  passage_log* now_ = &spare_;
};

// --- the whole ---

struct verdict {
  long kills = 0, aimed = 0, entries = 0, with_command = 0, withdrawn = 0, recovered = 0;
  long too_many = 0, same_slot = 0, wrong_ends = 0;
  bool stalled = false;   // nobody got in for seconds
  bool finished = false;  // all survivors came out when told to
  process_id usable = 0;  // how many got in together at the end
  process_id free_seats = 0;
  bool extra_kept_out = false;
  order kept;

  [[nodiscard]] bool good() const {
    return too_many == 0 && same_slot == 0 && wrong_ends == 0 && !stalled && finished && usable == k &&
           free_seats == seats - 1 && extra_kept_out && kept.violations == 0;
  }
};

inline std::ostream& operator<<(std::ostream& out, const verdict& v) {
  return out << v.kills << " kills, " << v.aimed << " of them at a chosen step; " << v.entries << " entries, "
             << v.with_command << " with a command; " << v.withdrawn << " withdrawn; " << v.recovered
             << " recoveries; too many inside: " << v.too_many << "; same slot: " << v.same_slot
             << "; wrong ends: " << v.wrong_ends << (v.stalled ? "; STALLED" : "")
             << (v.finished ? "" : "; NOT FINISHED") << "; slots usable at the end: " << v.usable << " of " << k
             << (v.extra_kept_out ? "" : " AND MORE") << "; seats: " << v.free_seats << " of " << seats - 1
             << "; order: " << v.kept.entries << " judged, " << v.kept.overtaken << " certain waits, "
             << v.kept.violations << " violations";
}

inline void try_the_lock(verdict& result) {
  const auto on = [] { return true; };
  const auto open = [] {
    return std::make_unique<bakery>(
        open_or_make<steps::stepping_bakery>(directory::own(), "chaos", {.n = seats, .k = k}), "check");
  };
  std::vector<std::unique_ptr<bakery>> all;
  for (process_id i = 0; i < k; ++i) {
    all.push_back(open());
    if (!soon([&] { return all.back()->sit_down(); }, 3s)) return;
    if (all.back()->enter(patience::until(clock::now() + 3s), on) != outcome::inside) return;
    ++result.usable;
  }
  auto extra = open();
  result.extra_kept_out =
      extra->sit_down() && extra->enter(patience::until(clock::now() + 100ms), on) == outcome::gave_up;
  for (auto& each : all) each->exit();
  all.push_back(std::move(extra));
  while (all.size() < seats - 1) {  // one is attached
    all.push_back(open());
    if (!soon([&] { return all.back()->sit_down(); }, 3s)) break;
  }
  for (const auto& each : all)
    if (each->seated()) ++result.free_seats;
}

// Until both so long and so many kills, or until it is clear that something is wrong.
inline verdict run(fault spoilt, std::chrono::milliseconds at_least, long kills, unsigned seed) {
  const place here;
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // commands whose process was killed are ours to reap
  shared<world> all;
  std::mt19937 random(seed);
  verdict result;
  // Attached all the while: else killing the only user would make the lock anew, and the test would pass for nothing.
  bakery attached(open_or_make<steps::stepping_bakery>(directory::own(), "chaos", {.n = seats, .k = k}), "attached");
  if (!attached.sit_down()) return result;

  std::array<pid_t, workers> who{};
  std::array<bool, workers> killed{};
  const auto start = [&](process_id i) {
    const auto its_seed = static_cast<unsigned>(random());
    killed[i] = false;
    who[i] = ::fork();
    if (who[i] != 0) return;
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    int status = child::threw;
    try {
      status = worker(*all, i, spoilt, its_seed, here.file(".evidence")).run();
    } catch (const std::exception& error) {
      std::fprintf(stderr, "chaos: %s\n", error.what());
    }
    ::_exit(status);
  };
  // Reaps; starts again those who were killed.
  const auto reap = [&](bool again) {
    int status = 0;
    for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
      for (process_id i = 0; i < workers; ++i) {
        if (who[i] != ended) continue;
        who[i] = 0;
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
          ++result.kills;
          if (!killed[i]) ++result.aimed;
        } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
          ++result.wrong_ends;
        }
        if (again) start(i);
      }
  };

  for (process_id i = 0; i < workers; ++i) start(i);
  const auto end = clock::now() + at_least;
  const auto too_late = end + 4 * at_least;
  auto last_entry = clock::now();
  long seen = 0;
  while ((clock::now() < end || result.kills < kills) && clock::now() < too_late) {
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 50'000));
    const auto victim = static_cast<process_id>(random() % workers);
    killed[victim] = true;
    if (who[victim] > 0) ::kill(who[victim], SIGKILL);
    reap(true);
    if (all->too_many != 0 || all->same_slot != 0 || result.wrong_ends != 0) break;
    if (std::exchange(seen, all->entries.load()) != all->entries) last_entry = clock::now();
    if (clock::now() - last_entry > 5s) {
      result.stalled = true;
      break;
    }
  }
  all->stop = true;
  result.finished = soon(
      [&] {
        reap(false);
        return std::all_of(who.begin(), who.end(), [](pid_t pid) { return pid == 0; });
      },
      5s);
  for (const pid_t pid : who)
    if (pid > 0) ::kill(pid, SIGKILL);
  for (int status = 0; ::waitpid(-1, &status, 0) > 0;) {}
  result.entries = all->entries;
  result.with_command = all->with_command;
  result.withdrawn = all->withdrawn;
  result.recovered = all->recovered;
  result.too_many = all->too_many;
  result.same_slot = all->same_slot;
  try_the_lock(result);
  result.kept = judge(all->logs, k);
  return result;
}

}  // namespace chaos
