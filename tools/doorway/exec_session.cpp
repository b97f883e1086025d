#include "exec_session.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "command.hpp"
#include "doorway/algorithms/group_exclusion/group_bakery.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/processes/clock.hpp"
#include "doorway/processes/passage.hpp"
#include "doorway/processes/sigbus.hpp"
#include "doorway/waiting/deadline.hpp"
#include "duration.hpp"
#include "exit_codes.hpp"
#include "giving_up.hpp"
#include "inside_itself.hpp"
#include "occupants.hpp"
#include "progress.hpp"
#include "room.hpp"
#include "say.hpp"
#include "terminal_text.hpp"
#include "variables.hpp"

namespace doorway::tool {

using namespace doorway::processes;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

// 1 .. largest. FNV-1a: two texts with one number would be let in together, at odds of one in 2^63.
word session_number(std::string_view text, word largest) {
  word hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return hash % largest + 1;
}

class exec_session {
 public:
  exec_session(const directory_option& where, const request& wanted)
      : where_(where), wanted_(wanted), line_(cut(command_line(wanted.command), 256)), progress_(wanted) {}

  template <template <class> class Algorithm, class... Session>
  int take(Session... session) {
    std::vector<named_request> locks;
    for (const auto& name : wanted_.names)
      locks.push_back({.name = name,
                       .size = {.n = wanted_.seats, .k = wanted_.session ? 1 : wanted_.k},
                       .group = where_.group,
                       .directory = {},
                       .what = line_});
    // All who want several names go in in this order, so that no two wait for each other.
    std::sort(locks.begin(), locks.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    for (;;) {  // who was stopped while it waited arrives anew
      all_in<Algorithm> in;
      if (const auto status = once(in, locks, session...)) return *status;
    }
  }

  // Its end was that of a SIGINT, its own or the command's.
  [[nodiscard]] bool interrupted() const { return interrupted_; }

 private:
  using milliseconds = std::chrono::milliseconds;

  // The names that it is inside of. Whatever happens, out again.
  template <template <class> class Algorithm>
  struct all_in {
    std::vector<std::unique_ptr<passage<Algorithm>>> ways;
    std::map<std::string, process_id> slots;

    ~all_in() { leave(); }
    void leave() {
      for (; !ways.empty(); ways.pop_back()) ways.back()->exit();
      slots.clear();
    }
  };

  // Asked while it waits.
  struct meanwhile {
    exec_session& whose;
    bool operator()() const { return undisturbed(); }
    [[nodiscard]] bool in_turn(const file& in, process_id seat) const { return whose.keep_waiting(in, seat); }
    [[nodiscard]] bool for_seat(const file& in) const { return whose.keep_waiting_for_seat(in); }
    [[nodiscard]] bool in_anteroom(const file& in, const file& room, process_id seat) const {
      return whose.keep_waiting_for_seat(in) && whose.keep_queueing(place_in_anteroom(in, room, seat), in);
    }
    [[nodiscard]] bool for_earlier() const {
      whose.child_.reset();  // it would count as one who uses the vanished file
      whose.progress_.waits_for_vanished(whose.where_);
      return true;
    }
    void without_order(const std::exception& trouble) const { whose.progress_.waits_without_order(trouble); }
  };

  // The exit status, or nothing: it was stopped for a while, and starts over.
  template <template <class> class Algorithm, class... Session>
  std::optional<int> once(all_in<Algorithm>& in, const std::vector<named_request>& locks, Session... session) {
    for (const auto& lock : locks) {
      held_ = &lock == &locks.back() ? std::optional(files_of(in)) : std::nullopt;
      auto way = std::make_unique<passage<Algorithm>>(lock);
      if (wanted_.session) way->name_session(cut(*wanted_.session, 64));
      begin(lock.name);
      if (!come_in(*way, session...)) return given_up(in, *way);
      in.ways.push_back(std::move(way));
      std::optional<process_id> slot;
      if (!wanted_.session) {
        slot = in.ways.back()->take_slot(how_long(), &undisturbed);
        if (!slot) return given_up_inside(in);
        in.slots[lock.name] = *slot;
      }
      progress_.enters(slot);
    }
    signals_.block();
    if (undisturbed()) return inside(in);
    signals_.unblock();
    return given_up_inside(in);  // in the last instant before that: as if it still waited
  }

  template <class Passage, class... Session>
  bool come_in(Passage& way, Session... session) {
    for (;;) try {
        return way.enter(how_long(), meanwhile{*this}, session...);
      } catch (const std::system_error& trouble) {
        if (!is_for_want_of_room(trouble.code()) || !make_room(where_)) throw;
      }
  }

  void begin(const std::string& name) {
    name_ = name;
    progress_.begins(name);
    arrived_ = std::numeric_limits<word>::max();
    had_no_seat_ = queued_ = false;
  }

  // Of one who is inside: the last name is left first, and then all as by one who still waits for that.
  template <template <class> class Algorithm>
  std::optional<int> given_up_inside(all_in<Algorithm>& in) {
    const auto way = std::move(in.ways.back());
    in.ways.pop_back();
    way->exit();
    return given_up(in, *way);
  }

  // The exit status of one who has given up, or nothing: it was stopped for a while, and starts over.
  template <template <class> class Algorithm>
  std::optional<int> given_up(all_in<Algorithm>& others, const passage<Algorithm>& way) {
    child_.reset();
    others.leave();
    progress_.ends();
    if (signals::withdrawn_by() != 0) return withdrawn();
    if (signals::asked_to_stop()) {
      signals::stop(SIGTSTP);
      return std::nullopt;
    }
    const int status = wanted_.status_of_giving_up;
    if (const auto by = signals::cancelled_by(); by != 0) {
      progress_.gave_up("cancelled", status);
      if (!wanted_.quiet) say("doorway: '{}': cancelled by process {}\n", name_, by);
    } else if (waits_for_itself_) {
      progress_.gave_up("itself", wrong_usage);
      say("doorway: '{0}' is held by the command that has started this, which would wait for itself; if nobody waits "
          "for this one, "
          "take {1} out of its environment\n",
          name_, inside_variable);
      return wrong_usage;
    } else if (too_many_) {
      progress_.gave_up("max-queue", status);
      if (!wanted_.quiet)
        say("doorway: '{}': {} wait already (--max-queue {})\n", name_, *too_many_, *wanted_.max_queue);
    } else {
      progress_.gave_up(*wanted_.timeout == 0ns ? "not free" : "timeout", status);
      if (wanted_.quiet) return status;
      if (!way.trouble()) say_gave_up(wanted_, name_, look(way.where(), name_, way.who().where()), arrived_);
      else say("{}; gave up\n{}", *way.trouble(), lines_of_vanished(where_.open(), name_));
    }
    return status;
  }

  template <template <class> class Algorithm>
  int inside(const all_in<Algorithm>& in) {
    const auto waited = std::chrono::duration_cast<milliseconds>(steady_clock::now() - began_);
    std::vector<process_id> slots;
    for (const auto& name : wanted_.names)
      if (const auto slot = in.slots.find(name); slot != in.slots.end()) slots.push_back(slot->second);
    const auto held = files_of(in);
    if (child_ == nullptr || child_->is_lost() || child_inherits_ != generations_of(held)) fork_child(held);
    for (const auto& way : in.ways) way->who().count_command(child_->who());
    progress_.started(slots, waited, static_cast<pid_t>(child_->who().pid));
    const int status = child_->run(variables_of_command(wanted_, slots, waited, told_to_command(held)));
    progress_.left(status);
    interrupted_ = child_->killed_by() == SIGINT;
    exit_when_cut_off_with(status, " (the command had ended; this is its exit status)");
    return status;
  }

  using files = std::vector<const file*>;
  template <class Inside>
  static files files_of(const Inside& in) {
    files held;
    for (const auto& way : in.ways) held.push_back(&way->who().where());
    return held;
  }
  static std::vector<std::uint32_t> generations_of(const files& held) {
    std::vector<std::uint32_t> all;
    for (const auto* one : held) all.push_back(one->generation());
    return all;
  }

  // Signals are blocked.
  void fork_child(const files& held) {
    child_.reset();
    std::vector<file::keepsake> keepsakes;
    std::vector<int> inherited;
    for (const auto* one : held) {
      keepsakes.push_back(one->make_keepsake());
      inherited.insert(inherited.end(), {keepsakes.back().proof.get(), keepsakes.back().way.get()});
    }
    child_inherits_ = generations_of(held);
    child_ = std::make_unique<command>(wanted_.command, inherited, signals_,
                                       manner{.whom = wanted_.foreground ? reach::command : reach::group,
                                              .dies_with_us = wanted_.kill_with_me,
                                              .most = wanted_.max_time});
  }
  // While it waits for the last name: it has nothing better to do. Not where the child would get what the terminal sends to us.
  void prepare_child(const file& in) {
    if (!held_ || child_ != nullptr || wanted_.foreground) return;
    auto held = *held_;
    held.push_back(&in);
    signals_.block();
    try {
      fork_child(held);
    } catch (const std::exception&) {  // it is tried again, and told, when it is inside
      child_.reset();
      held_.reset();
    }
    signals_.unblock();
  }

  [[nodiscard]] patience how_long() const {
    if (!wanted_.timeout) return patience::for_ever();
    if (*wanted_.timeout == 0ns) return patience::for_one_look();
    return patience::until(deadline_);
  }

  [[nodiscard]] static bool undisturbed() {
    return signals::withdrawn_by() == 0 && !signals::asked_to_stop() && signals::cancelled_by() == 0;
  }
  bool keep_waiting_for_seat(const file& in) {
    if (!undisturbed() || !may_queue(place_without_seat(in)) || would_wait_for_itself(in)) return false;
    if (!had_no_seat_) arrived_ = now();  // before its doorway in the anteroom
    had_no_seat_ = true;
    progress_.waits_for_seat(in);
    return true;
  }
  bool keep_waiting(const file& in, process_id seat) {
    if (!undisturbed() || would_wait_for_itself(in)) return false;
    arrived_ = load(in.note(seat).arrived);
    if (!keep_queueing(place_of(in, seat), in)) return false;
    prepare_child(in);
    return undisturbed();  // a signal may have come while signals were blocked
  }
  bool keep_queueing(const place& where, const file& in) {
    if (!may_queue(where)) return false;
    queued_ = true;
    progress_.stands(where, in);
    return true;
  }
  // Those who have started it hold so much that it cannot get in before one of them leaves.
  bool would_wait_for_itself(const file& in) {
    if (queued_) return false;
    const auto held = held_by_ancestors(in, wanted_.session.value_or(""));
    return waits_for_itself_ = held != 0 && held + 1 > in.kind().k;
  }
  // Asked of a newcomer: who has once been let into the queue stays in it.
  bool may_queue(const place& where) {
    if (wanted_.max_queue && !queued_ && where.number > *wanted_.max_queue) too_many_ = where.number - 1;
    return !too_many_;
  }

  int withdrawn() {
    interrupted_ = signals::withdrawn_by() == SIGINT;
    const int status = killed_by_signal + signals::withdrawn_by();
    progress_.gave_up("signal", status);
    return status;
  }

  const directory_option& where_;
  const request& wanted_;
  std::string line_;
  std::string name_;  // which it waits for, of several
  signals signals_;
  steady_clock::time_point began_ = steady_clock::now();
  steady_clock::time_point deadline_ = deadline_after(wanted_.timeout.value_or(0ns));
  word arrived_ = std::numeric_limits<word>::max();  // when its last doorway ended; before that all are ahead of it
  bool had_no_seat_ = false;
  bool queued_ = false;
  bool waits_for_itself_ = false;
  std::optional<std::size_t> too_many_;  // who wait already: it gave up because of them
  bool interrupted_ = false;
  progress progress_;
  std::optional<files> held_;  // what it is inside of, when it waits for the last name
  std::unique_ptr<command> child_;
  std::vector<std::uint32_t> child_inherits_;
};

}  // namespace

int run_exec_session(const directory_option& where, const request& wanted) {
  exec_session mine(where, wanted);
  const int status =
      wanted.session ? mine.take<group_bakery>(session_number(*wanted.session, group_bakery<waking>::largest_session))
                     : mine.take<k_bakery_cc_fast>();
  if (mine.interrupted()) signals::end_by(SIGINT);
  return status;
}

}  // namespace doorway::tool
