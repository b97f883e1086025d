#include "job.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include "doorway/processes/participant.hpp"

namespace doorway::tool {

using processes::descriptor;
using processes::fail;

namespace {

constexpr int most_jobs = 64;
constexpr off_t slot_bytes = 1000;  // byte j: job j is inside; byte 1000 + s: somebody is in slot s

struct flock byte_at(off_t at) {
  struct flock range {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = at;
  range.l_len = 1;
  return range;
}
bool try_lock(int fd, off_t at) {
  auto range = byte_at(at);
  return ::fcntl(fd, F_SETLK, &range) == 0;
}
bool somebody_else_has(int fd, off_t at) {
  auto range = byte_at(at);
  return ::fcntl(fd, F_GETLK, &range) == 0 && range.l_type != F_UNLCK;
}

descriptor open_in(const std::string& folder, const char* name, int how) {
  descriptor fd(::open((folder + "/" + name).c_str(), how | O_CREAT | O_CLOEXEC, 0600));
  if (!fd.open()) fail("cannot open the demo's " + std::string(name));
  return fd;
}

void write_line(int fd, const std::string& line) {
  if (::write(fd, line.data(), line.size()) != static_cast<ssize_t>(line.size())) fail("cannot write a job's record");
}

std::int64_t time_since_boot() { return static_cast<std::int64_t>(processes::now()); }

}  // namespace

void do_job(const std::string& folder, int job, std::chrono::milliseconds lasts) {
  const auto began = time_since_boot();
  const auto evidence = open_in(folder, "evidence", O_RDWR);
  const auto records = open_in(folder, "records", O_WRONLY | O_APPEND);
  const char* given = std::getenv("DOORWAY_SLOT");
  const int slot = given == nullptr ? -1 : std::atoi(given);
  // Each locks first and counts afterwards: of any number that are inside together, the last to lock sees all the others.
  bool alone = try_lock(evidence.get(), job);
  alone = try_lock(evidence.get(), slot_bytes + slot) && alone;
  int inside = 1;
  for (int other = 0; other < most_jobs; ++other)
    if (other != job && somebody_else_has(evidence.get(), other)) ++inside;
  write_line(records.get(),
             fmt::format("enter {} {} {} {} {} {}\n", job, slot, ::getpid(), began, inside, alone ? 1 : 0));
  std::this_thread::sleep_for(lasts);
  write_line(records.get(), fmt::format("leave {} {}\n", job, time_since_boot()));
}

std::vector<job_record> read_records(const std::string& folder) {
  std::vector<job_record> all;
  std::ifstream from(folder + "/records");
  for (std::string line; std::getline(from, line);) {
    std::istringstream words(line);
    std::string what;
    job_record one;
    words >> what >> one.job;
    if (what == "enter") {
      words >> one.slot >> one.pid >> one.entered >> one.inside >> one.alone_in_slot;
      all.push_back(one);
    } else {
      for (auto& entered : all)
        if (entered.job == one.job) words >> entered.left;
    }
  }
  return all;
}

}  // namespace doorway::tool
