// What the tests with real shells on a terminal share.
#pragma once

#include <fstream>

#include "terminal.hpp"

namespace on_a_terminal {

class job_control : public tool_test {
 protected:
  // A script of that text: what it prints is not what was typed to start it, which a terminal shows as well.
  std::string script(const std::string& name, const std::string& text) {
    std::ofstream(folder_ + "/" + name) << text << '\n';
    return "sh " + folder_ + "/" + name;
  }
  // doorway exec, with such a script.
  std::string exec(const std::string& text, const std::string& options = "") {
    return tool + " exec " + options + " -- " + script("command", text);
  }
  std::string file(const std::string& name) const { return folder_ + "/" + name; }
  pid_t number_in(const std::string& name) const {  // 0: not yet
    pid_t number = 0;
    std::ifstream(file(name)) >> number;
    return number;
  }
  // What a command does that nobody could continue, once it is so: until the shell has its terminal back from the job that
  // started it, it may have that terminal.
  std::string when_alone(const std::string& text) {
    return "echo >" + file("began") + "; until [ -e " + file("alone") + " ]; do sleep 0.01; done; " + text;
  }
  void leave_alone(on_terminal& shell) {
    ASSERT_TRUE(comes_true([&] { return std::filesystem::exists(file("began")); }));
    shell.type("echo it is $((40 + 2))\n");
    ASSERT_NE(shell.said_until("it is 42").find("it is 42"), std::string::npos);
    std::ofstream(file("alone")) << "";
  }
  static bool slot_is_free() {
    return std::system((tool + " exec --no-wait -- true 2>/dev/null").c_str()) == 0;  // NOLINT(concurrency-mt-unsafe)
  }
};

inline void shell_of_a_user() {
  ::setenv("PS1", "$ ", 1);
  become({"bash", "--norc", "--noprofile", "-i"});
}
inline void run_line(const std::string& line) { become({"bash", "--norc", "--noprofile", "-c", line}); }

inline bool says(on_terminal& where, const std::string& text, std::size_t times = 1) {
  const auto said = where.said_until(text, times);
  EXPECT_GE(count(said, text), times) << said;
  return count(said, text) >= times;
}

}  // namespace on_a_terminal
