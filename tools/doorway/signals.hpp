// The signals of a process that waits its turn, and then stands in for a command.
//
//     waiting      INT, TERM, HUP and the like withdraw it; TSTP and TTIN withdraw it too, and it queues anew when it is continued:
//                  a stopped process at the head of the queue would hold up all behind it
//                  `doorway cancel` withdraws it by a signal of our own, which is nothing to a command
//     running      all are blocked and taken one by one: see command.hpp
//     the command  starts with the mask and the dispositions that doorway was started with
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <array>

namespace doorway::tool {

class signals {
 public:
  signals();  // from here on signals are those of a waiting process
  signals(const signals&) = delete;
  signals& operator=(const signals&) = delete;

  // The signal that asked this process to withdraw; 0: none did.
  [[nodiscard]] static int withdrawn_by();
  [[nodiscard]] static bool asked_to_stop();
  // The process that has cancelled it; 0: none did.
  [[nodiscard]] static pid_t cancelled_by();
  // Stops this process, or its whole group, and returns when continued; at once if nobody could continue it.
  enum class whom { process, group };
  static void stop(int how, whom reached = whom::process);
  // While signals are blocked: whether SIGCONT came since the last stop. It is used up.
  [[nodiscard]] static bool take_continuation();
  // Ends as a process does that the signal kills, unless it is ignored. For SIGINT: a shell that is interrupted goes on with
  // its script if the command that it waits for ended in another way.
  static void end_by(int signal);

  // From here on all signals that can be are blocked; and again as they were.
  void block() const;
  void unblock() const;
  [[nodiscard]] const sigset_t& blocked() const { return all_; }

  // In the child, before exec: what signals do; they stay blocked until unblock().
  void restore() const;

  // What `doorway cancel` sends: the last of Linux's signals, with this value, queued by a process. Whose sender may signal us is the
  // kernel's business.
  static constexpr int cancelling = NSIG - 1;
  static constexpr int cancelling_value = 0x646f6f72;
  [[nodiscard]] static bool is_cancellation(const siginfo_t& about) {
    return about.si_signo == cancelling && about.si_code == SI_QUEUE && about.si_value.sival_int == cancelling_value;
  }

  // SIGBUS has a handler before anything else: see main.
  static inline struct sigaction bus_error_at_start {};

 private:
  static constexpr std::array<int, 9> withdrawing = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1,
                                                     SIGUSR2, SIGALRM, SIGTSTP, SIGTTIN};

  void install(int signal, void (*handler)(int));
  void install_cancellation();

  sigset_t all_{};
  sigset_t mask_at_start_{};
  std::array<struct sigaction, NSIG> at_start_{};
  sigset_t changed_{};
};

}  // namespace doorway::tool
