// Searches a client of a block, and says what GoogleTest should think of it.
#pragma once

#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "lab/search/specification.hpp"

namespace doorway::lab {

template <class Watcher, class Client>
specification_report search(const Client& client) {
  auto found = specification_search<Watcher>(client, {}).run();
  std::cout << found.states << " states, depth " << found.depth << "\n";
  if (!found.broken.empty()) {
    for (const auto& step : found.steps) std::cout << "  " << step << "\n";
    std::cout << found.broken << "\n";
  }
  return found;
}
template <class Watcher, class Client>
void keeps(const Client& client) {
  const auto found = search<Watcher>(client);
  EXPECT_EQ(found.broken, "");
  EXPECT_TRUE(found.complete);
}
template <class Watcher, class Client>
void breaks(const Client& client, const std::string& how) {
  const auto found = search<Watcher>(client);
  EXPECT_NE(found.broken.find(how), std::string::npos) << found.broken;
}

}  // namespace doorway::lab
