// A program whose waiting is counted: the lab's own (machine/program.hpp), and every look of an await leaves its mark.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "lab/machine/program.hpp"

namespace doorway::lab::rmr {

class counting : public bare {
 public:
  using bare::bare;

  template <class Passage>
  class here_type : public here<Passage> {
   public:
    here_type(const counting& /*on*/, process& self, process_id p, bool may_give_up)
        : here<Passage>(self, p, may_give_up), self_(self) {}

    template <class Ready>
    bool await(Ready&& ready) {
      self_.in_await = true;
      const bool went = here<Passage>::await([&] {
        const bool now = ready();
        if (!now) ++self_.looks;
        return now;
      });
      self_.in_await = false;
      return went;
    }

   private:
    process& self_;
  };
};

// Of the library's algorithm of that name; null if there is none. passages: of each process; 0: without end.
[[nodiscard]] std::unique_ptr<program> make_program(std::string_view name, const parameters& size,
                                                    std::uint32_t passages = 0);

// Makes the same of one algorithm, for so many and so many passages of each.
using maker = std::function<std::unique_ptr<program>(const parameters&, std::uint32_t passages)>;
template <template <class> class Algorithm>
[[nodiscard]] std::unique_ptr<program> make_program_of(const parameters& size, std::uint32_t passages) {
  const setting how{.passages = passages, .registers = register_model::atomic};  // cost_model.hpp
  return std::make_unique<program_of<Algorithm, counting>>(size, how);
}
[[nodiscard]] inline maker maker_of(std::string name) {
  return [name = std::move(name)](const parameters& size, std::uint32_t passages) {
    return make_program(name, size, passages);
  };
}

}  // namespace doorway::lab::rmr
