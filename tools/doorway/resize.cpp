// doorway resize: another number of slots, on purpose.

#include <optional>
#include <string>

#include "commands.hpp"
#include "directory_option.hpp"
#include "doorway/algorithms/k_exclusion/k_bakery_cc_fast.hpp"
#include "doorway/processes/resize.hpp"
#include "in_use_error.hpp"
#include "names.hpp"

namespace doorway::tool {

namespace {

constexpr auto resize_help =
    R"(Refuses while somebody is inside or waits, and says who. `doorway exec` never changes K: it says so if its own -k differs.

Exit status: 0 resized; 1 it is in use, or there is no such name; 2 the name is for sessions, which have no K.

Example:
  doorway resize encode 5)";

struct resize_options {
  directory_option where;
  std::string name;
  process_id k = 0;
};

void run_resize(const resize_options& given) {
  const auto where = given.where.open();
  processes::check_name(given.name);
  std::optional<processes::file> old;
  auto done = processes::resizing::done;
  {
    const processes::directory::guard alone(where);
    old = processes::file::find(where, given.name);
    if (old) done = processes::resize<k_bakery_cc_fast>(where, given.name, *old, given.k);
  }
  if (!old) not_there(where, given.name);
  if (done == processes::resizing::in_use) refuse_in_use(given.name, *old, "its slots change when nobody uses it");
}

}  // namespace

void add_resize(CLI::App& app, invocation& /*ours*/) {
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
