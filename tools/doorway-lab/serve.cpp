// doorway-lab serve: the lab in a browser of this machine.

#include <fmt/core.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <memory>
#include <thread>

#include "commands.hpp"
#include "serve/answering.hpp"
#include "serve/http.hpp"
#include "serve/programs.hpp"

namespace doorway::lab {
namespace {

constexpr int most_port = 65535;

// As a child of nobody, so that it need not be waited for.
void open_browser(const std::string& address) {
  const pid_t child = fork();
  if (child == 0) {
    if (fork() == 0) {
      execlp("xdg-open", "xdg-open", address.c_str(), nullptr);
      constexpr char none[] = "doorway-lab serve: there is no xdg-open; open the address yourself\n";
      static_cast<void>(!write(STDERR_FILENO, none, sizeof(none) - 1));
    }
    _exit(0);
  }
  if (child > 0) waitpid(child, nullptr, 0);
}

void serve_command(const topics& of, int port, bool open) {
  const serving::programs all(of);
  serving::http server(all);
  const auto address = server.open(port);
  fmt::print("{}\n", address);
  std::fflush(stdout);
  if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "Ctrl-C ends it\n");
  if (open) open_browser(address);
  // Ctrl-C ends it in order: what it has started is ended too.
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGINT);
  sigaddset(&ends, SIGTERM);
  sigprocmask(SIG_BLOCK, &ends, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::thread waiting([&] {
    int which = 0;
    sigwait(&ends, &which);
    server.stop();
  });
  server.serve();
  waiting.join();
}

}  // namespace

void add_serve(CLI::App& app, const topics& of) {
  auto* command = app.add_subcommand("serve", "the lab in a browser of this machine: step, check, compare");
  auto port = std::make_shared<int>(0);
  auto open = std::make_shared<bool>(false);
  command->add_option("--port", *port, "of 127.0.0.1 (a free one)")->check(CLI::Range(0, most_port));
  command->add_flag("--open", *open, "in the browser that xdg-open finds");
  command->footer(
      "Prints the address, which has a token in it, and answers until Ctrl-C. Only this machine can reach it, and the "
      "page loads\n"
      "nothing from anywhere else.");
  command->callback([port, open, &of] { serve_command(of, *port, *open); });
  // For the page's searches, which are processes of their own.
  app.add_subcommand("answer", "a question of the page of serve")->group("")->callback([&of] {
    serving::answer(serving::programs(of));
  });
}

}  // namespace doorway::lab
