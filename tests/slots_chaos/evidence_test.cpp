// Whether the chaos's own evidence can be believed: it counts all who are inside, in whatever order they came. It would catch a count
// that stops at the first lock that the kernel names, which need not be the one with the lowest number.
#include "evidence.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace slots_chaos {
namespace {

TEST(evidence, counts_all_who_are_inside) {
  std::string folder = "/tmp/slots_evidence.XXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  ::close(::open((folder + "/evidence").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  const evidence mine(folder, 1);
  EXPECT_EQ(mine.inside(), 1);
  std::vector<pid_t> others;
  for (const int job : {9, 3, 7, 8}) {
    std::array<int, 2> ready{};
    ASSERT_EQ(::pipe(ready.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const evidence its(folder, 1);
      its.come_in(job);
      static_cast<void>(::write(ready[1], "x", 1) == 1);
      for (;;) ::pause();
    }
    char sign = 0;
    EXPECT_EQ(::read(ready[0], &sign, 1), 1);
    for (const int end : ready) ::close(end);
    others.push_back(child);
    EXPECT_EQ(mine.inside(), 1 + static_cast<int>(others.size()));
  }
  for (const pid_t child : others) {
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  EXPECT_EQ(mine.inside(), 1);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace slots_chaos
