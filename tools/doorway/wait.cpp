// doorway wait: until nobody is inside a name or waits for it.

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "commands.hpp"
#include "directory_option.hpp"
#include "doorway/processes/earlier.hpp"
#include "doorway/waiting/deadline.hpp"
#include "duration.hpp"
#include "exit_codes.hpp"
#include "names.hpp"
#include "occupants.hpp"
#include "say.hpp"

namespace doorway::tool {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

constexpr auto wait_help =
    R"(Returns at the first look, four or more a second, at which nobody is inside and nobody waits. It keeps nobody out: others may come
at once. Somebody who was killed counts as long as his command runs.

Exit status: 0; 1 there is no such name; 75 --timeout gave up, and who is still there is said; 125 doorway failed.

Examples:
  doorway wait encode && echo all done
  doorway wait encode --timeout 1h)";

struct wait_options {
  directory_option where;
  std::string name, timeout;
};

struct crowd {
  occupants who;
  bool in_vanished = false;
  [[nodiscard]] bool empty() const { return who.inside.empty() && who.waiting.empty() && !in_vanished; }
};

// Nothing: there is no such name, and nobody in a file of it that has vanished.
std::optional<crowd> look_at(const processes::directory& where, const std::string& name,
                             processes::earlier_files& vanished) {
  crowd found;
  const auto there = processes::file::find(where, name);
  if (!there) {
    vanished.reach();
    found.in_vanished = vanished.in_use();
    return found.in_vanished ? std::optional(found) : std::nullopt;
  }
  found.who = look(where, name, *there);
  for (auto* part : {&found.who.inside, &found.who.waiting})
    std::erase_if(*part, [](const occupant& one) { return one.now == occupant::state::dead; });
  return found;
}

void run_wait(const CLI::App& app, const wait_options& given) {
  std::optional<steady_clock::time_point> end;
  std::chrono::nanoseconds longest{};
  if (app.count("--timeout") != 0) try {
      longest = parse_duration(given.timeout);
      end = deadline_after(longest);
    } catch (const std::invalid_argument& error) {
      throw CLI::ValidationError("--timeout", error.what());
    }
  const auto where = given.where.open();
  processes::check_name(given.name);
  processes::earlier_files vanished(where, given.name);
  auto now = look_at(where, given.name, vanished);
  if (!now) not_there(where, given.name);
  for (std::chrono::nanoseconds pause = 10ms; now && !now->empty();
       pause = std::min<std::chrono::nanoseconds>(2 * pause, 250ms)) {
    const auto left = end ? *end - steady_clock::now() : pause;
    if (left <= 0ns) {
      say("doorway: '{}': gave up after {}; {} inside, {} waiting\n{}{}", given.name, in_words(longest),
          now->who.inside.size(), now->who.waiting.size(), lines_of(now->who.inside), lines_of(now->who.waiting));
      throw CLI::RuntimeError(gave_up);
    }
    std::this_thread::sleep_for(std::min(pause, left));
    now = look_at(where, given.name, vanished);
  }
}

}  // namespace

void add_wait(CLI::App& app, invocation& /*ours*/) {
  auto given = std::make_shared<wait_options>();
  auto* wait = app.add_subcommand("wait", "Until nobody is inside or waits");
  wait->footer(wait_help);
  wait->add_option("NAME", given->name, "What 'doorway list' shows")->required()->option_text(" ");
  wait->add_option("--timeout", given->timeout, "Give up after this long: 500ms, 10s, 1h30m; exit status 75")
      ->type_name("DURATION");
  given->where.add_option(*wait);
  wait->callback([wait, given] { run_wait(*wait, *given); });
}

}  // namespace doorway::tool
