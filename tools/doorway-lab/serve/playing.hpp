// A run, played from its beginning on the lab's machine, and told step by step: what each did, what it changed, where everybody stands, what
// may come next, and which properties the run breaks as it stands. Nothing is kept between two requests: the run is in the page's address.
#pragma once

#include <string>
#include <vector>

#include "lab/catalogue/catalogue.hpp"
#include "lab/machine/world.hpp"
#include "lab/properties/run_judge.hpp"
#include "serve/programs.hpp"

namespace doorway::lab::serving {

class playing {
 public:
  playing(const programs& all, const program& code);

  // What is wrong with it, in words; empty: it is taken.
  [[nodiscard]] std::string take(const world::move& how);

  [[nodiscard]] const world& on() const { return on_; }
  [[nodiscard]] std::size_t steps() const { return run_.size(); }
  [[nodiscard]] const std::vector<world::move>& run() const { return run_; }

  // Where all stand now; `judged`: with what the run breaks. Of registers, those that are not as the frame before had them.
  [[nodiscard]] entry frame(bool judged);
  [[nodiscard]] const entry& last_step() const { return last_step_; }
  [[nodiscard]] entry registers_json() const;
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }

 private:
  [[nodiscard]] entry process_json(process_id p);
  [[nodiscard]] entry site_json(process_id p);
  [[nodiscard]] entry alarms() const;
  [[nodiscard]] int source_of(const trace_step& step);

  const programs& all_;
  const program& code_;
  world on_;
  witness watcher_;
  std::vector<world::move> run_;
  std::vector<trace_step> told_;
  std::vector<std::string> files_;
  std::vector<int> last_write_;               // of each register: the step; -1: none yet
  std::vector<std::vector<int>> last_store_;  // of each process, to each register
  std::vector<std::string> shown_;            // of each register, in the frame before
  entry last_step_;
};

// {"setting", "run", "from", "loop", "extend"} -> {"setting", "run", "registers", "files", "steps", "frames", ...}: page/api.js has it all.
[[nodiscard]] entry play(const programs& all, const entry& asked);
// The files in which its processes have stood, the algorithm's own first: [{"name", "text"} ...].
[[nodiscard]] entry texts(const programs& all, const entry& asked);
// A trace of check, walk or export as {"setting", "run", "loop" ...}.
[[nodiscard]] entry imported(const programs& all, const std::string& trace);
// The same the other way round: what doorway-lab replay plays.
[[nodiscard]] entry exported(const programs& all, const entry& asked);

}  // namespace doorway::lab::serving
