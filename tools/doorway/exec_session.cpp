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
      : where_(where), wanted_(wanted), line_(cut(command_line(wanted.command), 256)) {}

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
    [[nodiscard]] bool for_earlier() const {
      whose.say_vanished();
      return true;
    }
    void without_order(const std::exception& trouble) const { whose.say_without_order(trouble); }
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
    if (signals::withdrawn_by() != 0) return withdrawn();
    if (signals::asked_to_stop()) {
      signals::stop(SIGTSTP);
      return std::nullopt;
    }
    if (!way.trouble()) say_gave_up(way.where(), way.who().where());
    else if (!wanted_.quiet) say("{}; gave up\n{}", *way.trouble(), lines_of_vanished(where_.open(), wanted_.name));
    return gave_up;
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
    if (wanted_.verbose)
      say("doorway: '{}': {} after {}\n", wanted_.name, wanted_.session ? "inside" : "slot " + slot, in_words(waited));
    const auto keepsake = me.make_keepsake();
    command child(wanted_.command,
                  {{"DOORWAY_SLOT", wanted_.session ? nullptr : slot.c_str()},
                   {"DOORWAY_SESSION", wanted_.session ? wanted_.session->c_str() : nullptr},
                   {"DOORWAY_NAME", wanted_.name.c_str()},
                   {"DOORWAY_WAITED_MS", waited_ms.c_str()}},
                  {keepsake.proof.get(), keepsake.way.get()}, signals_,
                  wanted_.foreground ? reach::command : reach::group);
    me.count_command(identify(child.pid()));
    const int status = child.run();
    interrupted_ = child.killed_by() == SIGINT;
    exit_when_cut_off_with(status, " (the command had ended; this is its exit status)");
    return status;
  }

  [[nodiscard]] patience how_long() const {
    if (!wanted_.timeout) return patience::for_ever();
    if (*wanted_.timeout == 0ns) return patience::for_one_look();
    return patience::until(deadline_);
  }

  [[nodiscard]] static bool undisturbed() { return signals::withdrawn_by() == 0 && !signals::asked_to_stop(); }
  bool keep_waiting_for_seat(const file& in) {
    if (!undisturbed()) return false;
    if (!said_seats_) arrived_ = now();  // before its doorway in the anteroom
    say_all_seats_are_taken(in);
    return true;
  }
  bool keep_waiting(const file& in, process_id seat) {
    if (!undisturbed()) return false;
    arrived_ = load(in.note(seat).arrived);
    const bool now = wanted_.verbose || (on_terminal_ && steady_clock::now() - began_ > 1s);
    if (now && !wanted_.quiet && !said_waiting_) say_waiting(in, seat);
    return true;
  }

  void say_waiting(const file& in, process_id seat) {
    said_waiting_ = true;
    const auto who = look(in);
    const auto me = std::find_if(who.waiting.begin(), who.waiting.end(), [&](const auto& w) { return w.seat == seat; });
    const auto ahead = static_cast<std::size_t>(me - who.waiting.begin());
    const auto taken =
        wanted_.session ? fmt::format("{} inside", who.inside.size()) : plural(who.inside.size(), "slot") + " taken";
    say("doorway: waiting for '{}' ({}; {} ahead)\n", wanted_.name, taken, ahead);
  }
  void say_all_seats_are_taken(const file& in) {
    if (std::exchange(said_seats_, true) || wanted_.quiet) return;
    say("doorway: all {} seats of '{}' are taken; waiting for one, in order of arrival\n", in.seats(), wanted_.name);
  }
  void say_without_order(const std::exception& trouble) {
    if (std::exchange(said_disorder_, true) || wanted_.quiet) return;
    say("{}; so those who wait for a seat get one in no order\n", trouble.what());
  }

  void say_vanished() {
    if (std::exchange(said_vanished_, true) || wanted_.quiet) return;
    say("doorway: the file of '{}' has vanished (a logout or a clean-up deleted it?); waiting until those who were "
        "inside have left:\n{}",
        wanted_.name, lines_of_vanished(where_.open(), wanted_.name));
  }

  int withdrawn() {
    interrupted_ = signals::withdrawn_by() == SIGINT;
    return killed_by_signal + signals::withdrawn_by();
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
  bool on_terminal_ = ::isatty(STDERR_FILENO) == 1;
  bool said_waiting_ = false;
  bool said_seats_ = false;
  bool said_disorder_ = false;
  bool said_vanished_ = false;
  bool interrupted_ = false;
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
