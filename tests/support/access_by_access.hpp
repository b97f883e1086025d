// An array around another, with something before every single access: a jump, a look at the value, a death.
//
// It has all accesses to one register that the array inside has. Looks at many registers at once it leaves out, so that
// registers.hpp makes them one by one, and something may come between any two: what ships in their place is tested on the memory
// as it is.
#pragma once

#include "doorway/core/registers.hpp"

namespace doorway {

// Before has look(), done before a read or a fetch-and-add, and change(value), before a write of that value.
template <class Array, class Before>
class access_by_access {
 public:
  static constexpr extras leaves_out =
      extras{extra::max, extra::is_one_line, extra::announce_alone, extra::erase_later, extra::locate}
          .and_if(!announces<Array>, {extra::announce})
          .and_if(!prepares<Array>, {extra::prepare})
          .and_if(!fetch_adds<Array>, {extra::fetch_add});

  explicit access_by_access(const Array& inside, const Before& before = {}) : inside_(inside), before_(before) {}

  [[nodiscard]] word read(cell at) const {
    before_.look();
    return inside_.read(at);
  }
  void write(cell at, word value) const {
    before_.change(value);
    inside_.write(at, value);
  }
  void announce(cell at, word value) const requires announces<Array> {
    before_.change(value);
    inside_.announce(at, value);
  }
  void prepare(cell at, word value) const requires prepares<Array> {
    before_.change(value);
    inside_.prepare(at, value);
  }
  word fetch_add(cell at, word amount) const requires fetch_adds<Array> {
    before_.look();
    return inside_.fetch_add(at, amount);
  }

 private:
  Array inside_;
  [[no_unique_address]] Before before_;
};

}  // namespace doorway
