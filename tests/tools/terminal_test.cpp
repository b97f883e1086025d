// The tool on a terminal: what the terminal sends arrives once, a shell can stop and continue it, and it speaks when it
// waits. And its JSON, read by a parser.

#include <termios.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "terminal.hpp"

namespace {

using namespace on_a_terminal;

// Catches: Ctrl-C sent by the terminal to the whole group and forwarded on top, so that the command is interrupted twice.
TEST_F(tool_test, what_the_terminal_sends_arrives_once) {
  for (const std::string whose_group : {"--quiet", "--foreground"}) {
    on_terminal shell([&] { become({tool, "exec", whose_group, "--", counter}); });
    ASSERT_NE(shell.said_until("ready").find("ready"), std::string::npos);
    shell.type('\x03');
    const auto said = shell.said_until("end");
    EXPECT_EQ(count(said, "got " + std::to_string(SIGINT) + "\r"), 1U) << whose_group << said;
  }
}

// Catches: a command in a session of its own that no Ctrl-C reaches, because the wrapper takes it for sent already. (In a
// group of its own the command is that group's leader, which setsid must leave behind.)
TEST_F(tool_test, a_command_that_left_the_group_is_told) {
  on_terminal shell([] { become({tool, "exec", "--foreground", "--", "setsid", "-w", counter}); });
  ASSERT_NE(shell.said_until("ready").find("ready"), std::string::npos);
  shell.type('\x03');
  const auto said = shell.said_until("end");
  EXPECT_EQ(count(said, "got " + std::to_string(SIGINT) + "\r"), 1U) << said;
}

// Catches: a command that has left the group it led, for doorway's own, and is told nothing, because that group is sent to.
TEST_F(tool_test, a_command_that_joined_our_group_is_told_once) {
  on_terminal shell([] { become({tool, "exec", "--", counter, "join"}); });
  ASSERT_NE(shell.said_until("ready").find("ready"), std::string::npos);
  shell.send(SIGUSR1);
  const auto said = shell.said_until("end");
  EXPECT_EQ(count(said, "got " + std::to_string(SIGUSR1) + "\r"), 1U) << said;
}

// What a shell with job control does: a group of its own for the job, and the terminal given to it.
void lead_the_foreground() {
  ::setpgid(0, 0);
  ::signal(SIGTTOU, SIG_IGN);
  ::tcsetpgrp(STDIN_FILENO, ::getpid());
  ::signal(SIGTTOU, SIG_DFL);
}
pid_t start_job(const std::vector<std::string>& words) {
  const pid_t job = ::fork();
  if (job == 0) {
    lead_the_foreground();
    become(words);
  }
  ::setpgid(job, job);
  return job;
}

// Catches: a wrapper that goes on while its command is stopped (the shell would hang), or does not continue with it.
TEST_F(tool_test, a_shell_can_stop_and_continue_it) {
  on_terminal shell([] {
    const pid_t job = start_job({tool, "exec", "--", "sh", "-c", "echo ready; read line; exit 7"});
    int status = 0;
    ::waitpid(job, &status, WUNTRACED);
    std::printf(WIFSTOPPED(status) ? "stopped\n" : "not stopped\n");
    std::fflush(stdout);
    ::kill(-job, SIGCONT);
    ::waitpid(job, &status, 0);
    std::printf("exit %d\n", WEXITSTATUS(status));
    std::fflush(stdout);
    ::pause();
  });
  ASSERT_NE(shell.said_until("ready").find("ready"), std::string::npos);
  shell.type('\x1a');
  const auto said = shell.said_until("stopped");
  ASSERT_EQ(count(said, "stopped"), 1U) << said;
  ASSERT_EQ(count(said, "not stopped"), 0U) << said;
  shell.type('\n');
  EXPECT_EQ(count(shell.said_until("exit 7"), "exit 7"), 1U);
}

// A leader that runs the same job again and again, in the foreground, and says of each how it ended. The job says "go" when
// a key can reach it, just before it becomes `words`. When it has been stopped there is a file `seen`.
void run_jobs(int rounds, const std::vector<std::string>& words, const std::string& seen) {
  termios quiet{};
  ::tcgetattr(STDIN_FILENO, &quiet);
  quiet.c_lflag &= ~static_cast<tcflag_t>(ECHO);
  ::tcsetattr(STDIN_FILENO, TCSANOW, &quiet);
  for (int round = 0; round < rounds; ++round) {
    std::filesystem::remove(seen);
    const pid_t job = ::fork();
    if (job == 0) {
      lead_the_foreground();
      [[maybe_unused]] const auto said = ::write(STDOUT_FILENO, "go\n", 3);
      become(words);
    }
    int status = 0;
    ::waitpid(job, &status, WUNTRACED);
    const bool stopped = WIFSTOPPED(status);
    if (stopped) {
      std::ofstream(seen) << "";
      ::kill(-job, SIGCONT);
      ::waitpid(job, &status, 0);
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::printf("%s %d end of %d\n", stopped ? "stopped" : "ran", code, round);
    std::fflush(stdout);
  }
  ::pause();
}

// How often each end came, with the key typed at any instant from the job's start to when its command has begun.
std::map<std::string, int> ends_with_key(char key, std::vector<std::string> words,
                                         const std::vector<std::string>& command, const std::string& seen) {
  constexpr int rounds = 30;
  words.insert(words.end(), command.begin(), command.end());
  on_terminal shell([&] { run_jobs(rounds, words, seen); });
  std::map<std::string, int> ends;
  for (int round = 0; round < rounds; ++round) {
    const std::string end = "end of " + std::to_string(round) + "\r";
    // The whole line: a key that comes in the middle of one throws the rest of it away.
    shell.said_until("go\r\n", static_cast<std::size_t>(round) + 1);
    std::this_thread::sleep_for(std::chrono::microseconds(100 * round));
    shell.type(key);
    const std::string said = shell.said_until(end);
    const auto at = said.find(end);
    if (at == std::string::npos) return {{"no end: " + said, 1}};
    const auto line = said.rfind('\n', at) + 1;
    ++ends[said.substr(line, at - line)];
  }
  return ends;
}

// Catches: a Ctrl-Z or Ctrl-C that comes between the admission and the start of the command and is seen by neither.
TEST_F(tool_test, no_key_is_lost_whenever_it_is_typed) {
  const std::string seen = folder_ + "/seen";
  for (const std::string whose_group : {"--quiet", "--foreground"}) {
    const std::vector<std::string> exec = {tool, "exec", whose_group, "--"};
    // Ends after it was stopped, and not before. (bash, not dash: that uses vfork, and a Ctrl-Z in the middle of one stops
    // the new process only; the old one waits for it and neither stops nor goes on, with doorway or without.)
    const auto stops =
        ends_with_key('\x1a', exec, {"bash", "-c", "until [ -e " + seen + " ]; do sleep 0.01; done"}, seen);
    EXPECT_EQ(stops, (std::map<std::string, int>{{"stopped 0 ", 30}})) << testing::PrintToString(stops);
    // (No shell: one that is interrupted goes on if what it waits for ends well.)
    const auto interrupts = ends_with_key('\x03', exec, {"sleep", "30"}, seen);
    EXPECT_EQ(interrupts, (std::map<std::string, int>{{"ran 130 ", 30}})) << testing::PrintToString(interrupts);
  }
}

std::string output_of(const std::string& line) {
  std::string text;
  FILE* from = ::popen(line.c_str(), "r");
  std::array<char, 4096> part{};
  while (const auto got = std::fread(part.data(), 1, part.size(), from)) text.append(part.data(), got);
  ::pclose(from);
  return text;
}
nlohmann::json status_of(const std::string& name) {
  return nlohmann::json::parse(output_of(tool + " status " + name + " --json 2>/dev/null"), nullptr, false);
}

class process {
 public:
  explicit process(const std::vector<std::string>& words) : pid(::fork()) {
    if (pid == 0) become(words);
  }
  ~process() {
    ::kill(pid, SIGTERM);
    ::waitpid(pid, nullptr, 0);
  }
  process(const process&) = delete;
  process& operator=(const process&) = delete;
  const pid_t pid;
};

std::size_t many(const std::string& name, const char* where) {
  const auto status = status_of(name);
  return status.is_object() ? status[where].size() : 0;
}

// Catches: nothing said for minutes, or said into a script's log (timeout.sh has the other half).
TEST_F(tool_test, it_says_that_it_waits_after_a_second) {
  const process holder({tool, "exec", "--", "sleep", "60"});
  ASSERT_TRUE(comes_true([] { return many("default", "inside") == 1; }));
  const auto began = steady_clock::now();
  on_terminal shell([] { become({"env", "TERM=dumb", tool, "exec", "--", "true"}); });
  const std::string wanted = "doorway: waiting for 'default': place 1 of 1 (1 slot taken)";
  const auto said = shell.said_until("taken)");
  EXPECT_NE(said.find(wanted), std::string::npos) << said;
  EXPECT_GT(steady_clock::now() - began, 900ms);
}

// Catches: JSON that no parser reads, holders without slot, pid, command or time, waiters out of order.
TEST_F(tool_test, json_says_who_and_since_when) {
  const std::string odd = "\"quoted\"\n\x1b[0m \xff";
  const process one({tool, "exec", "-k", "2", "--name", "j", "--", "sh", "-c", "exec sleep 60", odd});
  ASSERT_TRUE(comes_true([] { return many("j", "inside") == 1; }));
  const process two({tool, "exec", "-k", "2", "--name", "j", "--", "sleep", "60"});
  ASSERT_TRUE(comes_true([] { return many("j", "inside") == 2; }));
  const process three({tool, "exec", "-k", "2", "--name", "j", "--", "sleep", "61"});
  ASSERT_TRUE(comes_true([] { return many("j", "waiting") == 1; }));
  const process four({tool, "exec", "-k", "2", "--name", "j", "--", "sleep", "62"});
  ASSERT_TRUE(comes_true([] { return many("j", "waiting") == 2; }));
  const auto status = status_of("j");
  EXPECT_EQ(status["name"], "j");
  EXPECT_EQ(status["kind"], "slots");
  EXPECT_EQ(status["k"], 2);
  const auto& first = status["inside"][0];
  EXPECT_EQ(first["slot"], 0);
  EXPECT_EQ(first["pid"], one.pid);
  EXPECT_EQ(first["state"], "inside");
  EXPECT_EQ(first["command"], "sh -c 'exec sleep 60' '\"quoted\"\n\x1b[0m \xef\xbf\xbd'");
  EXPECT_GE(first["seconds"], 0.0);
  EXPECT_LT(first["seconds"], 60.0);
  EXPECT_EQ(first["since"].get<std::string>().size(), std::string("2024-05-01T12:04:59.123Z").size());
  EXPECT_EQ(status["inside"][1]["slot"], 1);
  EXPECT_EQ(status["inside"][1]["pid"], two.pid);
  EXPECT_EQ(status["waiting"][0]["pid"], three.pid);
  EXPECT_EQ(status["waiting"][1]["pid"], four.pid);
  EXPECT_EQ(status["waiting"][1]["command"], "sleep 62");
}

}  // namespace
