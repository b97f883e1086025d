// One question, while it is being answered: what was asked, what has been measured, how much time is left.
#pragma once

#include <chrono>
#include <string>

#include "lab/check.hpp"
#include "lab/search/watch.hpp"

namespace doorway::lab {

class inquiry {
 public:
  using clock = std::chrono::steady_clock;

  inquiry(const program& code, const question& what);

  [[nodiscard]] const program& code() const { return code_; }
  [[nodiscard]] const question& asked() const { return asked_; }
  [[nodiscard]] const watch& look() const { return look_; }
  [[nodiscard]] bool groups() const { return look_.sessions; }
  figures measured;
  // Has this monitor seen it?
  template <class Monitor>
  [[nodiscard]] bool saw(std::uint8_t what) const {
    return (measured.seen.monitors.at(look_.remembered.place<Monitor>()) & what) != 0;
  }

  // Tickets are known by their order only.
  void know_tickets(const ticket_order& by) { look_.tickets = &by; }

  [[nodiscard]] double elapsed() const { return std::chrono::duration<double>(clock::now() - began_).count(); }
  [[nodiscard]] clock::time_point deadline() const;
  [[nodiscard]] exploration_limits what_is_left() const;
  // Is it about such problems?
  [[nodiscard]] bool concerns(claim what) const;
  // What ought to happen sometimes for the property to mean something, and never does; empty if all does.
  [[nodiscard]] std::string unseen(claim what) const;
  // What the search was limited to, in words; empty if nothing.
  [[nodiscard]] std::string bound() const;

 private:
  const program& code_;
  const question& asked_;
  watch look_;
  clock::time_point began_ = clock::now();
};

}  // namespace doorway::lab
