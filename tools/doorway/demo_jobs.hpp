// The demo's jobs as processes: each a `doorway exec` of its own, in a folder of their own.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "doorway/core/registers.hpp"
#include "occupants.hpp"

namespace doorway::tool {

struct demo_job {
  std::chrono::milliseconds starts, lasts;
  pid_t pid = 0;  // of its `doorway exec`
  std::optional<int> status;
  word arrived = 0;  // nanoseconds since boot
};

// Makes the folder, and takes it away again with all that still runs.
class demo_jobs {
 public:
  demo_jobs(std::vector<demo_job> planned, process_id k);
  ~demo_jobs();
  demo_jobs(const demo_jobs&) = delete;
  demo_jobs& operator=(const demo_jobs&) = delete;

  void start(std::size_t which);
  // Learns who arrived and who ended. It has nobody while there is no file yet.
  occupants look_around();
  [[nodiscard]] bool all_ended() const;

  [[nodiscard]] const std::vector<demo_job>& all() const { return jobs_; }
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  // What `doorway status NAME` prints just now.
  [[nodiscard]] std::string status() const;

 private:
  std::vector<demo_job> jobs_;
  process_id k_;
  std::string folder_;
  std::string name_;
};

}  // namespace doorway::tool
