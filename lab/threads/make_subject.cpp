#include "lab/threads/make_subject.hpp"

namespace doorway::lab {

template std::unique_ptr<subject> make_subject<threads>(std::string_view, const parameters&);

}  // namespace doorway::lab
