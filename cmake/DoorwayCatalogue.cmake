# Files that are compiled in, so that the tools are single files.

# doorway_embed(name files [ROOT folder] [CHECK script]): generated/<name>/files.cpp, and files.hpp beside it, which says doorway::<name>::files(). CHECK:
# a CMake script that fails if there is anything wrong with the files.
# The files are arguments and not only dependencies: when one is removed the command changes, and Ninja runs it again.
set(generated ${PROJECT_BINARY_DIR}/generated)
function(doorway_embed name files)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "ROOT;CHECK" "")
  if(arg_ROOT)
    set(root -D ROOT=${arg_ROOT})
  endif()
  if(arg_CHECK)
    set(check COMMAND ${CMAKE_COMMAND} -P ${arg_CHECK} -- ${files})
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/embedded_files.hpp.in ${generated}/${name}/files.hpp @ONLY)
  add_custom_command(
    OUTPUT ${generated}/${name}/files.cpp
    ${check}
    COMMAND ${CMAKE_COMMAND} -D OUTPUT=${generated}/${name}/files.cpp -D NAME=${name} ${root}
            -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake -- ${files}
    DEPENDS ${files} ${arg_CHECK} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Embedding: ${name}"
    VERBATIM)
endfunction()

# doorway_catalogue: every catalogue/*.json, and what reads them. Use:
#   #include "lab/catalogue/catalogue.hpp"
#   for (const auto& entry : doorway::lab::catalogue()) ...
file(GLOB doorway_catalogue_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/catalogue/*.json)
list(SORT doorway_catalogue_files)
doorway_embed(catalogue "${doorway_catalogue_files}" CHECK ${PROJECT_SOURCE_DIR}/cmake/check_catalogue.cmake)
add_library(doorway_catalogue STATIC EXCLUDE_FROM_ALL ${generated}/catalogue/files.cpp lab/catalogue/catalogue.cpp
            lab/catalogue/entry.cpp lab/catalogue/setting_json.cpp)
target_include_directories(doorway_catalogue PUBLIC $<BUILD_INTERFACE:${generated}> $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>)
target_link_libraries(doorway_catalogue PUBLIC doorway::doorway $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>
                                        PRIVATE $<BUILD_INTERFACE:doorway_warnings>)
