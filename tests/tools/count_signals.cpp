// A command for the tests of the tool: says "ready", then the number of each signal that it gets, one a line, until nothing
// came for a second (20 for the first). SIGTSTP stops it, as it would any command.
// count_signals join: it first leaves the group that it leads, for that of its parent.
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

int main(int words, char** word) {
  if (words > 1 && std::strcmp(word[1], "join") == 0 && setpgid(0, getpgid(getppid())) != 0) return 1;
  sigset_t all{};
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, nullptr);
  std::printf("ready\n");
  std::fflush(stdout);
  timespec quiet{20, 0};
  for (int signal = 0; (signal = sigtimedwait(&all, nullptr, &quiet)) > 0;) {
    quiet.tv_sec = 1;
    std::printf("got %d\n", signal);
    std::fflush(stdout);
    if (signal == SIGTSTP) raise(SIGSTOP);
  }
  std::printf("end\n");
  return 0;
}
