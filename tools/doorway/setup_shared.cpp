// doorway setup-shared: a group's place, made by root, at once and whenever the machine starts.
//
// Everybody may make directories in /dev/shm, so a stranger could have the name of a group's place before its members do. Who makes it
// when the machine starts, before anybody can log in, cannot be too late; and nobody but root can take away what is root's there.

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "accounts.hpp"
#include "commands.hpp"
#include "directory_option.hpp"
#include "exit_codes.hpp"
#include "say.hpp"

namespace doorway::tool {

namespace {

constexpr auto setup_shared_help =
    R"(For root, once. The place of GROUP (/dev/shm/doorway-group-GID) becomes root's, so that no stranger can put something else in its
stead, and no logout takes it away; names in it stay what they are. With systemd it is made anew whenever the machine starts, before
anybody logs in: /etc/tmpfiles.d/doorway-group-GID.conf says so, and deleting that file undoes it. Without systemd, let this command
run at each start.

Exit status: 0; 1 it is not root who asks; 2 there is no such group; 125 doorway failed, or something else has that name.

Example:
  doorway setup-shared staff)";

constexpr const char* lines_for_systemd = "/etc/tmpfiles.d";

// Through the descriptor of what was found to be right: a directory of that group, closed to others.
void make_it_roots(const processes::directory& place) {
  if (::fchown(place.fd(), 0, place.group()) != 0 || ::fchmod(place.fd(), 02770) != 0)
    processes::fail("cannot make " + place.path() + " root's");
}

void write_line(const processes::directory& place) {
  const std::string path = fmt::format("{}/doorway-group-{}.conf", lines_for_systemd, place.group());
  const std::string unfinished = path + ".new";
  std::ofstream file(unfinished, std::ios::trunc);
  file << "# made by doorway setup-shared\nd " << place.path() << " 2770 root " << place.group() << " -\n";
  file.close();
  if (!file) processes::fail("cannot write " + unfinished);
  std::filesystem::rename(unfinished, path);
  fmt::print("{} is root's and of the group {}; {} makes it when the machine starts\n", place.path(),
             group_name(place.group()), path);
}

void run_setup_shared(const std::string& group) {
  if (::geteuid() != 0) {
    say("doorway: only root can make a place that is nobody else's: sudo doorway setup-shared {}\n", group);
    throw CLI::RuntimeError(refused);
  }
  const auto place = processes::directory::shared_with(group);
  make_it_roots(place);
  if (std::filesystem::is_directory(lines_for_systemd)) return write_line(place);
  fmt::print("{} is root's and of the group {}, until the machine is restarted: there is no {}\n", place.path(),
             group_name(place.group()), lines_for_systemd);
}

}  // namespace

void add_setup_shared(CLI::App& app, invocation& /*ours*/) {
  auto group = std::make_shared<std::string>();
  auto* setup = app.add_subcommand("setup-shared", "For root: the place of a group, which nobody else can take");
  setup->footer(setup_shared_help);
  setup->add_option("GROUP", *group, "Its name or number")->required()->option_text(" ");
  setup->callback([group] { run_setup_shared(*group); });
}

}  // namespace doorway::tool
