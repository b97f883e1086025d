// What a waiting `doorway exec` shows on a terminal: one line, redrawn, and gone when it enters.

#include <csignal>
#include <fstream>
#include <regex>

#include "terminal.hpp"

namespace {

using namespace on_a_terminal;

class status_line : public tool_test {
 protected:
  void SetUp() override {
    tool_test::SetUp();
    ::setenv("TERM", "xterm", 1);
    holder_ = ::fork();
    if (holder_ == 0) become({tool, "exec", "--", "sleep", "60"});
    ASSERT_TRUE(comes_true([] { return status().find("1 inside") != std::string::npos; }));
  }
  void TearDown() override {
    release();
    tool_test::TearDown();
  }
  void release() {
    if (holder_ <= 0) return;
    ::kill(holder_, SIGTERM);
    ::waitpid(std::exchange(holder_, -1), nullptr, 0);
  }
  static std::string status() {
    std::array<char, 4096> part{};
    FILE* from = ::popen((tool + " status default 2>/dev/null").c_str(), "r");
    const auto got = std::fread(part.data(), 1, part.size(), from);
    ::pclose(from);
    return {part.data(), got};
  }
  static bool waiting(const std::string& how_many) {
    return comes_true([&] { return status().find(how_many + " waiting") != std::string::npos; });
  }
  static std::vector<std::string> places_drawn(const std::string& said) {
    const std::regex drawn("\r\x1b\\[Kdoorway: waiting for 'default': place ([0-9]+) of [0-9]+, ");
    std::vector<std::string> places;
    for (std::sregex_iterator at(said.begin(), said.end(), drawn), end; at != end; ++at) places.push_back((*at)[1]);
    return places;
  }

  pid_t holder_ = -1;
};

// Catches: a screen full of lines, one that stays when the command runs, one that does not say who is inside and since when.
TEST_F(status_line, is_redrawn_and_cleared) {
  on_terminal shell([] { become({tool, "exec", "--", "echo", "in"}); });
  const auto inside = " (slot 0: " + std::to_string(holder_) + " for ";
  shell.said_until("place 1 of 1, 1.0 s" + inside);
  const auto said = shell.said_until("place 1 of 1, 2.0 s" + inside);
  EXPECT_GE(places_drawn(said).size(), 2U) << said;
  EXPECT_EQ(count(said, "\n"), 0U) << said;
  release();
  const auto all = shell.said_until("in\r\n");
  EXPECT_NE(all.find("\r\x1b[Kin\r\n"), std::string::npos) << all;
}

// Catches: two who draw over each other, and one who never draws because another did before it.
TEST_F(status_line, of_two_one_draws) {
  const std::string go = folder_ + "/go";
  const std::string one = tool + " exec -- sh -c 'echo in; until [ -e " + go + " ]; do sleep 0.01; done' & ";
  on_terminal shell([&] { become({"sh", "-c", one + one + "wait"}); });
  ASSERT_TRUE(waiting("2"));
  const auto first = shell.said_until(", 3.0 s (");
  const auto places = places_drawn(first);
  ASSERT_FALSE(places.empty()) << first;
  EXPECT_EQ(std::count(places.begin(), places.end(), places.front()), static_cast<std::ptrdiff_t>(places.size()))
      << first;
  EXPECT_EQ(count(first, "\n"), 1U) << first;  // what the other one says, once
  release();
  shell.said_until("in\r\n");
  const auto before = places_drawn(shell.said_until("in\r\n")).size();
  EXPECT_TRUE(comes_true([&] { return places_drawn(shell.said_until("never", 1, 200ms)).size() > before; }));
  std::ofstream(go) << "";
  EXPECT_EQ(count(shell.said_until("in\r\n", 2), "in\r\n"), 2U);
}

// Catches: a waiter that sleeps in a write to a terminal that somebody has stopped, with its turn in its hands.
TEST_F(status_line, does_not_wait_for_a_stopped_terminal) {
  on_terminal shell([&] { become({tool, "exec", "--", "touch", folder_ + "/ran"}); });
  shell.said_until(", 1.0 s (");
  shell.type('\x13');  // Ctrl-S
  std::this_thread::sleep_for(1500ms);
  release();
  EXPECT_TRUE(comes_true([&] { return std::filesystem::exists(folder_ + "/ran"); }));
  shell.type('\x11');
}

// Catches: control sequences on a terminal that knows none, and a line drawn from the background into somebody's editor.
TEST_F(status_line, is_said_once_where_it_may_not_be_drawn) {
  on_terminal dumb([] {
    ::setenv("TERM", "dumb", 1);
    become({tool, "exec", "--", "true"});
  });
  on_terminal shell([] { become({"bash", "--norc", "--noprofile", "-i"}); });
  shell.type(tool + " exec -- true &\n");
  for (auto* each : {&dumb, &shell}) {
    each->said_until(" of ");
    std::this_thread::sleep_for(1s);
    const auto said = each->said_until("never", 1, 100ms);
    EXPECT_EQ(count(said, "doorway: waiting for 'default': place "), 1U) << said;
    EXPECT_EQ(count(said, "(1 slot taken)\r\n"), 1U) << said;
    EXPECT_EQ(count(said, "\x1b[K"), 0U) << said;
  }
}

}  // namespace
