// The tool whose command is stopped by another process: not by the terminal, and not by doorway.

#include "job_control.hpp"

namespace {

using namespace on_a_terminal;

// What /proc says of a process.
class process_view {
 public:
  explicit process_view(pid_t number) : pid(number) {}
  [[nodiscard]] bool is_stopped() const { return field("State:") == "T"; }
  // It has been sent the signal and, being stopped, has not met it yet.
  [[nodiscard]] bool is_sent(int signal) const {
    return (std::stoull("0" + field("ShdPnd:"), nullptr, 16) >> (signal - 1) & 1) != 0;
  }
  const pid_t pid;

 private:
  [[nodiscard]] std::string field(const std::string& name) const {
    std::ifstream lines("/proc/" + std::to_string(pid) + "/status");
    for (std::string word, line; lines >> word; std::getline(lines, line))
      if (word == name && lines >> word) return word;
    return "";
  }
};

// Whether doorway, told one signal after the other, goes on passing them to its command, which is stopped. When the first is
// passed on it may not have seen the stop yet; before the second it has.
template <class Tell>
bool passes_on_two_signals(Tell&& tell, const process_view& command) {
  for (const int signal : {SIGUSR1, SIGUSR2}) {
    tell(signal);
    if (!comes_true([&] { return command.is_sent(signal); })) return false;
  }
  return true;
}

// Catches: a terminal on which no key does anything, because a command was stopped and the shell does not see its job stop.
TEST_F(job_control, a_command_that_is_stopped_by_another_process) {
  const std::string talk = "echo $$ >" + file("pid") + "; echo go1; until [ -e " + file("go") +
                           " ]; do sleep 0.01; done; read a </dev/tty; echo \"a=$a\"";
  for (const std::string& line : {exec(talk, "--foreground"), exec(talk) + " | cat"}) {
    on_terminal shell(shell_of_a_user);
    std::filesystem::remove(file("go"));
    shell.type(line + "\n");
    ASSERT_TRUE(says(shell, "go1")) << line;
    std::string pid;
    std::ifstream(file("pid")) >> pid;
    ::kill(std::stoi(pid), SIGSTOP);
    ASSERT_TRUE(says(shell, "Stopped")) << line;
    std::ofstream(file("go")) << "";
    shell.type("fg\n");
    std::this_thread::sleep_for(50ms);
    shell.type("one\n");
    EXPECT_TRUE(says(shell, "a=one")) << line;
  }
}

// Catches: a wrapper that stops with a command in the background which somebody else has stopped: then neither signals nor its
// end are passed on, and its shell takes the job for stopped.
TEST_F(job_control, a_background_command_that_is_stopped_by_another_process) {
  on_terminal shell(shell_of_a_user);
  for (const std::string options : {"", "--foreground"}) {
    for (const auto* left : {"go", "pid", "wrapper"}) std::filesystem::remove(file(left));
    shell.type(exec("trap : USR1 USR2; echo $$ >" + file("pid") + "; until [ -e " + file("go") +
                        " ]; do sleep 0.01; done; exit 7",
                    options) +
               " & echo $! >" + file("wrapper") + "\n");
    ASSERT_TRUE(comes_true([&] { return number_in("pid") != 0 && number_in("wrapper") != 0; }));
    const process_view command(number_in("pid"));
    ::kill(command.pid, SIGSTOP);
    ASSERT_TRUE(comes_true([&] { return command.is_stopped(); }));
    const auto tell = [&](int signal) { ::kill(number_in("wrapper"), signal); };
    EXPECT_TRUE(passes_on_two_signals(tell, command)) << options;
    std::ofstream(file("go")) << "";
    ::kill(command.pid, SIGCONT);
    shell.type("wait $(cat " + file("wrapper") + "); echo \"status $? of '" + options + "'\"\n");
    EXPECT_TRUE(says(shell, "status 7 of '" + options + "'"));
  }
}

// Catches: a command that another process has stopped, where no shell could continue us, and that we continue.
TEST_F(job_control, a_command_that_is_stopped_by_another_process_stays_so) {
  on_terminal alone([&] { run_line("exec " + exec("echo $$ >" + file("pid") + "; echo go1; sleep 60; :")); });
  ASSERT_TRUE(says(alone, "go1"));
  const process_view command(number_in("pid"));
  ::kill(command.pid, SIGSTOP);
  ASSERT_TRUE(comes_true([&] { return command.is_stopped(); }));
  EXPECT_TRUE(passes_on_two_signals([&](int signal) { alone.send(signal); }, command));
  EXPECT_TRUE(command.is_stopped());
}

}  // namespace
