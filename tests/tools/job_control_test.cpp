// The tool among others on a terminal, with real shells: who has the terminal, and whom Ctrl-C, Ctrl-Z, fg and a hang-up
// reach. The command is always a shell that has started others.

#include <fstream>
#include <memory>

#include "job_control.hpp"

namespace {

using namespace on_a_terminal;

const std::string ctrl_c = "\x03";
const std::string ctrl_z = "\x1a";

// A job in the background that asks for the terminal, and is stopped for it.
void stops_in_the_background(on_terminal& shell, const std::string& line) {
  shell.type(line + " &\n");
  shell.type("until jobs | grep -q Stop; do sleep 0.05; done; jobs\n");
  ASSERT_TRUE(says(shell, "Stopped"));
}
// The same, of one that reads `a` and says it when it is in the foreground.
void stops_and_reads_in_the_foreground(on_terminal& shell, const std::string& line) {
  ASSERT_NO_FATAL_FAILURE(stops_in_the_background(shell, line));
  shell.type("fg\n");
  std::this_thread::sleep_for(50ms);
  shell.type("one\n");
  ASSERT_TRUE(says(shell, "a=one"));
}

// Catches: a process that gets it twice, from the terminal and from doorway, or not at all, because it is neither in the
// group that has the terminal nor in the one that doorway sends to.
TEST_F(job_control, ctrl_c_reaches_the_whole_tree_once) {
  const auto tree = [this](const std::string& options) {
    return exec("trap '' INT; " + counter + " & sh -c '" + counter + "; :'; wait", options);
  };
  const std::vector<std::string> lines = {tree("--name a"), tree("--name b --foreground"),
                                          tree("--name c") + " | (trap '' INT; cat)", tree("--name d") + " </dev/null",
                                          tool + " exec --name e -- " + tree("--name f")};
  std::vector<std::unique_ptr<on_terminal>> shells;
  shells.reserve(lines.size());
  for (const auto& line : lines) shells.push_back(std::make_unique<on_terminal>([&] { run_line(line + "; :"); }));
  for (auto& shell : shells) {
    ASSERT_TRUE(says(*shell, "ready", 2));
    shell->type(ctrl_c);
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto said = shells[i]->said_until("end", 2);
    EXPECT_EQ(count(said, "got " + std::to_string(SIGINT) + "\r"), 2U) << lines[i] << '\n' << said;
  }
}

// Catches: a command that has no terminal to read from, a shell that hangs because it does not see its job stop, a command
// that stays behind when the others stop or go on.
TEST_F(job_control, ctrl_z_and_fg) {
  const std::string talk = "echo go1; sh -c 'read a; echo \"a=$a\"'; echo go2; read b; echo \"b=$b\"";
  for (const std::string& line :
       {exec(talk), exec(talk, "--foreground"), exec(talk) + " | cat", script("outer", exec(talk) + "; echo after"),
        tool + " exec --name outer -- " + exec(talk)}) {
    on_terminal shell(shell_of_a_user);
    shell.type(line + "\n");
    ASSERT_TRUE(says(shell, "go1")) << line;
    shell.type("one\n");
    ASSERT_TRUE(says(shell, "a=one") && says(shell, "go2")) << line;
    shell.type(ctrl_z);
    ASSERT_TRUE(says(shell, "Stopped")) << line;
    shell.type("echo it is $((40 + 2))\n");
    ASSERT_TRUE(says(shell, "it is 42")) << line;
    shell.type("fg\n");
    std::this_thread::sleep_for(50ms);
    shell.type("two\n");
    ASSERT_TRUE(says(shell, "b=two")) << line;
    shell.type("echo status $?.\n");
    EXPECT_TRUE(says(shell, "status 0.")) << line;
  }
}

// Catches: a command that takes itself for one in the background, as wget and pv do unless they have the terminal when they
// begin. (Field 5 of a process's stat is its group, field 8 the one that has the terminal.)
TEST_F(job_control, a_command_begins_in_the_foreground) {
  on_terminal shell(shell_of_a_user);
  shell.type(exec("set -- $(cat /proc/$$/stat); echo \"$1 $5 $8.\"; [ $5 = $8 ] && [ $1 = $5 ] && echo own-and-ahead") +
             "\n");
  EXPECT_TRUE(says(shell, "own-and-ahead"));
}

// Catches: a command that was started in the background and finds no terminal when it is brought to the foreground.
TEST_F(job_control, from_the_background_to_the_foreground) {
  on_terminal shell(shell_of_a_user);
  ASSERT_NO_FATAL_FAILURE(stops_and_reads_in_the_foreground(shell, exec("read a; echo \"a=$a\"")));
  // And one that did not stop meanwhile.
  shell.type(exec("until [ -e " + file("go") + " ]; do sleep 0.01; done; read a; echo \"a=$a\"") + " &\n");
  shell.type("fg\n");
  std::ofstream(file("go")) << "";
  shell.type("two\n");
  EXPECT_TRUE(says(shell, "a=two"));
}

// Catches: a terminal that is taken from those beside doorway in a pipeline, or not given back to a script.
TEST_F(job_control, others_have_the_terminal_too) {
  const std::string beside = script("beside", "read a; read b </dev/tty; echo \"$a and $b\"");
  on_terminal shell(shell_of_a_user);
  shell.type(exec("echo this; sleep 0.2") + " | " + beside + "\n");
  std::this_thread::sleep_for(100ms);
  shell.type("that\n");
  ASSERT_TRUE(says(shell, "this and that"));
  shell.type(script("after", tool + " exec -- true; echo go; read c; echo \"c=$c\"") + "\n");
  ASSERT_TRUE(says(shell, "go\r"));
  shell.type("those\n");
  EXPECT_TRUE(says(shell, "c=those"));
}

// Catches: a loop that goes on when its command was interrupted, because the terminal told the command only, or because
// doorway did not end the way an interrupted command does.
TEST_F(job_control, an_interrupted_script_ends) {
  const std::string long_one = exec("echo ready; sleep 30; :");
  for (const std::string shell : {"bash", "dash"}) {
    on_terminal busy([&] { become({shell, "-c", "for i in 1 2 3; do " + long_one + "; done; echo survived"}); });
    ASSERT_TRUE(says(busy, "ready"));
    // And one that waits.
    on_terminal idle([&] { become({shell, "-c", "for i in 1 2 3; do TERM=dumb " + tool + " exec -v -- true; done"}); });
    ASSERT_TRUE(says(idle, "waiting"));
    // The command's shell may be in the middle of a vfork, where a key is seen by nobody, with doorway or without.
    std::this_thread::sleep_for(200ms);
    for (on_terminal* one : {&idle, &busy}) {
      one->type(ctrl_c);
      EXPECT_TRUE(one->ends()) << shell;
    }
    const auto said = busy.said_until("survived");  // or until it is closed
    EXPECT_EQ(count(said, "ready"), 1U) << said;
    EXPECT_EQ(count(said, "survived"), 0U) << said;
    EXPECT_EQ(count(idle.said_until("waiting", 2), "waiting"), 1U);
  }
}

// Catches: a command that runs on for ever after its connection was lost. The kernel tells the session's leader alone.
TEST_F(job_control, a_hang_up_reaches_the_command) {
  for (const std::string options : {"", "--foreground"}) {
    const std::string told = file("told" + options);
    const std::string line =
        exec("trap 'echo hup >" + told + "; exit' HUP; echo ready; while :; do sleep 0.02; done", options);
    on_terminal shell([&] { run_line("exec " + line); });
    ASSERT_TRUE(says(shell, "ready"));
    shell.hang_up();
    EXPECT_TRUE(comes_true([&] { return std::filesystem::exists(told); })) << options;
    EXPECT_TRUE(comes_true(slot_is_free)) << options;
  }
}

// Catches: a command that asks for a terminal which it can never get, and is continued and stopped in a circle for ever; one
// that is stopped and never continued.
TEST_F(job_control, nobody_to_continue_it) {
  on_terminal shell(shell_of_a_user);
  shell.type("( " + exec(when_alone("read a </dev/tty; echo >" + file("went-on"))) + " & )\n");
  leave_alone(shell);
  EXPECT_TRUE(comes_true(slot_is_free));
  EXPECT_FALSE(std::filesystem::exists(file("went-on")));
  // Nor is Ctrl-Z of any use where there is no shell.
  on_terminal alone([&] { run_line("exec " + exec("echo go1; read a; echo \"a=$a\"")); });
  ASSERT_TRUE(says(alone, "go1"));
  alone.type(ctrl_z);
  alone.type("one\n");
  EXPECT_TRUE(says(alone, "a=one"));
}

// Catches: a waiter in the background that is stopped by what it says itself, in the queue, with all others behind it.
TEST_F(job_control, a_waiter_may_speak_from_the_background) {
  on_terminal shell(shell_of_a_user);
  shell.type("stty tostop\n");
  shell.type(tool + " exec -- sh -c 'until [ -e " + file("go") + " ]; do sleep 0.01; done' &\n");
  ASSERT_TRUE(comes_true([] { return !slot_is_free(); }));
  shell.type(tool + " exec -- touch " + file("ran") + " &\n");
  ASSERT_TRUE(says(shell, "waiting for"));
  std::ofstream(file("go")) << "";
  EXPECT_TRUE(comes_true([&] { return std::filesystem::exists(file("ran")); }));
}

// Catches: a waiter that keeps its place while it is stopped together with a job beside it that asks for the terminal.
TEST_F(job_control, a_waiter_that_is_stopped_with_its_job_steps_aside) {
  on_terminal shell(shell_of_a_user);
  shell.type(tool + " exec -- sh -c 'until [ -e " + file("go") + " ]; do sleep 0.01; done' &\n");
  ASSERT_TRUE(comes_true([] { return !slot_is_free(); }));
  ASSERT_NO_FATAL_FAILURE(stops_in_the_background(
      shell, tool + " exec -- touch " + file("first") + " | " +
                 script("beside",
                        "until " + tool + " status default | grep -q first; do sleep 0.01; done; read a </dev/tty")));
  std::ofstream(file("go")) << "";
  EXPECT_TRUE(comes_true(slot_is_free));
  EXPECT_FALSE(std::filesystem::exists(file("first")));
  shell.type("fg\n");
  EXPECT_TRUE(comes_true([&] { return std::filesystem::exists(file("first")); }));
  shell.type("one\n");
}

// Catches: a command in a background pipeline that asks for the terminal, where the shell sees no job that has stopped, and
// so continues none when it is brought to the foreground.
TEST_F(job_control, a_pipeline_from_the_background_to_the_foreground) {
  on_terminal shell(shell_of_a_user);
  stops_and_reads_in_the_foreground(shell, exec("read a </dev/tty; echo \"a=$a\"") + " | cat");
}

// Catches: of two commands of one job that ask for the terminal, the second one that is stopped for ever.
TEST_F(job_control, two_of_one_job_ask_for_the_terminal) {
  const std::string ask = script("ask", "read a </dev/tty; echo \"a=$a\"");
  on_terminal shell(shell_of_a_user);
  shell.type(script("both", tool + " exec --name a -- " + ask + " | cat & " + tool + " exec --name b -- " + ask +
                                " | cat & wait; echo both are done") +
             "\n");
  std::this_thread::sleep_for(300ms);
  shell.type("one\n");
  ASSERT_TRUE(says(shell, "a=one"));
  std::this_thread::sleep_for(300ms);
  shell.type("two\n");
  ASSERT_TRUE(says(shell, "a=two"));
  EXPECT_TRUE(says(shell, "both are done"));
}

// Catches: a command that cannot have the terminal, ignores SIGHUP, and is continued and stopped in a circle for ever.
TEST_F(job_control, nobody_to_continue_it_and_it_ignores_a_hang_up) {
  on_terminal shell(shell_of_a_user);
  shell.type("( nohup " + exec(when_alone("trap '' TERM; read a </dev/tty; echo >" + file("went-on"))) +
             " >/dev/null 2>&1 & )\n");
  leave_alone(shell);
  EXPECT_TRUE(comes_true(slot_is_free));
  EXPECT_FALSE(std::filesystem::exists(file("went-on")));
}

}  // namespace
