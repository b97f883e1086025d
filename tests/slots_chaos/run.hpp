// One run: crowds of wrappers on several names, what is done to them, and what is seen.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "children.hpp"
#include "records.hpp"

namespace slots_chaos {

enum class event : unsigned char {
  kill_fresh,
  kill_waiter,
  kill_wrapper,
  kill_command,
  kill_both,
  kill_group,
  terminate,
  stop_waiter,
  stop_wrapper,
  stop_command,
  resize,
  remove,
  remove_force,
  kill_maintenance,
  sweep,
  kill_container,
  count
};
constexpr auto event_kinds = static_cast<std::size_t>(event::count);
struct event_kind {
  std::string_view name;
  int weight;  // how often, among the others
};
inline constexpr std::array<event_kind, event_kinds> all_events{{{"kill-fresh", 8},
                                                                 {"kill-waiter", 6},
                                                                 {"kill-wrapper", 8},
                                                                 {"kill-command", 6},
                                                                 {"kill-both", 6},
                                                                 {"kill-group", 4},
                                                                 {"terminate", 4},
                                                                 {"stop-waiter", 6},
                                                                 {"stop-wrapper", 4},
                                                                 {"stop-command", 4},
                                                                 {"resize", 4},
                                                                 {"remove", 4},
                                                                 {"remove-force", 2},
                                                                 {"kill-maintenance", 2},
                                                                 {"sweep", 3},
                                                                 {"kill-container", 4}}};

struct settings {
  std::string doorway, probe;
  double seconds = 20;
  std::uint64_t seed = 0;
  std::set<std::string_view> events;  // names of all_events
  bool json = false;
};

class run {
 public:
  explicit run(settings wanted);
  ~run();
  run(const run&) = delete;
  run& operator=(const run&) = delete;

  void go();  // all of it
  [[nodiscard]] const std::vector<violation>& violations() const { return found_; }
  [[nodiscard]] const std::vector<std::string>& not_done() const { return not_done_; }
  [[nodiscard]] std::string summary() const;
  [[nodiscard]] std::string summary_json() const;
  [[nodiscard]] const std::string& folder() const { return folder_; }
  void keep() { keep_ = true; }
  [[nodiscard]] long passages() const;  // of commands that came in and ended by themselves
  [[nodiscard]] stamp longest_free() const;
  [[nodiscard]] long count(violation::kind what) const;

 private:
  // A doorway resize or remove that runs.
  struct maintenance {
    event kind = event::resize;
    pid_t pid = 0;
    int messages = -1;
    stamp began = 0, kill_at = 0;
    int k = 0;
    bool alone = false;  // nobody new comes meanwhile
    bool killed = false;
  };
  // What is going on at a name, beside what the judge needs.
  struct scene {
    explicit scene(const std::string& folder, int number) : held(folder, number) {}
    evidence held;
    std::optional<maintenance> at_work;
    std::optional<event> planned;        // when everybody is gone
    bool alone = false;                  // and nobody new comes before it is done
    std::optional<stamp> refused_since;  // though nobody was there
    int unknown_k = 0;                   // a killed resize to this may or may not have done it
    int stopped = 0;
    stamp free_since = 0, longest_free = 0, next_start = 0;
    bool has_lost = false;
  };
  struct stop {
    pinned whom;
    stamp until;
    int arena;
  };
  struct planned_kill {
    int job;
    stamp at;
  };

  // run.cpp: names, and what is looked at all the time
  void add(arena one);
  void prepare();
  void pump();
  void reap();
  void reaped_job(job& one, int ended);
  void read_log();
  void look_who_waits();
  void continue_stopped();
  void watch();
  bool drain();
  void check_at_the_end();
  std::string what_the_tool_says(const arena& where);
  void say(violation::kind what, std::string evidence) { found_.push_back({what, std::move(evidence)}); }

  // crowd.cpp
  job& start_job(arena& where, stamp timeout, long lasts_us, int session, bool boxed = false);
  void start_newcomers();
  std::vector<std::string> environment_for(const arena& where) const;
  start_of tool(const arena& where, std::vector<std::string> words, int output) const;

  // events.cpp
  void do_events();
  void look_after_maintenance();
  bool happen(event what);
  bool kill_planned();
  template <class Wanted>
  job* choose(Wanted&& wanted);
  pinned command_of(const job& one) const;
  bool stop_for_a_while(const job& one, pinned whom);
  bool kill_command(job& one);
  bool kill_wrapper(job& one);
  bool maintain(arena& where, event what);
  void maintenance_ended(scene& at, arena& where, int ended);
  void start_maintenance(arena& where, event what, bool alone);
  [[nodiscard]] bool nobody_is_there(const arena& where) const;
  [[nodiscard]] bool all_agree(const arena& where) const;
  bool sweep();
  void sweep(bool home);
  void remove_what_is_the_users() const;

  long between(long from, long to) { return std::uniform_int_distribution<long>(from, to)(random_); }
  bool one_in(long n) { return between(1, n) == 1; }
  [[nodiscard]] bool wanted(event what) const {
    return settings_.events.contains(all_events[static_cast<std::size_t>(what)].name);
  }
  scene& at(const arena& where) { return scenes_.at(where.number); }
  [[nodiscard]] const scene& at(const arena& where) const { return scenes_.at(where.number); }
  arena& arena_of(const job& one) { return all_.arenas[static_cast<std::size_t>(one.arena)]; }

  settings settings_;
  std::mt19937_64 random_;
  std::string folder_;
  bool keep_ = false;
  uid_t user_ = 0;                      // a throw-away one; 0: none
  std::vector<std::string> container_;  // words before a command that put it in one
  run_records all_;
  std::map<int, scene> scenes_;
  std::set<int> active_;           // jobs whose wrapper has not been waited for
  std::map<pid_t, int> wrappers_;  // and their pids
  std::vector<stop> stops_;
  std::vector<planned_kill> planned_kills_;
  int log_ = -1;
  std::string rest_of_log_;
  stamp sweep_again_ = 0;  // a second one soon after a first
  stamp began_ = 0, ended_ = 0, last_pump_ = 0, next_event_ = 0, last_newcomer_ = 0;
  std::array<long, event_kinds> happened_{};
  long refused_ = 0, maintained_ = 0;
  std::vector<violation> found_;
  std::vector<std::string> not_done_;
};

}  // namespace slots_chaos
