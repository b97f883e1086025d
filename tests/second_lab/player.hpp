// The player runs a part of an algorithm (enter, exit, abort, recover) again from its start. The accesses that the process has made
// already get the answers that they got then; at the next one it leaves, by an exception. So a process is a list of answers.
//
// An await would make the lists grow for ever. A look that is in vain and has changed nothing is therefore forgotten: the list goes
// back to where the look began. Whether it has changed anything is seen in the frames of the functions between this one's caller
// and await: what a look can change and the process can find again lies there, because await is compiled by itself. (Should bytes
// differ that mean nothing, the look is kept: there are more states than there must be, but none is lost.)
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "operation.hpp"

namespace doorway::second {

struct left_off {};  // thrown where the answers end

class player {
 public:
  static thread_local player* at_work;

  // Set before each run.
  std::vector<word> answers;
  bool buffered = false;  // a write is a store
  bool may_give_up = false;

  // Found after it.
  operation next;               // where it left off
  place at = place::remainder;  // and where that is

  void begin(place where, const std::byte* frames_end) {
    at_work = this;
    cursor_ = 0;
    at = where;
    frames_end_ = frames_end;
  }

  word perform(const operation& wanted) {
    if (cursor_ == answers.size()) {
      next = wanted;
      throw left_off{};
    }
    if (at == place::looking) at = place::waiting;
    looked_ = true;
    return answers[cursor_++];
  }
  [[noreturn]] void err(mistake what) {
    next = {does::err, 0, static_cast<word>(what)};
    throw left_off{};
  }

  // Of an await.
  void begin_await() { looks_.clear(); }
  void begin_look(place where, const std::byte* frames) {
    at = where;
    looks_.push_back({cursor_, std::string(reinterpret_cast<const char*>(frames), size_of(frames))});
  }
  void look(place where) {
    at = where;
    looked_ = false;
  }
  void looked_in_vain(const std::byte* frames) {
    if (!looked_) err(mistake::blind_await);
    for (std::size_t i = looks_.size(); i-- > 0;)
      if (std::memcmp(looks_[i].frames.data(), frames, size_of(frames)) == 0) {
        answers.erase(answers.begin() + static_cast<std::ptrdiff_t>(looks_[i].cursor),
                      answers.begin() + static_cast<std::ptrdiff_t>(cursor_));
        cursor_ = looks_[i].cursor;
        looks_.resize(i);
        return;
      }
  }

 private:
  [[nodiscard]] std::size_t size_of(const std::byte* frames) const {
    return static_cast<std::size_t>(frames_end_ - frames);
  }
  struct begun {
    std::size_t cursor;
    std::string frames;
  };
  std::size_t cursor_ = 0;
  bool looked_ = false;
  const std::byte* frames_end_ = nullptr;
  std::vector<begun> looks_;
};

}  // namespace doorway::second
