// doorway resize: another number of slots, on purpose.

#include <algorithm>
#include <string>

#include "commands.hpp"
#include "doorway/processes/participant.hpp"
#include "doorway/processes/removal.hpp"
#include "names.hpp"
#include "place.hpp"
#include "refusal.hpp"

namespace doorway::tool {

namespace {

constexpr auto resize_help =
    R"(Refuses while somebody is inside or waits, and says who. `doorway exec` never changes K: it says so if its own -k differs.

Exit status: 0 resized; 1 it is in use, or there is no such name; 2 the name is for sessions, which have no K.

Example:
  doorway resize encode 5)";

struct resize_options {
  place where;
  std::string name;
  process_id k = 0;
};

void run_resize(const resize_options& given) {
  const auto where = given.where.open();
  const processes::directory::guard alone(where);
  const auto old = found(where, given.name);
  if (old.kind().k == 0)
    throw processes::disagreement("doorway: '" + given.name + "' is for sessions: any number may be inside");
  if (old.kind().k == given.k) return;
  if (!processes::retire(old)) refuse_in_use(given.name, old, "its slots change when nobody uses it");
  const auto seats = std::min(most_processes, std::max(old.seats(), 2 * given.k));
  try {
    processes::make_file<k_bakery_cc>(where, given.name, {.n = seats, .k = given.k});
  } catch (...) {
    old.set_state(processes::file_state::in_use);  // no room for the new one, say: the name keeps its slots
    throw;
  }
}

}  // namespace

void add_resize(CLI::App& app) {
  auto given = std::make_shared<resize_options>();
  auto* resize = app.add_subcommand("resize", "Give a name another number of slots");
  resize->footer(resize_help);
  resize->add_option("NAME", given->name, "What 'doorway list' shows")->required()->option_text(" ");
  resize->add_option("K", given->k, "How many may be inside at a time from now on")
      ->required()
      ->option_text(" ")
      ->check(CLI::Range(1U, most_processes));
  given->where.add_option(*resize);
  resize->callback([given] { run_resize(*given); });
}

}  // namespace doorway::tool
