#include "signals.hpp"

#include <unistd.h>

namespace doorway::tool {

namespace {

volatile sig_atomic_t withdraw = 0;
volatile sig_atomic_t halt = 0;
volatile sig_atomic_t cancelled = 0;

void on_signal(int signal) {
  if (signal == SIGTSTP || signal == SIGTTIN) halt = 1;
  else if (withdraw == 0) withdraw = signal;
}
void on_cancellation(int signal, siginfo_t* about, void* /*context*/) {
  if (signals::is_cancellation(*about)) cancelled = about->si_pid;
  else on_signal(signal);
}

}  // namespace

signals::signals() {
  // Those that say that this process itself went wrong are left alone, and SIGTTOU until it runs a command.
  ::sigfillset(&all_);
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS}) ::sigdelset(&all_, fault);
  ::sigemptyset(&changed_);
  ::sigprocmask(SIG_SETMASK, nullptr, &mask_at_start_);
  for (const int signal : withdrawing) install(signal, on_signal);
  install_cancellation();
  install(SIGCHLD, SIG_DFL);  // our parent may have ignored it: the kernel would then keep the status to itself
}

void signals::install(int signal, void (*handler)(int)) {
  auto& before = at_start_[static_cast<std::size_t>(signal)];
  ::sigaction(signal, nullptr, &before);
  // What nohup and the like ignore stays ignored.
  if (signal != SIGCHLD && before.sa_handler == SIG_IGN) return;
  struct sigaction wanted {};
  wanted.sa_handler = handler;  // no SA_RESTART: a sleeping process must wake
  ::sigemptyset(&wanted.sa_mask);
  ::sigaction(signal, &wanted, nullptr);
  ::sigaddset(&changed_, signal);
}

void signals::install_cancellation() {
  ::sigaction(cancelling, nullptr, &at_start_[cancelling]);
  struct sigaction wanted {};
  wanted.sa_sigaction = on_cancellation;
  wanted.sa_flags = SA_SIGINFO;
  ::sigemptyset(&wanted.sa_mask);
  ::sigaction(cancelling, &wanted, nullptr);
  ::sigaddset(&changed_, cancelling);
}

int signals::withdrawn_by() { return withdraw; }
pid_t signals::cancelled_by() { return cancelled; }
bool signals::asked_to_stop() { return halt != 0; }

namespace {

// Sends a signal to this process or its group, and lets it do here what it does to a process that knows nothing of it.
void suffer(int signal, signals::whom reached) {
  struct sigaction usual {};
  struct sigaction before {};
  usual.sa_handler = SIG_DFL;
  sigset_t one{};
  sigset_t mask{};
  ::sigemptyset(&one);
  ::sigaddset(&one, signal);
  ::sigprocmask(SIG_BLOCK, &one, &mask);  // until all of the group have got it
  ::kill(reached == signals::whom::group ? 0 : ::getpid(), signal);
  ::sigaction(signal, &usual, &before);
  ::sigprocmask(SIG_UNBLOCK, &one, nullptr);
  ::sigprocmask(SIG_SETMASK, &mask, nullptr);
  ::sigaction(signal, &before, nullptr);
}

}  // namespace

void signals::stop(int how, whom reached) {
  halt = 0;
  suffer(how, reached);  // stops here, unless nobody could continue it (an orphaned group)
}

bool signals::take_continuation() {
  sigset_t one{};
  ::sigemptyset(&one);
  ::sigaddset(&one, SIGCONT);
  constexpr timespec not_at_all{};
  return ::sigtimedwait(&one, nullptr, &not_at_all) == SIGCONT;
}

void signals::end_by(int signal) {
  struct sigaction now {};
  if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) return;
  suffer(signal, whom::process);
}

void signals::block() const { ::sigprocmask(SIG_BLOCK, &all_, nullptr); }
void signals::unblock() const { ::sigprocmask(SIG_SETMASK, &mask_at_start_, nullptr); }

void signals::restore() const {
  for (int signal = 1; signal < NSIG; ++signal)
    if (::sigismember(&changed_, signal) == 1)
      ::sigaction(signal, &at_start_[static_cast<std::size_t>(signal)], nullptr);
  ::sigaction(SIGBUS, &bus_error_at_start, nullptr);
}

}  // namespace doorway::tool
