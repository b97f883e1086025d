// The file of --trace, or of --html: opened before the work begins, so that it is not done for nothing, and gone if there is nothing to write.
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
  explicit trace_file(const std::string& path, const char* option = "--trace") : path_(path) {
    if (path_.empty()) return;
    file_.open(path_);
    if (!file_) throw CLI::ValidationError(fmt::format("{} {}: cannot be written", option, path_));
  }

  [[nodiscard]] bool wanted() const { return !path_.empty(); }
  void write(const entry& trace) { write_text(trace.dump(1) + '\n'); }
  void write_text(const std::string& text) {
    file_ << text;
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
