// doorway remove: take a name away.

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <optional>

#include "commands.hpp"
#include "directory_option.hpp"
#include "doorway/processes/remove.hpp"
#include "exit_codes.hpp"
#include "in_use_error.hpp"
#include "names.hpp"
#include "occupants.hpp"
#include "say.hpp"

namespace doorway::tool {

namespace {

constexpr auto remove_help =
    R"(Refuses while somebody is inside or waits, and says who. With --force the name is taken away all the same: those who wait
start over with a new file of that name, those who are inside stay inside and are not counted in the new one. That is for
a name that something keeps in use for ever, not for every day. It also deletes a file that doorway cannot use: one that was
cut off, or was made by something else. The file in which those wait who have no seat (.NAME.anteroom) goes with the name.

Exit status: 0 removed; 1 it is in use, or there is no such name; 125 it is a file that doorway cannot use.

Examples:
  doorway remove encode
  doorway remove --force encode)";

struct remove_options {
  directory_option where;
  std::string name;
  bool force = false;
};

// What has the name is no file of ours, or is spoilt: nobody can tell whether it is in use. The caller holds the guard.
void remove_unusable(const processes::directory& where, const remove_options& given, const std::exception& trouble) {
  tell(trouble);
  struct stat about {};
  if (::fstatat(where.fd(), given.name.c_str(), &about, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(about.st_mode))
    throw CLI::RuntimeError(doorway_failed);  // what to do has been said; who knows what is in it
  if (!given.force) {
    say("doorway: 'doorway remove --force {}' deletes it all the same\n", given.name);
    throw CLI::RuntimeError(doorway_failed);
  }
  processes::remove_anteroom(where, given.name);  // before the name, by which it is found
  if (::unlinkat(where.fd(), given.name.c_str(), 0) != 0)
    processes::fail("cannot delete " + where.path() + "/" + given.name);
  say("doorway: '{}' was deleted\n", given.name);
}

void run_remove(const remove_options& given) {
  const auto where = given.where.open();
  processes::check_name(given.name);
  std::optional<processes::file> file;
  auto done = processes::removal::not_there;
  {
    // Found under the guard too: of two who remove it at a time one is told that it is gone.
    const processes::directory::guard alone(where);
    try {
      file = processes::file::find(where, given.name);
    } catch (const std::exception& trouble) {
      remove_unusable(where, given, trouble);
      return;
    }
    done = processes::remove_guarded(where, given.name, given.force);
  }
  if (done == processes::removal::not_there) not_there(where, given.name);
  if (done == processes::removal::in_use)
    refuse_in_use(given.name, *file, "'doorway remove --force' takes it away all the same");
  const auto inside = look(*file).inside;
  if (!inside.empty())
    say("doorway: '{0}' was removed with {1} inside, whom a new '{0}' does not count:\n{2}", given.name, inside.size(),
        lines_of(inside));
}

}  // namespace

void add_remove(CLI::App& app, invocation& /*ours*/) {
  auto given = std::make_shared<remove_options>();
  auto* remove = app.add_subcommand("remove", "Take a name away");
  remove->footer(remove_help);
  remove->add_option("NAME", given->name, "What 'doorway list' shows")->required()->option_text(" ");
  remove->add_flag("--force", given->force, "Even while it is in use, or is no file of doorway's");
  given->where.add_option(*remove);
  remove->callback([given] { run_remove(*given); });
}

}  // namespace doorway::tool
