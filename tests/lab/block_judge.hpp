// Searches a client of a block, and says what GoogleTest should think of it.
#pragma once

#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "lab/search/specification.hpp"

namespace doorway::lab {

template <class Watcher, class Client>
specification_report search(const Client& client) {
  auto found = check_specification(client, watched_by<Watcher>());
  std::cout << found.explored.states << " states, depth " << found.explored.depth << "\n";
  if (found.how) std::cout << drawn(*found.how);
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
