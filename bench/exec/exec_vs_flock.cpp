// exec_vs_flock DOORWAY [ROUNDS [TIMES]]: `doorway exec` beside flock(1), in turns, so that whatever else the machine does meets both.
//
//     start and end    an uncontended one around a command that does nothing: from the start of the process to its end, as its parent
//                      sees it. The command alone is there too: what neither of them can save
//     processor        the processor time of the same, with that of all that it has started: what a busy machine cannot distort
//     hand-off         from the last instruction of the command of one who is inside to the first of the command of one who waits
//
// A round's figure is the median of TIMES (200 starts, half as many hand-offs); what is printed is the median over the rounds, and that
// of the rounds' ratios. The command is this program itself, linked statically, so that little of its own start is in the figures.

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace {

using words = std::vector<std::string>;

std::int64_t now() {
  timespec at{};
  ::clock_gettime(CLOCK_MONOTONIC, &at);
  return at.tv_sec * std::int64_t{1'000'000'000} + at.tv_nsec;
}

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "exec_vs_flock: %s: %s\n", what.c_str(), std::strerror(errno));
  std::exit(1);
}

double median(std::vector<double> of) {
  std::sort(of.begin(), of.end());
  return of.size() % 2 == 1 ? of[of.size() / 2] : (of[of.size() / 2 - 1] + of[of.size() / 2]) / 2;
}

// As the command: tells on descriptor 10 when it began; `hold`: and when it ends, which is when descriptor 11 is closed.
int be_the_command(bool holds) {
  const auto tell = [](std::int64_t at) {
    if (::write(10, &at, sizeof at) != sizeof at) ::_exit(1);
  };
  tell(now());
  if (!holds) return 0;
  char none = 0;
  while (::read(11, &none, 1) > 0) {}
  tell(now());
  ::_exit(0);
}

pid_t start(const words& what) {
  std::vector<char*> pointers;
  pointers.reserve(what.size() + 1);
  for (const auto& word : what) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  pid_t pid = 0;
  errno = ::posix_spawnp(&pid, pointers[0], nullptr, nullptr, pointers.data(), environ);
  if (errno != 0) fail("cannot start " + what[0]);
  return pid;
}

// Nanoseconds of the processor that it and what it has waited for have used.
double await_end(pid_t pid) {
  int status = 0;
  rusage used{};
  if (::wait4(pid, &status, 0, &used) != pid || status != 0)
    fail("a process ended with status " + std::to_string(status));
  const auto ns = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_usec) * 1e3;
  };
  return ns(used.ru_utime) + ns(used.ru_stime);
}

double start_and_end(const words& what) {
  const auto began = now();
  await_end(start(what));
  return static_cast<double>(now() - began);
}
double processor_time(const words& what) { return await_end(start(what)); }

// `around` is what takes a command after it.
double hand_off(const words& around, const std::string& command) {
  std::array<int, 2> told{};
  std::array<int, 2> go{};
  if (::pipe2(told.data(), O_CLOEXEC) != 0 || ::pipe2(go.data(), O_CLOEXEC) != 0) fail("cannot make a pipe");
  ::dup2(told[1], 10);
  ::dup2(go[0], 11);
  const auto next = [&] {
    std::int64_t at = 0;
    if (::read(told[0], &at, sizeof at) != sizeof at) fail("a command said nothing");
    return at;
  };
  words first = around;
  first.insert(first.end(), {command, "hold"});
  words second = around;
  second.insert(second.end(), {command, "pass"});
  const pid_t holder = start(first);
  next();
  const pid_t waiter = start(second);
  pollfd early{told[0], POLLIN, 0};
  if (::poll(&early, 1, 40) != 0) fail("it did not wait");
  ::close(go[1]);
  const auto left = next();
  const auto came = next();
  await_end(holder);
  await_end(waiter);
  for (const int fd : {told[0], told[1], go[0], 10, 11}) ::close(fd);
  return static_cast<double>(came - left);
}

struct contest {
  const char* what;
  int times;
  std::vector<std::function<double()>> rivals;  // doorway, flock, and perhaps what is common to both
  std::vector<std::vector<double>> medians;     // of each, a round
};

}  // namespace

int main(int argc, char** argv) {
  if (argc == 2 && (std::string(argv[1]) == "hold" || std::string(argv[1]) == "pass"))
    return be_the_command(argv[1][0] == 'h');
  if (argc < 2) {
    std::fprintf(stderr, "usage: exec_vs_flock DOORWAY [ROUNDS [TIMES]]\n");
    return 2;
  }
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 7;
  const int times = argc > 3 ? std::atoi(argv[3]) : 200;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe");
  std::string place = "/dev/shm/exec-vs-flock-XXXXXX";
  if (::mkdtemp(place.data()) == nullptr) fail("cannot make " + place);
  const words doorway = {argv[1], "exec", "-q", "--"};
  const words flock = {"flock", place + "/file"};
  const std::string nothing = "/bin/true";
  ::setenv("DOORWAY_DIR", (place + "/names").c_str(), 1);

  const auto with = [](words around, const std::string& command) {
    around.push_back(command);
    return around;
  };
  std::vector<contest> all = {
      {"start and end",
       times,
       {[&] { return start_and_end(with(doorway, nothing)); }, [&] { return start_and_end(with(flock, nothing)); },
        [&] { return start_and_end({nothing}); }},
       {}},
      {"processor",
       times,
       {[&] { return processor_time(with(doorway, nothing)); }, [&] { return processor_time(with(flock, nothing)); },
        [&] { return processor_time({nothing}); }},
       {}},
      {"hand-off", times / 2, {[&] { return hand_off(doorway, self); }, [&] { return hand_off(flock, self); }}, {}}};
  start_and_end(with(doorway, nothing));  // makes the file
  for (int round = 0; round < rounds; ++round)
    for (auto& each : all) {
      std::vector<std::vector<double>> took(each.rivals.size());
      for (int i = 0; i < each.times; ++i)
        for (std::size_t r = 0; r < took.size(); ++r) took[r].push_back(each.rivals[r]() / 1e6);
      std::vector<double> row;
      for (const auto& one : took) row.push_back(median(one));
      each.medians.push_back(row);
    }
  std::filesystem::remove_all(place);

  std::printf("%-14s %12s %12s %12s %16s\n", "", "doorway", "flock", "command", "doorway/flock");
  for (const auto& each : all) {
    std::vector<std::vector<double>> columns(each.rivals.size());
    std::vector<double> ratios;
    for (const auto& row : each.medians) {
      for (std::size_t r = 0; r < row.size(); ++r) columns[r].push_back(row[r]);
      ratios.push_back(row[0] / row[1]);
    }
    std::printf("%-14s %9.3f ms %9.3f ms ", each.what, median(columns[0]), median(columns[1]));
    if (columns.size() > 2) std::printf("%9.3f ms", median(columns[2]));
    else std::printf("%12s", "");
    std::printf(" %9.2f (%.2f .. %.2f)\n", median(ratios), *std::min_element(ratios.begin(), ratios.end()),
                *std::max_element(ratios.begin(), ratios.end()));
  }
}
