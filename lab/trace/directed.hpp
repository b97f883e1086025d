// A directed schedule: a run that somebody has thought out, performed on the real code. For errors that lie deeper than an
// exhaustive search reaches, and for the runs that the papers tell.
//
// One line is one instruction to one process; what follows a # is a remark.
//
//     0 until inside               steps until it is in its critical section
//     0 until waits                ... until it has finished its doorway
//     0 until looks                ... until it is in an await, about to look (once more) whether it may go on
//     0 until out                  ... until it is back in its remainder
//     0 until reads Want[1][0]     ... until that is what it is about to do
//     0 until writes Want[0][1]    ... the same
//     0 until writing Want[0][1]   ... until it has begun to write that safe register and not ended
//     0 steps 3
//     0 sees 7                     it reads a register that is being written: 7
//     0 leaves 7                   it ends a write that has overlapped another: the register is left with 7
//     0 wants 2                    group exclusion: its next passage is for session 2
//     0 gives up                   at the next await where it may
//     0 crashes [leaving 7]        in the middle of a write: the register is left with 7
//     for ever                     what follows repeats
//
// `until` takes at least one step, and a process in its remainder is about to make its first access already: where that is the write
// that is meant, say `steps 1`. It never chooses for the script: where a read meets a write, the script must say what it
// sees. Whether the run breaks anything is not for the script to say, but for the witness: see replay_trace.hpp.
#pragma once

#include <stdexcept>
#include <string_view>

#include "lab/machine/program.hpp"
#include "lab/trace/trace.hpp"

namespace doorway::lab {

// The code does something else than the script has it do.
struct something_else : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The run, explained; its last line says how it breaks the claim of that name, and is empty if it does not.
// Throws something_else with the line of the script that cannot be performed, and why; std::runtime_error where the script itself
// is wrong, or speaks of a register that there is not.
[[nodiscard]] trace directed(const program& code, std::string_view script, std::string_view claim);

}  // namespace doorway::lab
