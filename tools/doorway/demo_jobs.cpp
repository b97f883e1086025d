#include "demo_jobs.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "doorway/processes/descriptor.hpp"
#include "doorway/processes/directory.hpp"
#include "exit_codes.hpp"
#include "report.hpp"

namespace doorway::tool {

using namespace doorway::processes;

namespace {

std::string make_folder() {
  std::error_code unknown;
  const bool in_memory = std::filesystem::is_directory("/dev/shm", unknown) && ::access("/dev/shm", W_OK) == 0;
  std::string made = (in_memory ? "/dev/shm" : std::filesystem::temp_directory_path().string()) + "/doorway-demo-" +
                     std::string(6, 'X');  // mkdtemp puts a name in place of these
  if (::mkdtemp(made.data()) == nullptr) fail("cannot make a folder for the demo");
  return made;
}

std::optional<file> find(const std::string& name) { return file::find(directory::own(), name); }

}  // namespace

demo_jobs::demo_jobs(std::vector<demo_job> planned, process_id k)
    : jobs_(std::move(planned)), k_(k), folder_(make_folder()), name_("demo-" + std::to_string(::getpid())) {
  const std::string names = folder_ + "/names";
  const auto self = std::filesystem::read_symlink("/proc/self/exe");
  const char* path = std::getenv("PATH");
  // For this process and for all that it starts.
  ::setenv("DOORWAY_DIR", names.c_str(), 1);
  ::setenv("DOORWAY_DEMO", folder_.c_str(), 1);
  ::setenv("PATH", (self.parent_path().string() + ":" + (path == nullptr ? "" : path)).c_str(), 1);
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // a command that outlives its `doorway exec` is ours to bury
}

demo_jobs::~demo_jobs() {
  for (const auto& job : jobs_)
    if (job.pid != 0 && !job.status) ::kill(job.pid, SIGKILL);
  try {
    if (const auto file = find(name_))
      for (const auto& who : look(*file).inside)
        if (who.command_pid != 0) ::kill(static_cast<pid_t>(who.command_pid), SIGKILL);
  } catch (const std::exception&) {  // the folder goes all the same
  }
  while (::waitpid(-1, nullptr, 0) > 0 || errno == EINTR) {}
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void demo_jobs::start(std::size_t which) {
  auto& job = jobs_[which];
  job.pid = ::fork();
  if (job.pid < 0) fail("cannot start a job");
  if (job.pid != 0) return;
  ::signal(SIGPIPE, SIG_DFL);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // if the demo itself is killed
  const auto self = std::filesystem::read_symlink("/proc/self/exe").string();
  const auto program = std::filesystem::path(self).filename().string();
  const auto k = std::to_string(k_);
  const auto number = std::to_string(which + 1);
  const auto lasts = std::to_string(job.lasts.count());
  ::execl(self.c_str(), program.c_str(), "exec", "-q", "--foreground", "-k", k.c_str(), "--name", name_.c_str(), "--",
          program.c_str(), "demo-job", number.c_str(), lasts.c_str(), nullptr);
  ::_exit(doorway_failed);
}

occupants demo_jobs::look_around() {
  occupants who;
  if (const auto file = find(name_)) who = look(*file);
  for (auto& job : jobs_)
    for (const auto* list : {&who.inside, &who.waiting})
      for (const auto& one : *list)
        if (job.pid != 0 && one.pid == static_cast<word>(job.pid)) job.arrived = one.arrived;
  int status = 0;
  for (pid_t ended = 0; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
    for (auto& job : jobs_)
      if (job.pid == ended) job.status = status;
  return who;
}

bool demo_jobs::all_ended() const {
  return std::all_of(jobs_.begin(), jobs_.end(), [](const auto& job) { return job.status.has_value(); });
}

std::string demo_jobs::status() const {
  const auto file = find(name_);
  return file ? as_text(name_, *file, look(*file)) : std::string();
}

}  // namespace doorway::tool
