// Who is inside, read from the notes of a file and from the kernel's locks. Nothing is written; it may have changed by the
// time it is read.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "doorway/core/sections.hpp"
#include "doorway/processes/clock.hpp"
#include "doorway/processes/file.hpp"
#include "doorway/processes/identity.hpp"
#include "doorway/processes/kernel_lock.hpp"

namespace doorway::processes {

struct owner {
  std::optional<process_id> slot;  // if it has asked for its number
  pid_t pid = 0;                   // as its own pid namespace counts; of its command, if only that still runs
  std::string command;             // what it says that it is
  std::string session;             // of a group_mutex
  std::chrono::system_clock::time_point since;
  bool alive = false;  // false: it was killed, and the next one who waits clears it away
};

// `own` is the seat of the caller, if it has one through this file: nobody is told of his own locks.
[[nodiscard]] inline std::vector<owner> owners(const file& of, std::optional<process_id> own = std::nullopt) {
  using std::chrono::system_clock;
  std::vector<owner> inside;
  for (process_id i = 0; i < of.seats(); ++i) {
    const auto& note = of.note(i);
    const auto where = static_cast<section>(load(note.section));
    if (load(note.active) == 0 || (where != section::critical && where != section::exit)) continue;
    owner who;
    if (const word slot = load(note.slot); slot != 0) who.slot = static_cast<process_id>(slot - 1);
    const bool sits = i == own || byte_is_locked(of.fd(), byte_of::seats, i);
    const auto command = read_identity(note.command);
    who.alive = sits || still_alive(command) != life::gone;
    who.pid = static_cast<pid_t>(!sits && who.alive ? command.pid : load(note.holder.pid));
    who.command = note.what.read();
    who.session = note.session.read();
    const word since = load(note.since);
    const word at = now();
    const std::chrono::nanoseconds ago(at > since ? at - since : 0);
    who.since = system_clock::now() - std::chrono::duration_cast<system_clock::duration>(ago);
    if (load(note.active) != 0 && load(note.since) == since) inside.push_back(std::move(who));
  }
  return inside;
}

}  // namespace doorway::processes
