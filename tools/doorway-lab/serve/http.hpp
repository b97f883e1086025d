// The server: this machine only, a token in the address, nothing from anywhere else. What is asked and answered is api.hpp's business.
#pragma once

#include <memory>
#include <string>

namespace doorway::lab::serving {

class programs;

class http {
 public:
  explicit http(const programs& all);
  ~http();
  http(const http&) = delete;
  http& operator=(const http&) = delete;

  // The address, with the token; 0: a free port. Throws std::runtime_error if the port is taken.
  [[nodiscard]] std::string open(int port);
  void serve();  // until stop
  void stop();

 private:
  struct inside;
  std::unique_ptr<inside> inside_;
};

}  // namespace doorway::lab::serving
