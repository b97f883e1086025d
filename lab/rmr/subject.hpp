// A subject: one algorithm over the counting memory, behind a virtual call, so that all that drives it is compiled once.
#pragma once

#include <memory>
#include <string_view>

#include "doorway/core/concepts.hpp"
#include "lab/machine/carried_state.hpp"
#include "lab/rmr/memory.hpp"

namespace doorway::lab::rmr {

class subject {
 public:
  explicit subject(const parameters& size) : size_(size) {}
  subject(const subject&) = delete;
  subject& operator=(const subject&) = delete;
  virtual ~subject() = default;

  // Passages without end, on self's fiber.
  [[noreturn]] virtual void run(process& self) const = 0;
  [[nodiscard]] virtual problem solves() const = 0;

  [[nodiscard]] const parameters& size() const { return size_; }
  [[nodiscard]] const memory& shared() const { return memory_; }

 protected:
  memory memory_;

 private:
  parameters size_;
};

template <template <class> class Algorithm>
class subject_of final : public subject {
  using algorithm = Algorithm<memory>;
  static_assert(meet<algorithm, memory, here<typename algorithm::passage>>());

 public:
  explicit subject_of(const parameters& size) : subject(size), algorithm_(memory_, size) {}

  [[nodiscard]] problem solves() const override { return algorithm::solves; }

  [[noreturn]] void run(process& self) const override {
    kept_passage<algorithm> kept;
    for (;;) {
      here<typename algorithm::passage> here(self);
      kept.begin(here);
      self.at = section::remainder;
      [[maybe_unused]] const word session = self.perform({wish::set_out, 0, 0});
      self.at = section::doorway;
      if constexpr (algorithm::solves == problem::group_exclusion) algorithm_.enter(here, session);
      else algorithm_.enter(here);
      self.at = section::critical;
      self.perform({wish::leave, 0, 0});
      self.at = section::exit;
      algorithm_.exit(here);
      kept.end(here);
    }
  }

 private:
  algorithm algorithm_;
};

// The library's algorithm of that name; null if there is none.
[[nodiscard]] std::unique_ptr<subject> make_subject(std::string_view name, const parameters& size);

}  // namespace doorway::lab::rmr
