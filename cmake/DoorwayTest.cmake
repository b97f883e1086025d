# How a test joins. The labels say in which builds, besides release, it is compiled and run:
#   portable  also with clang++          asan  also with the address and undefined-behaviour sanitizers
#   tsan      also with the thread sanitizer
#   full      not even compiled unless ./test --full asks for it (DOORWAY_FULL)
# A build for one label (DOORWAY_ONLY_LABEL, set by the presets clang, asan and tsan) does not even have the other tests:
# a sanitizer build compiles what it will run, and no more.
include(GoogleTest)
find_package(GTest REQUIRED)

set(DOORWAY_TEST_LABELS portable asan tsan full)

# GoogleTest's header is parsed once for all tests.
add_library(doorway_test_base OBJECT ${CMAKE_CURRENT_LIST_DIR}/test_base.cpp)
target_link_libraries(doorway_test_base PRIVATE doorway::doorway doorway_warnings GTest::gtest)
target_precompile_headers(doorway_test_base PRIVATE <gtest/gtest.h>)

# Sets <result> to whether a test with these labels belongs in this build. A misspelt label would silently drop a test
# from a build, hence the error.
function(doorway_is_wanted result)
  foreach(label IN LISTS ARGN)
    if(NOT label IN_LIST DOORWAY_TEST_LABELS)
      message(FATAL_ERROR "unknown test label '${label}'; the labels are: ${DOORWAY_TEST_LABELS}")
    endif()
  endforeach()
  if("full" IN_LIST ARGN AND NOT DOORWAY_FULL)
    set(${result} NO PARENT_SCOPE)
  elseif(NOT DOORWAY_ONLY_LABEL OR DOORWAY_ONLY_LABEL IN_LIST ARGN)
    set(${result} YES PARENT_SCOPE)
  else()
    set(${result} NO PARENT_SCOPE)
  endif()
endfunction()

# What a test exits with when it, or a part of it, needs a power that its user has not (tests/powers/powers.hpp). ctest
# calls it skipped. Only for a test that says POWERS: from any other this status is a failure.
set(DOORWAY_LEFT_OUT 77)
# All programs of such tests. They carry the label powers too.
add_custom_target(tests_with_powers)

# doorway_test(name SOURCES a.cpp ... [LABELS label ...] [LIBS target ...] [TIMEOUT seconds] [LONG seconds] [SERIAL] [POWERS])
# One GoogleTest program; each of its cases is one ctest test, called name.Suite.Case. TIMEOUT is for one case. LONG: how long a case
# takes, where that is long: those begin first.
function(doorway_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL;POWERS" "TIMEOUT;LONG" "SOURCES;LABELS;LIBS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "doorway_test(${name}): wants SOURCES, and does not know '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  doorway_is_wanted(wanted ${arg_LABELS})
  if(NOT wanted)
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()

  add_executable(${name} ${arg_SOURCES})
  set(main GTest::gtest_main)
  set(properties TIMEOUT ${arg_TIMEOUT})
  if(arg_POWERS)
    set(main doorway_powers)
    list(APPEND properties SKIP_RETURN_CODE ${DOORWAY_LEFT_OUT})
    list(APPEND arg_LABELS powers)
    add_dependencies(tests_with_powers ${name})
  endif()
  target_link_libraries(${name} PRIVATE doorway::doorway doorway_warnings ${main} ${arg_LIBS})
  target_precompile_headers(${name} REUSE_FROM doorway_test_base)

  if(arg_SERIAL)
    list(APPEND properties RUN_SERIAL TRUE)
  endif()
  if(arg_LONG)
    list(APPEND properties COST ${arg_LONG})
  endif()
  # NO_PRETTY: a case is called what GoogleTest itself calls it, not by a dump of its parameter.
  gtest_discover_tests(
    ${name}
    TEST_PREFIX "${name}."
    TEST_LIST ${name}_cases
    NO_PRETTY_TYPES NO_PRETTY_VALUES
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES ${properties})
  # gtest_discover_tests takes the second label of several for the next property, so ctest sets them itself.
  set(labels_file ${CMAKE_CURRENT_BINARY_DIR}/${name}_labels.cmake)
  file(CONFIGURE OUTPUT ${labels_file} @ONLY
       CONTENT "if(@name@_cases)\n  set_tests_properties(\${@name@_cases} PROPERTIES LABELS \"@arg_LABELS@\")\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${labels_file})
endfunction()

# doorway_command_test(name COMMAND program args ... [LABELS label ...] [TIMEOUT seconds] [LONG seconds] [SERIAL] [PROCESSORS n]
#                      [POWERS])
# A script, or a program without GoogleTest: it passes if it exits with 0. A target's name as program is its file.
# PROCESSORS: how many it keeps busy.
function(doorway_command_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "SERIAL;POWERS" "TIMEOUT;PROCESSORS;LONG" "COMMAND;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_COMMAND)
    message(FATAL_ERROR "doorway_command_test(${name}): wants COMMAND, and does not know '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  doorway_is_wanted(wanted ${arg_LABELS})
  if(NOT wanted)
    return()
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 60)
  endif()
  if(arg_POWERS)
    list(APPEND arg_LABELS powers)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}")
  if(arg_POWERS)
    set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE ${DOORWAY_LEFT_OUT})
  endif()
  if(arg_LONG)
    set_tests_properties(${name} PROPERTIES COST ${arg_LONG})
  endif()
  if(arg_PROCESSORS)
    set_tests_properties(${name} PROPERTIES PROCESSORS ${arg_PROCESSORS})
  endif()
  if(arg_SERIAL)
    set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
  endif()
endfunction()
