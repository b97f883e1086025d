#include "progress.hpp"

#include <fmt/format.h>

#include <utility>

#include "duration.hpp"
#include "occupants.hpp"
#include "say.hpp"

namespace doorway::tool {

using namespace std::chrono_literals;
using processes::file;

namespace {

nlohmann::ordered_json as_json(const place& where) {
  return {{"place", where.number}, {"waiting", where.waiting}, {"inside", where.inside}};
}

}  // namespace

progress::progress(const request& wanted) : wanted_(wanted), events_(wanted.events) {}

void progress::begins(const std::string& name) {
  name_ = name;
  told_.reset();
  shown_.reset();
  said_seats_ = said_disorder_ = said_vanished_ = false;
}

template <class... Arguments>
void progress::message(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  line_.clear();
  say_at_once(fmt::format(text, std::forward<Arguments>(arguments)...));
}

void progress::stands(const place& now, const file& in) {
  if (now.number == 0) return;  // it has no place yet, or is about to enter
  if (!told_) events_.tell("queued", name_, as_json(now));
  else if (told_->number != now.number) events_.tell("place", name_, as_json(now));
  told_ = now;
  if (!wanted_.quiet) show(now, in);
}

// On a terminal a line that is redrawn; without one, or where it may not be drawn, --verbose has every change of its place.
void progress::show(const place& now, const file& in) {
  const bool long_enough = clock::now() - began_ > 1s;
  if (!wanted_.verbose && !(line_.is_on_terminal() && long_enough)) return;
  if (line_.is_on_terminal()) {
    const auto waited = std::chrono::floor<std::chrono::seconds>(clock::now() - began_);
    const bool same = drawn_ == std::pair(waited, now) && line_.is_drawn();
    drawn_ = {waited, now};
    if (same || line_.draw(fmt::format("{}, {} ({})", sentence(now), in_words(waited), those_inside(in)))) return;
  }
  const bool changed = !shown_ || (wanted_.verbose && shown_->number != now.number);
  if (!changed) return;
  shown_ = now;
  message("{} ({})\n", sentence(now),
          wanted_.session ? fmt::format("{} inside", now.inside)
                          : fmt::format("{} slot{} taken", now.inside, now.inside == 1 ? "" : "s"));
}

std::string progress::sentence(const place& now) const {
  return fmt::format("doorway: waiting for '{}': place {} of {}", name_, now.number, now.waiting);
}

void progress::waits_for_seat(const file& in) {
  if (std::exchange(said_seats_, true) || wanted_.quiet) return;
  message("doorway: all {} seats of '{}' are taken; waiting for one, in order of arrival\n", in.seats(), name_);
}

void progress::waits_without_order(const std::exception& trouble) {
  if (std::exchange(said_disorder_, true) || wanted_.quiet) return;
  message("{}; so those who wait for a seat get one in no order\n", trouble.what());
}

void progress::waits_for_vanished(const directory_option& where) {
  if (std::exchange(said_vanished_, true) || wanted_.quiet) return;
  message(
      "doorway: the file of '{}' has vanished (a logout or a clean-up deleted it?); waiting until those who were "
      "inside have left:\n{}",
      name_, lines_of_vanished(where.open(), name_));
}

void progress::enters(const std::optional<process_id>& slot) {
  ends();
  const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(clock::now() - began_);
  if (wanted_.verbose)
    say("doorway: '{}': {} after {}\n", name_, slot ? fmt::format("slot {}", *slot) : "inside", in_words(waited));
}

void progress::started(const std::vector<process_id>& slots, std::chrono::milliseconds waited, pid_t command) {
  started_ = clock::now();
  if (!events_.is_open()) return;
  nlohmann::ordered_json about;
  if (!slots.empty()) about["slot"] = slots.front();
  if (slots.size() > 1) about["slots"] = slots;
  if (wanted_.session) about["session"] = *wanted_.session;
  about["command_pid"] = command;
  about["waited_ms"] = waited.count();
  events_.tell("entered", fmt::format("{}", fmt::join(wanted_.names, " ")), about);
}

void progress::left(int status) {
  if (!events_.is_open()) return;
  const auto ran = std::chrono::duration_cast<std::chrono::milliseconds>(clock::now() - started_);
  events_.tell("left", fmt::format("{}", fmt::join(wanted_.names, " ")), {{"status", status}, {"ran_ms", ran.count()}});
}

void progress::gave_up(std::string_view why, int status) {
  ends();
  if (events_.is_open()) events_.tell("gave up", name_, {{"why", why}, {"status", status}});
}

}  // namespace doorway::tool
