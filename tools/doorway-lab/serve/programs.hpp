// What the page offers: every algorithm of the program, and of doorway-lab the wrong ones of the tests; and a setting that somebody has sent, looked at
// before anything is built for it.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "lab/catalogue/entry.hpp"
#include "lab/machine/program.hpp"
#include "lab/machine/source_text.hpp"
#include "lab/setting.hpp"
#include "topics.hpp"

namespace doorway::lab::serving {

// What was asked cannot be; what() says why, for people.
struct refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class programs {
 public:
  explicit programs(const topics& of) : of_(of) {}

  // Name, title, problem, parameters and most_n of each; of the wrong ones what is wrong with them.
  [[nodiscard]] entry list() const;
  [[nodiscard]] bool is_other(const std::string& name) const;
  // As the program is called.
  [[nodiscard]] const std::string& called() const { return of_.called(); }
  [[nodiscard]] const topics& of() const { return of_; }

  // The entry of an algorithm, or of the one that a wrong one is a variant of; null if there is none.
  [[nodiscard]] const entry* about(const std::string& name) const;
  // Its text: the file that its class is in, if that is known.
  [[nodiscard]] source_text text(const std::string& name) const;

  // Throws refused.
  [[nodiscard]] setting setting_of(const entry& asked) const;
  [[nodiscard]] std::unique_ptr<program> made(const setting& of) const;

 private:
  [[nodiscard]] std::string what_is_wrong(const std::string& name) const;
  void check_fits(const setting& of) const;

  const topics& of_;
};

}  // namespace doorway::lab::serving
