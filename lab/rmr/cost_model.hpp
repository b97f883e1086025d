// What an access costs: the three memories of the thesis.
//
// R. Danek, "Local-Spin Algorithms for Variants of Mutual Exclusion Using Read and Write Operations", PhD thesis,
// University of Toronto, 2011. A remote memory reference (RMR) is
//
//   dsm            section 1.5: an access to a variable that is stored in another process's memory module. A register that
//                  is at home with nobody is remote to everybody.
//   cc             section 2.3, write-through with write-invalidate: every write; and a read of what is not in the process's
//                  cache. Section 5.3.1 says when that is: the first read of the variable by the process, or the first
//                  after *another* process wrote it. (Section 2.3 alone could be read as if a process's own write erased its
//                  own copy too; 5.3.1 and the proofs of chapter 5 do not count that.)
//   cc-write-back  section 2.3, write-back with write-invalidate: a copy is cached in shared or in exclusive mode. Writing to
//                  an exclusive copy is local; any other write is remote, erases all other copies and makes its own
//                  exclusive. A read of what is cached in either mode is local; any other read is remote, and makes
//                  another's exclusive copy shared.
//
// Caches are as large as they need to be, and empty in the beginning. A register is a line of its own: no false sharing. A
// write costs one RMR however many copies it erases (2.3). Registers are atomic here, so 5.3.1's rule for reads that overlap
// a write never applies.
//
// A cache model is four small tables, so that a test can change an entry and see that somebody notices.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace doorway::lab::rmr {

enum class access : std::uint8_t { read, write };

// How one process has one register in its cache.
enum class copy : std::uint8_t { none, shared, exclusive };

// A process's own access: what becomes of its copy, and whether it was remote.
struct own_access {
  copy becomes = copy::none;
  bool remote = true;
};

// Each indexed by the copy that the process has.
struct cache_rules {
  std::array<own_access, 3> own_read{};
  std::array<own_access, 3> own_write{};
  std::array<copy, 3> others_read{};
  std::array<copy, 3> others_write{};
};

struct cost_model {
  std::string_view name;
  bool by_home = false;  // DSM: only the home of a register counts
  cache_rules caches{};  // CC: only the copies count
};

inline constexpr cost_model dsm{.name = "dsm", .by_home = true, .caches = {}};

inline constexpr cost_model cc{
    .name = "cc",
    .by_home = false,
    // the copy that it has:  none                  shared                 exclusive (does not occur)
    .caches = {.own_read = {{{copy::shared, true}, {copy::shared, false}, {copy::shared, false}}},
               .own_write = {{{copy::none, true}, {copy::shared, true}, {copy::shared, true}}},
               .others_read = {{copy::none, copy::shared, copy::shared}},
               .others_write = {{copy::none, copy::none, copy::none}}}};

inline constexpr cost_model cc_write_back{
    .name = "cc-write-back",
    .by_home = false,
    // the copy that it has:  none                  shared                    exclusive
    .caches = {.own_read = {{{copy::shared, true}, {copy::shared, false}, {copy::exclusive, false}}},
               .own_write = {{{copy::exclusive, true}, {copy::exclusive, true}, {copy::exclusive, false}}},
               .others_read = {{copy::none, copy::shared, copy::shared}},
               .others_write = {{copy::none, copy::none, copy::none}}}};

inline constexpr std::array<cost_model, 3> cost_models{cc, cc_write_back, dsm};

[[nodiscard]] constexpr std::size_t index(copy held) { return static_cast<std::size_t>(held); }

}  // namespace doorway::lab::rmr
