#include <doorway/core/registers.hpp>
#include <iostream>

int main() { std::cout << (doorway::infinity > 0 ? "doorway found" : "not the doorway we know") << '\n'; }
