// What is known of a run: of each name, of each job, and what the jobs' commands wrote.
#pragma once

#include <sys/types.h>

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "evidence.hpp"

namespace slots_chaos {

// Names are used in different ways, each by a crowd of its own.
struct arena {
  int number = 0;
  std::string name;
  int k = 1;      // 0: sessions
  int seats = 0;  // 0: not said
  int crowd = 0;  // how many wrappers there are at a time
  bool foreground = false;
  bool force = false;  // removed by force at times
  bool boxes = false;  // half of the wrappers each in a container of their own
  uid_t user = 0;      // whose default place it is in; 0: the folder's
  bool quiet = false;  // nobody new comes
  struct span {
    stamp from = 0, to = 0;
  };
  std::vector<span> swept = {};    // who waited then starts over
  std::vector<span> forced = {};   // removed by force: who is inside then is not counted with those who come in later
  std::vector<span> resized = {};  // who came with another k then is turned away
};

// One wrapper and its command.
struct job {
  int number = 0;
  int arena = 0;
  pid_t wrapper = 0;
  bool boxed = false;
  int mode = 0;        // what the command must agree on with all inside: k, or the session's number
  int status = 0;      // what the command ends with
  stamp timeout = -1;  // -1: none; 0: --no-wait
  int messages = -1;   // its standard error

  stamp spawned = 0;  // before it was started
  stamp waits = 0;    // after it had said that it waits; 0: not seen
  stamp reaped = 0;   // after it had ended
  int ended = 0;      // what waitpid said
  std::string said;   // its messages, if it did not just end as its command did
  // What was done to it.
  bool wrapper_killed = false, command_killed = false, asked_to_end = false, stopped = false;

  // What its command wrote.
  int begins = 0;
  stamp began = 0, finished = 0;
  int slot = -1, mode_said = 0, inside = 0;
  pid_t has_slot = 0, disagrees = 0, command = 0;
};

struct run_records {
  std::vector<arena> arenas;
  std::deque<job> jobs;           // by number
  std::vector<arena::span> late;  // when the driver itself did not get to run: nobody can be blamed for being slow then
};

// Of what went wrong, each with its evidence.
struct violation {
  enum class kind : unsigned char { over_admission, slot_in_two_hands, mixed, lost, order, status };
  kind what;
  std::string evidence;
};
inline constexpr std::array all_kinds = {violation::kind::over_admission, violation::kind::slot_in_two_hands,
                                         violation::kind::mixed,          violation::kind::lost,
                                         violation::kind::order,          violation::kind::status};
[[nodiscard]] std::string to_string(violation::kind what);

// What can be said when all is over.
[[nodiscard]] std::vector<violation> judge(const run_records& all);
[[nodiscard]] std::string describe(const run_records& all, const job& one);

}  // namespace slots_chaos
