// doorway demo: twelve jobs through three slots, one holder killed, and what the slots promise, checked.

#include <fmt/core.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "commands.hpp"
#include "demo_jobs.hpp"
#include "doorway/processes/participant.hpp"
#include "exit_codes.hpp"
#include "job.hpp"
#include "signals.hpp"
#include "timeline.hpp"

namespace doorway::tool {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr process_id slots = 3;
constexpr std::size_t victim = 4;                 // job 5
constexpr std::int64_t kill_after = 200'000'000;  // ns inside
constexpr std::int64_t command_runs_on_for = 300'000'000;
constexpr std::int64_t longest = 30'000'000'000;
constexpr double recovery_limit_ms = 1000;  // a busy machine; where it is not, 100 ms

constexpr auto demo_help =
    R"(Starts twelve `doorway exec -k 3`, one after the other, in a folder of their own. On the way the doorway process of one that is
inside is killed (SIGKILL), and a little later its command too: the slot stays taken in between, and then comes back. Draws
who waited and who was inside when, and checks:
  - never more than three inside, by record locks that the jobs themselves take on another file
  - order kept: when a job entered, fewer than three that had arrived before it still waited
  - the killed holder's slot came back

Exit status: 0 all checks hold; 1 one does not.)";

std::vector<demo_job> plan() {
  constexpr std::array<int, 12> lasts = {700, 900, 650, 800, 1200, 600, 750, 700, 650, 550, 700, 600};
  std::vector<demo_job> jobs;
  jobs.reserve(lasts.size());
  for (const int ms : lasts)
    jobs.push_back({.starts = 110ms * jobs.size(), .lasts = milliseconds(ms), .pid = 0, .status = {}, .arrived = 0});
  return jobs;
}

class demo {
 public:
  int run() {
    fmt::print("Twelve jobs, three slots: each job is\n  doorway exec -k 3 --name {} -- ...\n", jobs_.name());
    show();
    while (!jobs_.all_ended()) {
      if (signals::withdrawn_by() != 0) return killed_by_signal + signals::withdrawn_by();
      if (now() > longest) throw std::runtime_error("doorway: the demo did not end in 30 s");
      start_those_due();
      const auto who = jobs_.look_around();
      kill_one(who);
      std::this_thread::sleep_for(2ms);
    }
    return report() ? fine : refused;
  }

 private:
  [[nodiscard]] std::int64_t now() const { return static_cast<std::int64_t>(processes::now() - began_); }
  // Not before it: the notes' clock is some milliseconds coarse.
  [[nodiscard]] std::int64_t from_start(word since_boot) const {
    return std::max<std::int64_t>(0, static_cast<std::int64_t>(since_boot - began_));
  }

  static void show() {
    if (std::fflush(stdout) != 0) throw std::runtime_error("doorway: cannot write the output of the demo");
  }

  void start_those_due() {
    for (; started_ < jobs_.all().size() && now() >= jobs_.all()[started_].starts / 1ns; ++started_)
      jobs_.start(started_);
  }

  // First the doorway process, and later its command.
  void kill_one(const occupants& who) {
    const auto& job = jobs_.all()[victim];
    for (const auto& one : who.inside) {
      if (wrapper_killed_ != 0 || one.pid != static_cast<word>(job.pid) || one.command_pid == 0) continue;
      if (now() - from_start(one.since) < kill_after) continue;
      command_ = static_cast<pid_t>(one.command_pid);
      ::kill(job.pid, SIGKILL);
      wrapper_killed_ = now();
    }
    if (wrapper_killed_ == 0 || killed_ != 0) return;
    if (!shown_ && now() - wrapper_killed_ > command_runs_on_for / 2) {
      shown_ = true;
      fmt::print("\n$ doorway status {0}      (at {1:.1f} s; from outside: DOORWAY_DIR={2}/names)\n{3}", jobs_.name(),
                 static_cast<double>(now()) / 1e9, jobs_.folder(), jobs_.status());
      show();
    }
    if (now() - wrapper_killed_ > command_runs_on_for) {
      ::kill(command_, SIGKILL);
      killed_ = now();
    }
  }

  bool report() {
    const auto records = read_records(jobs_.folder());
    std::vector<timeline_row> rows;
    for (std::size_t i = 0; i < jobs_.all().size(); ++i) {
      const auto wrote =
          std::find_if(records.begin(), records.end(), [&](const auto& r) { return r.job == static_cast<int>(i) + 1; });
      if (wrote == records.end()) {
        check(false, fmt::format("job {} never ran", i + 1));
        continue;
      }
      timeline_row row{.label = fmt::format("job {}", i + 1),
                       .arrived = from_start(jobs_.all()[i].arrived != 0 ? jobs_.all()[i].arrived
                                                                         : static_cast<word>(wrote->entered)),
                       .entered = from_start(static_cast<word>(wrote->entered)),
                       .left = wrote->left == 0 ? 0 : from_start(static_cast<word>(wrote->left)),
                       .slot = wrote->slot,
                       .wrapper_killed = 0,
                       .killed = 0};
      if (i == victim) {
        row.wrapper_killed = wrapper_killed_;
        row.killed = killed_;
      }
      rows.push_back(row);
    }
    fmt::print("\n{}\n", draw(rows, timeline_style::of_stdout()));
    check_numbers(records);
    check_order(rows);
    check_return(rows);
    check_statuses();
    return failed_ == 0;
  }

  void check(bool holds, const std::string& what) {
    fmt::print("  {}  {}\n", holds ? "ok    " : "FAILED", what);
    if (!holds) ++failed_;
  }

  void check_numbers(const std::vector<job_record>& records) {
    int most = 0;
    bool alone = true;
    for (const auto& record : records) {
      most = std::max(most, record.inside);
      alone = alone && record.alone_in_slot && record.slot >= 0 && record.slot < static_cast<int>(slots);
    }
    check(most == static_cast<int>(slots),
          fmt::format("never more than {} inside: the jobs' own record locks counted at most {}", slots, most));
    check(alone, "slots 0, 1 and 2, and never two jobs in one of them");
  }

  void check_order(const std::vector<timeline_row>& rows) {
    long most = 0;
    for (const auto& me : rows)
      most = std::max(most, std::count_if(rows.begin(), rows.end(), [&](const auto& other) {
                        return other.arrived < me.arrived && other.entered > me.entered;
                      }));
    check(most < static_cast<long>(slots),
          fmt::format("order kept: when a job entered, at most {} that had arrived before it still waited", most));
  }

  void check_return(const std::vector<timeline_row>& rows) {
    if (killed_ == 0 || rows.size() <= victim) return check(false, "nobody was killed");
    const auto& dead = rows[victim];
    std::int64_t next = 0;
    for (const auto& row : rows)
      if (row.slot == dead.slot && row.entered > dead.entered && (next == 0 || row.entered < next)) next = row.entered;
    if (next == 0) return check(false, fmt::format("slot {} never came back", dead.slot));
    check(next > killed_,
          fmt::format("job {} was killed at {:.2f} s: its command ran on {} ms and kept slot {}", victim + 1,
                      static_cast<double>(wrapper_killed_) / 1e9, (killed_ - wrapper_killed_) / 1000000, dead.slot));
    const double ms = static_cast<double>(next - killed_) / 1e6;
    check(ms < recovery_limit_ms,
          fmt::format("slot {} came back {:.0f} ms after the command was killed too", dead.slot, ms));
  }

  void check_statuses() {
    std::size_t fine_ones = 0;
    for (const auto& job : jobs_.all())
      if (WIFEXITED(*job.status) && WEXITSTATUS(*job.status) == 0) ++fine_ones;
    check(fine_ones + 1 == jobs_.all().size(), fmt::format("the other {} jobs ended with exit status 0", fine_ones));
  }

  demo_jobs jobs_{plan(), slots};
  signals signals_;
  word began_ = processes::now();
  std::size_t started_ = 0;
  pid_t command_ = 0;
  std::int64_t wrapper_killed_ = 0, killed_ = 0;
  bool shown_ = false;
  int failed_ = 0;
};

void add_job(CLI::App& app) {
  struct options {
    int number = 0;
    int lasts = 0;
  };
  auto given = std::make_shared<options>();
  auto* job = app.add_subcommand("demo-job", "A job of the demo")->group("");
  job->add_option("NUMBER", given->number)->required();
  job->add_option("MS", given->lasts)->required();
  job->callback([given] {
    const char* folder = std::getenv("DOORWAY_DEMO");
    if (folder == nullptr) throw CLI::ValidationError("demo-job", "it is for 'doorway demo' only");
    do_job(folder, given->number, milliseconds(given->lasts));
  });
}

}  // namespace

void add_demo(CLI::App& app, invocation& ours) {
  auto* command = app.add_subcommand("demo", "Twelve jobs, three slots, one of them killed");
  command->footer(demo_help);
  command->callback([&ours] {
    ::signal(SIGPIPE, SIG_IGN);  // a reader that has gone is a failed write, after which the folder is removed
    ours.status = demo().run();
  });
  add_job(app);
}

}  // namespace doorway::tool
