// The private states of one process, numbered as they are met: (state, answer) -> state, run once and then remembered.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "lab/rmr/subject.hpp"

namespace doorway::lab::rmr {

class local_states {
 public:
  local_states(const subject& what, process_id p);
  local_states(const local_states&) = delete;
  local_states& operator=(const local_states&) = delete;

  static constexpr std::uint32_t born = 0;

  [[nodiscard]] const operation& posted(std::uint32_t state) const { return all_[state].posted; }
  // Passages that have ended.
  [[nodiscard]] std::uint32_t passages(std::uint32_t state) const { return all_[state].passages; }

  // Where it stops next, if its operation is answered so.
  [[nodiscard]] std::uint32_t after(std::uint32_t state, word answer);

 private:
  struct local {
    fiber::bytes stack;
    operation posted;
    section at = section::remainder;
    std::uint32_t passages = 0;
  };
  struct question {
    std::uint32_t state;
    word answer;
    bool operator==(const question&) const = default;
  };
  struct hash {
    std::size_t operator()(const question& one) const {
      return static_cast<std::size_t>((one.answer * 0x9E3779B97F4A7C15U + one.state) * 0xD6E8FEB86659FD93U);
    }
  };
  static void run(void* argument);
  std::uint32_t met(std::uint32_t passages);

  const subject& what_;
  process self_;
  std::vector<local> all_;
  std::unordered_map<question, std::uint32_t, hash> known_;
  std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;
};

}  // namespace doorway::lab::rmr
