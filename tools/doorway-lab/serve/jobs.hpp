// Work that takes a while, each in a process of its own: this very program with other words. So it can be stopped at once, its memory is not the
// server's, and whatever becomes of it the server lives on.
#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "lab/catalogue/catalogue.hpp"

namespace doorway::lab::serving {

class jobs {
 public:
  static constexpr std::size_t most_running = 2;
  static constexpr std::size_t most_kept = 8;
  static constexpr std::size_t most_output = std::size_t{32} << 20U;  // bytes; one that says more is killed

  jobs() = default;
  jobs(const jobs&) = delete;
  jobs& operator=(const jobs&) = delete;
  ~jobs();

  // Its number. `input` is one line for it to read. Throws refused (programs.hpp) if too many are at work.
  [[nodiscard]] std::uint64_t start(const std::vector<std::string>& words, const std::string& input = "");
  // {"running", "seconds", "stopped", "status", "lines": what it has printed, line by line, "errors"}. Of lines that begin with {"progress"
  // only the last.
  [[nodiscard]] entry state(std::uint64_t number);
  void stop(std::uint64_t number);

 private:
  struct job {
    std::uint64_t number = 0;
    int pid = 0;
    int input = -1;  // stays open: a job whose input ends is nobody's any more
    int output = -1;
    int errors = -1;
    bool running = true;
    bool stopped = false;
    int status = 0;
    std::string printed, progress, complaints, half;
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now(), ended{};
    std::thread reader;
  };
  void read(job& of);
  void note(job& of, const std::string& text);
  job& find(std::uint64_t number);
  void forget_old();

  std::mutex mutex_;
  std::list<job> all_;
  std::uint64_t last_ = 0;
};

}  // namespace doorway::lab::serving
