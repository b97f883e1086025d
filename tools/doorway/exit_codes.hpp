// What doorway's exit status says. `exec` passes the command's own on; these are the ones that are doorway's.
#pragma once

namespace doorway::tool {

enum exit_code : int {
  fine = 0,
  refused = 1,        // remove, resize: it is in use; status: there is no such name; demo: a check failed
  wrong_usage = 2,    // also: another k, or slots where the name is for sessions
  gave_up = 75,       // --timeout, --no-wait, --max-queue, doorway cancel (EX_TEMPFAIL of sysexits.h); -E names another
  out_of_time = 124,  // --max-time, as timeout has it
  doorway_failed = 125,    // as env, nice and timeout have it
  cannot_run = 126,        // the command is there but cannot be run
  not_found = 127,         // there is no such command
  killed_by_signal = 128,  // and the signal's number on top
};

}  // namespace doorway::tool
