// The incumbent, for comparison: one slot by a SysV semaphore with SEM_UNDO.
//
//     sysv make                 prints the number of a new semaphore with one permit
//     sysv exec ID COMMAND...   takes the permit (to be undone when this process ends), runs the command, waits for it
//     sysv try ID               status 0 if the permit is free, 75 if not
//     sysv remove ID
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "make") {
    const int made = ::semget(IPC_PRIVATE, 1, 0600);
    if (made < 0 || ::semctl(made, 0, SETVAL, 1) != 0) return 1;
    std::printf("%d\n", made);
    return 0;
  }
  if (argc < 3) return 2;
  const int id = std::atoi(argv[2]);
  if (what == "remove") return ::semctl(id, 0, IPC_RMID) == 0 ? 0 : 1;
  sembuf take{0, -1, static_cast<short>(what == "try" ? IPC_NOWAIT | SEM_UNDO : SEM_UNDO)};
  if (::semop(id, &take, 1) != 0) return 75;
  if (what == "try" || argc < 4) return 0;
  const pid_t child = ::fork();
  if (child == 0) {
    ::execvp(argv[3], argv + 3);
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
