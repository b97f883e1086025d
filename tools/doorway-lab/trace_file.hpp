// The file of --trace: opened before the work begins, so that it is not done for nothing, and gone if there is nothing to write.
#pragma once

#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "lab/catalogue/entry.hpp"

namespace doorway::lab {

class trace_file {
 public:
  // Empty: none was asked for. A usage error if it cannot be written; what it held before is gone.
  explicit trace_file(const std::string& path) : path_(path) {
    if (path_.empty()) return;
    file_.open(path_);
    if (!file_) throw CLI::ValidationError(fmt::format("--trace {}: cannot be written", path_));
  }

  [[nodiscard]] bool wanted() const { return !path_.empty(); }
  void write(const entry& trace) {
    file_ << trace.dump(1) << '\n';
    if (!file_.flush()) throw std::runtime_error(fmt::format("cannot write {}", path_));
  }
  void write_nothing(std::FILE* say_so) {
    if (!wanted()) return;
    file_.close();
    std::error_code unknown;
    if (std::filesystem::is_regular_file(path_, unknown)) std::filesystem::remove(path_, unknown);
    fmt::print(say_so, "{}: not written, there is no counterexample\n", path_);
  }

 private:
  std::string path_;
  std::ofstream file_;
};

}  // namespace doorway::lab
