# doorway_warnings: linked by our own targets only, never exported, so that a user's build keeps its own rules.
add_library(doorway_warnings INTERFACE)
target_compile_options(
  doorway_warnings
  INTERFACE -Wall
            -Wextra
            -Wpedantic
            -Wshadow
            -Wconversion
            -Wsign-conversion
            -Wdouble-promotion
            -Wold-style-cast
            -Wcast-qual
            -Wcast-align
            -Wformat=2
            -Wundef
            -Wextra-semi
            -Wimplicit-fallthrough
            -Wnon-virtual-dtor
            -Woverloaded-virtual
            $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond>
            $<$<CXX_COMPILER_ID:GNU>:-Wlogical-op>
            $<$<BOOL:${DOORWAY_WERROR}>:-Werror>)
