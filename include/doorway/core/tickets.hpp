// Tickets: the order in which the bakeries serve. Ties between equal tickets go to the smaller process number.
#pragma once

#include "doorway/core/word.hpp"

namespace doorway {

struct numbered {
  word ticket;
  process_id id;
};

[[nodiscard]] constexpr bool precedes(numbered a, numbered b) {
  return a.ticket < b.ticket || (a.ticket == b.ticket && a.id < b.id);
}

}  // namespace doorway
