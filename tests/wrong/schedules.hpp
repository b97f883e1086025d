// Runs that somebody has thought out, of those wrong ones whose error lies deeper than a search of seconds reaches: what their files or their papers
// tell, as the lab performs it (lab/trace/directed.hpp). For the report; the tests of tests/lab/directed_test.cpp perform the same.
#pragma once

#include <string_view>
#include <vector>

#include "lab/properties/all.hpp"
#include "lab/setting.hpp"

namespace doorway::wrong {

struct schedule {
  lab::claim breaks;
  lab::setting of;
  std::string_view script;
};

namespace schedules {

// 0 is u, 1 is t, 2 is h; session 1 is A, 2 is B.
inline constexpr auto plain_abort = R"(
  0 wants 2
  0 until waits                   # (black, 1)
  1 wants 1
  1 until waits                   # (black, 2)
  0 until out
  1 until writes GlobalColor
  2 wants 1
  2 until reads GlobalColor
  2 steps 1                       # black
  1 until out                     # GlobalColor is white
  0 wants 2
  0 until waits                   # (white, 1)
  1 wants 1
  1 until waits                   # (white, 2)
  0 gives up
  0 until out
  1 until writes GlobalColor
  0 wants 2
  0 until waits                   # (white, 3)
  2 until inside                  # (black, 1)
  1 until out                     # GlobalColor is black again
  0 until inside)";

// 0 is r, 1 is a, 2 is p.
inline constexpr auto flickering_tickets = R"(
  1 until writing Ticket[1]       # 1
  0 until reads Ticket[1]
  0 sees 3                        # and chooses 4
  0 until looks
  1 until out
  0 until out                     # has captured 2 with 4
  0 until writing Ticket[0]       # 5
  1 until reads Ticket[0]
  1 sees 0                        # and chooses 2
  1 until reads Ticket[0]
  1 sees 0                        # captures nobody
  1 until inside
  2 until reads Ticket[0]
  2 sees 0                        # and chooses 3: captured by 4
  2 until reads Ticket[0]
  2 sees 0
  2 until inside)";

// 0 and 1 are r1 and r2, 2 is p, 3 is q.
inline constexpr auto late_captor = R"(
  2 until writes Ticket[2][0]     # 1
  0 until inside
  3 until reads Capture[0][3]     # 2
  0 until out
  3 until writes Capture[3][0]
  0 until reads Ticket[3][0]      # has not seen 2's ticket
  1 until reads Ticket[3][1]
  2 until looks
  3 until out                     # has captured 2; its ticket is gone
  2 until inside                  # captured
  0 until writes Ticket[0][0]     # 1
  1 until inside
  0 until inside)";

// 0 and 1 are r1 and r2, 2 is p, 3 is q. The doorway of 2 is over, but it has not said so.
inline constexpr auto short_doorway = R"(
  2 until waits
  3 until inside                  # ignores 2, does not capture it
  0 until writes DWYBypass[0][0]  # in its doorway
  1 until writes DWYBypass[0][1]  # so is this one
  2 until looks
  2 until looks
  for ever
  2 until looks)";

// 0 is p, 1 is q, 2 is r.
inline constexpr auto one_copy = R"(
  0 until waits
  1 until writes Capture[1][0][0]
  0 until out
  2 until inside
  0 until looks                   # its second passage: the ticket is 4, and that of 1 is 2
  1 until writing Capture[1][0][0]
  0 until reads Capture[1][0][0]
  0 sees 5
  0 until inside
  1 until inside)";

inline constexpr auto two_copies = R"(
  0 until waits
  1 until writes Capture[1][0][0]
  0 until out
  2 until inside
  0 until writing Capture[1][0][0]
  1 steps 2                       # writes it too
  0 leaves 5
  0 until looks
  1 until writing Capture[1][0][1]
  0 until reads Capture[1][0][1]
  0 sees 5
  0 until inside
  1 until inside)";

// 0 finds now 1, now 2 in its doorway, and never that one of them has been past it.
inline constexpr auto in_turn = R"(
  1 until reads Ticket[0][1]      # in its doorway
  0 until looks
  for ever
  0 until reads Doorway[2][0]
  1 until out
  2 until reads Ticket[0][2]      # in its doorway
  0 until looks
  2 until out
  1 until reads Ticket[0][1])";

// 0 waits, and 1, which comes later, goes in. 2 and 3 show old tickets.
inline constexpr auto captured = R"(
  2 until inside                  # by F
  0 until waits                   # takes a ticket
  2 until out
  1 until inside                  # captures 0
  2 until reads Ticket[0]         # between B and 91
  3 until reads Ticket[0]
  0 until looks
  0 until looks
  for ever
  0 until looks)";

}  // namespace schedules

inline std::vector<schedule> all_schedules() {
  using namespace schedules;
  using lab::claim, lab::register_model;
  return {
      {claim::exclusion,
       {.algorithm = "black-white-group-bakery-plain-abort",
        .size = {.n = 3, .sessions = 2},
        .passages = 3,
        .abort = true,
        .domains = false},
       plain_abort},
      {claim::exclusion,
       {.algorithm = "k-bakery-fife-safe-printed", .size = {.n = 3}, .passages = 2},
       flickering_tickets},
      {claim::exclusion,
       {.algorithm = "k-bakery-reset-fife-no-ignore", .size = {.n = 4, .k = 2}, .passages = 2},
       late_captor},
      {claim::fife,
       {.algorithm = "k-bakery-reset-fife-printed", .size = {.n = 4, .k = 2}, .passages = 1},
       short_doorway},
      {claim::fife,
       {.algorithm = "k-bakery-reset-fife-safe-printed",
        .size = {.n = 4, .k = 2},
        .passages = 1,
        .registers = register_model::atomic},
       short_doorway},
      {claim::exclusion,
       {.algorithm = "k-bakery-reset-fife-safe-one-copy", .size = {.n = 3, .k = 2}, .passages = 2},
       one_copy},
      {claim::exclusion,
       {.algorithm = "k-bakery-reset-fife-safe-two-copies", .size = {.n = 3, .k = 2}, .passages = 2},
       two_copies},
      {claim::fife, {.algorithm = "k-bakery-fife-fast-no-capture", .size = {.n = 4, .k = 2}, .passages = 2}, captured},
      {claim::starvation_freedom,
       {.algorithm = "k-bakery-reset-safe-no-bypass",
        .size = {.n = 3, .k = 2},
        .passages = 0,
        .registers = register_model::atomic},
       in_turn},
  };
}

// Of those that a search refutes, but of which the catalogue says nothing: in which setting. (tests/lab has them too.)
inline std::vector<schedule> searches() {
  using lab::claim;
  return {
      {claim::exclusion, {.algorithm = "peterson-swapped", .size = {.n = 2}, .passages = 0}, ""},
      {claim::deadlock_freedom,
       {.algorithm = "abortable-tree-lock-half-abort", .size = {.n = 3}, .passages = 1, .abort = true},
       ""},
      {claim::deadlock_freedom,
       {.algorithm = "abortable-tree-lock-plain-recover",
        .size = {.n = 2},
        .passages = 1,
        .crashes = 1,
        .recover = true},
       ""},
      {claim::deadlock_freedom, {.algorithm = "fcfs-abortable-no-barricade", .size = {.n = 2}, .passages = 2}, ""},
      {claim::deadlock_freedom,
       {.algorithm = "group-from-abortable-no-second-look", .size = {.n = 2, .sessions = 2}, .passages = 0},
       ""},
      {claim::fcfs,
       {.algorithm = "group-from-abortable-no-taking-back", .size = {.n = 2, .sessions = 2}, .passages = 0},
       ""},
      {claim::exclusion,
       {.algorithm = "black-white-bakery-abort-flips",
        .size = {.n = 3},
        .passages = 2,
        .registers = lab::register_model::atomic,
        .abort = true,
        .domains = false},
       ""},
  };
}

}  // namespace doorway::wrong
