// What the commands can be asked about: algorithms, each with its entry in the catalogue, or, of somebody's own, with what its class
// says in the place of one.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lab/catalogue/entry.hpp"
#include "lab/suite.hpp"

namespace doorway::lab {

struct topic {
  known_algorithm code;
  entry about;
};

class topics {
 public:
  // Algorithms of one's own. called: as the program is called. std::runtime_error if a class claims what is no property.
  topics(const suite& own, std::string called);
  // Of the catalogue, in its order.
  topics(const suite& all, const std::vector<entry>& catalogue, std::string called);

  [[nodiscard]] const std::vector<topic>& all() const { return all_; }
  // Null if there is none of that name.
  [[nodiscard]] const topic* find(const std::string& name) const;
  // A usage error with suggestions if there is none.
  [[nodiscard]] const topic& named(const std::string& name) const;

  // Others, without an entry, for replay and serve: the wrong ones of the tests.
  using maker = std::function<std::unique_ptr<program>(const setting&)>;
  void also(std::vector<std::string> names, maker make);
  [[nodiscard]] const std::vector<std::string>& others() const { return others_; }
  // One of all of these; null if there is none of that name.
  [[nodiscard]] std::unique_ptr<program> make(const setting& of) const;

  // Are they the catalogue's, and not somebody's own?
  [[nodiscard]] bool catalogued() const { return catalogued_; }
  // "doorway-lab", "build/szymanski"
  [[nodiscard]] const std::string& called() const { return called_; }
  // How a command is given: "doorway-lab replay", or, over a source file, "doorway-lab replay szymanski.cpp".
  [[nodiscard]] std::string command(const std::string& name) const;
  void over_file(std::string file) { file_ = std::move(file); }

 private:
  std::vector<topic> all_;
  std::vector<std::string> without_entry_, others_;
  maker make_other_;
  bool catalogued_ = false;
  std::string called_, file_;
};

}  // namespace doorway::lab
