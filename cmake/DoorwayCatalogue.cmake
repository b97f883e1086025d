# doorway_catalogue: every catalogue/*.json, compiled in, so that the tools are single files, and what reads them. Use:
#   #include "lab/catalogue/catalogue.hpp"
#   for (const auto& entry : doorway::lab::catalogue()) ...
file(GLOB doorway_catalogue_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/catalogue/*.json)
list(SORT doorway_catalogue_files)

set(generated ${PROJECT_BINARY_DIR}/generated)
configure_file(cmake/catalogue_files.hpp.in ${generated}/catalogue/files.hpp COPYONLY)
# The files are arguments and not only dependencies: when one is removed the command changes, and Ninja runs it again.
add_custom_command(
  OUTPUT ${generated}/catalogue/files.cpp
  COMMAND ${CMAKE_COMMAND} -D OUTPUT=${generated}/catalogue/files.cpp -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake --
          ${doorway_catalogue_files}
  DEPENDS ${doorway_catalogue_files} ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  COMMENT "Embedding the catalogue"
  VERBATIM)

add_library(doorway_catalogue STATIC EXCLUDE_FROM_ALL ${generated}/catalogue/files.cpp lab/catalogue/catalogue.cpp
            lab/catalogue/setting_json.cpp)
target_include_directories(doorway_catalogue PUBLIC ${generated} ${PROJECT_SOURCE_DIR})
target_link_libraries(doorway_catalogue PUBLIC doorway::doorway nlohmann_json::nlohmann_json PRIVATE doorway_warnings)
