#include "exec_session.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <limits>
#include <thread>

#include "command.hpp"
#include "doorway/algorithms/group_exclusion/group_bakery.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/processes/clock.hpp"
#include "doorway/processes/passage.hpp"
#include "doorway/processes/sigbus.hpp"
#include "doorway/waiting/deadline.hpp"
#include "duration.hpp"
#include "exit_codes.hpp"
#include "occupants.hpp"
#include "progress.hpp"
#include "say.hpp"
#include "terminal_text.hpp"

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

std::string plural(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

class exec_session {
 public:
  exec_session(const directory_option& where, const request& wanted)
      : where_(where), wanted_(wanted), line_(cut(command_line(wanted.command), 256)), progress_(wanted) {}

  template <template <class> class Algorithm, class... Session>
  int take(Session... session) {
    const named_request lock{.name = wanted_.name,
                             .size = {.n = wanted_.seats, .k = wanted_.session ? 1 : wanted_.k},
                             .group = where_.group,
                             .directory = {},
                             .what = line_};
    for (;;) {  // who was stopped while it waited arrives anew
      passage<Algorithm> way(lock);
      if (const auto status = once(way, session...)) return *status;
    }
  }

  // Its end was that of a SIGINT, its own or the command's.
  [[nodiscard]] bool interrupted() const { return interrupted_; }

 private:
  using milliseconds = std::chrono::milliseconds;

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
      whose.progress_.waits_for_vanished(whose.where_);
      return true;
    }
    void without_order(const std::exception& trouble) const { whose.progress_.waits_without_order(trouble); }
  };

  // The exit status, or nothing: it was stopped for a while, and starts over.
  template <class Passage, class... Session>
  std::optional<int> once(Passage& way, Session... session) {
    if (wanted_.session) way.name_session(cut(*wanted_.session, 64));
    if (!way.enter(how_long(), meanwhile{*this}, session...)) return given_up(way);
    std::optional<process_id> slot;
    if (!wanted_.session) {
      slot = way.take_slot(how_long(), &undisturbed);
      if (!slot) {
        way.exit();
        return given_up(way);
      }
    }
    signals_.block();
    if (undisturbed()) return inside(way.who(), slot);
    way.exit();  // in the last instant before that: as if it still waited
    signals_.unblock();
    return given_up(way);
  }

  // The exit status of one who has given up, or nothing: it was stopped for a while, and starts over.
  template <class Passage>
  std::optional<int> given_up(const Passage& way) {
    progress_.ends();
    if (signals::withdrawn_by() != 0) return withdrawn();
    if (signals::asked_to_stop()) {
      signals::stop(SIGTSTP);
      return std::nullopt;
    }
    const int status = wanted_.status_of_giving_up;
    if (const auto by = signals::cancelled_by(); by != 0) {
      progress_.gave_up("cancelled", status);
      if (!wanted_.quiet) say("doorway: '{}': cancelled by process {}\n", wanted_.name, by);
    } else if (too_many_) {
      progress_.gave_up("max-queue", status);
      if (!wanted_.quiet)
        say("doorway: '{}': {} wait already (--max-queue {})\n", wanted_.name, *too_many_, *wanted_.max_queue);
    } else {
      progress_.gave_up(*wanted_.timeout == 0ns ? "not free" : "timeout", status);
      if (!way.trouble()) say_gave_up(way.where(), way.who().where());
      else if (!wanted_.quiet) say("{}; gave up\n{}", *way.trouble(), lines_of_vanished(where_.open(), wanted_.name));
    }
    return status;
  }

  template <class Participant>
  int inside(Participant& me, std::optional<process_id> number) {
    // Whatever happens, out again.
    struct leaver {
      Participant& who;
      ~leaver() { who.exit(); }
    } const last{me};
    const auto waited = std::chrono::duration_cast<milliseconds>(steady_clock::now() - began_);
    const auto slot = number ? std::to_string(*number) : std::string();
    const auto waited_ms = std::to_string(waited.count());
    progress_.entered(number, waited);
    const auto keepsake = me.make_keepsake();
    command child(wanted_.command,
                  {{"DOORWAY_SLOT", wanted_.session ? nullptr : slot.c_str()},
                   {"DOORWAY_SESSION", wanted_.session ? wanted_.session->c_str() : nullptr},
                   {"DOORWAY_NAME", wanted_.name.c_str()},
                   {"DOORWAY_WAITED_MS", waited_ms.c_str()}},
                  {keepsake.proof.get(), keepsake.way.get()}, signals_,
                  {.whom = wanted_.foreground ? reach::command : reach::group,
                   .dies_with_us = wanted_.kill_with_me,
                   .most = wanted_.max_time});
    me.count_command(identify(child.pid()));
    progress_.started(number, waited, child.pid());
    const int status = child.run();
    progress_.left(status);
    interrupted_ = child.killed_by() == SIGINT;
    exit_when_cut_off_with(status, " (the command had ended; this is its exit status)");
    return status;
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
    if (!undisturbed() || !may_queue(place_without_seat(in))) return false;
    if (!had_no_seat_) arrived_ = now();  // before its doorway in the anteroom
    had_no_seat_ = true;
    progress_.waits_for_seat(in);
    return true;
  }
  bool keep_waiting(const file& in, process_id seat) {
    if (!undisturbed()) return false;
    arrived_ = load(in.note(seat).arrived);
    return keep_queueing(place_of(in, seat), in);
  }
  bool keep_queueing(const place& where, const file& in) {
    if (!may_queue(where)) return false;
    queued_ = true;
    progress_.stands(where, in);
    return true;
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

  void say_gave_up(const directory& where, const file& in) const {
    if (wanted_.quiet) return;
    const auto who = look(where, wanted_.name, in);
    const auto why = *wanted_.timeout == 0ns ? std::string("not free") : "gave up after " + in_words(*wanted_.timeout);
    if (who.inside.empty()) say("doorway: '{}': {}; nobody is inside\n", wanted_.name, why);
    else
      say("doorway: '{}': {}; {} {}\n{}", wanted_.name, why,
          wanted_.session ? std::to_string(who.inside.size()) : plural(who.inside.size(), "slot"),
          wanted_.session ? "inside:" : "taken:", lines_of(who.inside));
    std::vector<occupant> held_up_by;
    std::copy_if(who.waiting.begin(), who.waiting.end(), std::back_inserter(held_up_by),
                 [&](const auto& one) { return one.stopped != 0 && one.arrived < arrived_; });
    if (!held_up_by.empty()) say("doorway: those who wait are held up by who is stopped:\n{}", lines_of(held_up_by));
  }

  const directory_option& where_;
  const request& wanted_;
  std::string line_;
  signals signals_;
  steady_clock::time_point began_ = steady_clock::now();
  steady_clock::time_point deadline_ = deadline_after(wanted_.timeout.value_or(0ns));
  word arrived_ = std::numeric_limits<word>::max();  // when its last doorway ended; before that all are ahead of it
  bool had_no_seat_ = false;
  bool queued_ = false;
  std::optional<std::size_t> too_many_;  // who wait already: it gave up because of them
  bool interrupted_ = false;
  progress progress_;
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
