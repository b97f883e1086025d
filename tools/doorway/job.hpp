// A job of the demo: the command that `doorway exec` runs there. It keeps its own evidence of who is inside, by POSIX record
// locks on a file of its own, which the kernel lets go when the job ends, however it ends.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace doorway::tool {

// What a job wrote down as it began.
struct job_record {
  int job = 0;
  int slot = 0;
  pid_t pid = 0;
  std::int64_t entered = 0;  // nanoseconds since boot
  std::int64_t left = 0;     // 0: it did not get so far
  int inside = 0;            // how many held a record lock then, itself included
  bool alone_in_slot = false;
};

// Runs as job number `job`; the evidence lies in `folder`.
void do_job(const std::string& folder, int job, std::chrono::milliseconds lasts);

// What all jobs wrote, in the order in which they wrote it.
[[nodiscard]] std::vector<job_record> read_records(const std::string& folder);

}  // namespace doorway::tool
