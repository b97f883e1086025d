#include "domains.hpp"

namespace doorway::lab {
namespace {

TEST(bounded_fife, stays_in_its_domains_for_a_minute) { stays_in_its_domains(std::chrono::seconds(60)); }

}  // namespace
}  // namespace doorway::lab
