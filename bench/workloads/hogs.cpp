// The same contention alone and beside two processes that do nothing but burn their processors.
#include <signal.h>

#include <array>

#include "../work.hpp"
#include "workload.hpp"

namespace doorway::bench {

namespace {

class hogs {
 public:
  hogs() {
    for (auto& one : pids_)
      one = in_a_child([] {
        for (;;) work(1'000'000);
      });
  }
  ~hogs() {
    for (const pid_t one : pids_) {
      ::kill(one, SIGKILL);
      wait_for(one);
    }
  }
  hogs(const hogs&) = delete;
  hogs& operator=(const hogs&) = delete;

 private:
  std::array<pid_t, 2> pids_{};
};

sample measure(const contestant& who, const cell& at, std::chrono::nanoseconds time) {
  const double alone = contend(who, at, time).at("passages_per_s");
  const hogs beside;
  auto measured = contend(who, at, time);
  measured["kept"] = measured.at("passages_per_s") / alone;
  return measured;
}

}  // namespace

workload beside_hogs() {
  std::vector<cell> cells;
  for (const unsigned workers : {2U, 4U})
    cells.push_back({.workload = "hogs", .where = "threads", .workers = workers, .section_ns = 2000});
  cells.push_back({.workload = "hogs", .where = "processes", .workers = 4, .section_ns = 2000});
  return {.name = "hogs",
          .cells = cells,
          .full = std::chrono::milliseconds(500),
          .quick = std::chrono::milliseconds(80),
          .quick_rounds = 2,
          .takes_part = not_a_variant,
          .measure = measure};
}

}  // namespace doorway::bench
