// The command that `doorway exec` runs in the chaos: takes the evidence, says what it saw, stays a while, and ends.
//
//     slots_probe FOLDER NAME NUMBER JOB MODE MICROSECONDS STATUS
//
// NUMBER, JOB: the driver's, of the name and of the job. MODE: the number of slots, or of the session. Two lines go to FOLDER/log, each by one
// write in append mode: "begin" when all the evidence is held, and "end" just before it is let go.
#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "evidence.hpp"

namespace {

bool write_line(int fd, const char* text, int size) {
  return size > 0 && ::write(fd, text, static_cast<std::size_t>(size)) == size;
}

int number_in(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? -1 : std::atoi(text);
}

}  // namespace

int main(int count, char** words) {
  using namespace slots_chaos;
  if (count != 8) {
    std::fputs("usage: slots_probe FOLDER NAME NUMBER JOB MODE MICROSECONDS STATUS\n", stderr);
    return 2;
  }
  const std::string folder = words[1];
  const int job = std::atoi(words[4]);
  const int mode = std::atoi(words[5]);
  const long lasts = std::atol(words[6]);
  const char* name = std::getenv("DOORWAY_NAME");
  if (name == nullptr || std::string(name) != words[2]) return 3;
  const evidence held(folder, std::atoi(words[3]));
  const int log = ::open((folder + "/log").c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (!held.open() || log < 0) return 3;

  held.lock_door();
  held.come_in(job);
  const int slot = number_in("DOORWAY_SLOT");
  const pid_t has_slot = slot < 0 ? 0 : held.take_slot(slot);
  const pid_t disagrees = held.agree_on(mode);
  const int inside = held.inside();
  held.unlock_door();

  std::array<char, 200> line{};
  const auto say_begin =
      std::snprintf(line.data(), line.size(), "begin %d %lld %d %d %d %d %d %d\n", job, static_cast<long long>(now()),
                    slot, mode, inside, has_slot, disagrees, ::getpid());
  if (!write_line(log, line.data(), say_begin)) return 3;
  timespec left{lasts / 1'000'000, (lasts % 1'000'000) * 1000};
  while (::nanosleep(&left, &left) != 0) {}
  const auto say_end = std::snprintf(line.data(), line.size(), "end %d %lld\n", job, static_cast<long long>(now()));
  return write_line(log, line.data(), say_end) ? std::atoi(words[7]) : 3;
}
