// Misuse is an error with a code and advice.
#pragma once

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <system_error>

namespace front_doors {

template <class Call>
void expect_error(std::errc code, const std::string& advice, Call call) {
  try {
    call();
    ADD_FAILURE() << "no error; expected: " << advice;
  } catch (const std::system_error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    EXPECT_NE(std::string(error.what()).find(advice), std::string::npos) << error.what();
  }
}

template <class Call>
void expect_invalid(const std::string& advice, Call call) {
  try {
    call();
    ADD_FAILURE() << "no error; expected: " << advice;
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find(advice), std::string::npos) << error.what();
  }
}

}  // namespace front_doors
