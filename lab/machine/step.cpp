#include "lab/machine/step.hpp"

namespace doorway::lab {
namespace {

const char* words_for(flaw what) {
  switch (what) {
    case flaw::index_out_of_range: return "accesses a register that the array does not have";
    case flaw::blind_await: return "waits without looking at any register";
    case flaw::not_the_writer: return "is about to write what is not its to write: ";
    case flaw::not_atomic: return "is about to add to what is only safe: ";
    case flaw::out_of_domain: return "is about to write a value outside the domain of ";
    case flaw::broken_promise: return "finds what cannot be";
    case flaw::none: break;
  }
  return "";
}

}  // namespace

std::string to_string(word value) { return value == infinity ? "oo" : std::to_string(value); }

std::string to_string(flaw what, const std::string& with) { return words_for(what) + with; }

}  // namespace doorway::lab
