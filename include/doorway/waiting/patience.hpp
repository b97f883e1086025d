// Patience: how long a process is willing to wait.
#pragma once

#include <chrono>

namespace doorway {

class patience {
 public:
  using clock = std::chrono::steady_clock;

  static patience for_ever() { return {kind::for_ever, {}}; }
  static patience for_one_look() { return {kind::one_look, {}}; }
  static patience until(clock::time_point deadline) { return {kind::until, deadline}; }

  // Gives up after the first look that finds no way in.
  [[nodiscard]] bool none() const { return kind_ == kind::one_look; }
  [[nodiscard]] bool over() const { return kind_ != kind::for_ever && (none() || clock::now() >= deadline_); }
  [[nodiscard]] std::chrono::nanoseconds left() const {
    return kind_ == kind::for_ever ? std::chrono::nanoseconds::max() : deadline_ - clock::now();
  }

 private:
  enum class kind : unsigned char { for_ever, one_look, until };
  patience(kind what, clock::time_point deadline) : kind_(what), deadline_(deadline) {}
  kind kind_;
  clock::time_point deadline_;
};

}  // namespace doorway
