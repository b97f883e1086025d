# What `cmake --install` gives a user: the headers, a CMake package and a pkg-config file. The tools join in tools/.
# All of it is the same on every machine, hence share/ and not lib/; all of it finds the rest relative to itself, so
# that an installed tree may be moved. What has not been built is not installed: the headers need no build.
include(CMakePackageConfigHelpers)

set(doorway_package_dir ${CMAKE_INSTALL_DATADIR}/cmake/doorway)

install(DIRECTORY include/doorway DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")
install(TARGETS doorway EXPORT doorway-targets)
install(EXPORT doorway-targets NAMESPACE doorway:: DESTINATION ${doorway_package_dir})

configure_package_config_file(cmake/doorway-config.cmake.in ${PROJECT_BINARY_DIR}/doorway-config.cmake
                              INSTALL_DESTINATION ${doorway_package_dir} PATH_VARS CMAKE_INSTALL_LIBDIR)
# Before 1.0 a new minor version may break its users.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/doorway-config-version.cmake COMPATIBILITY SameMinorVersion
                                 ARCH_INDEPENDENT)
install(FILES ${PROJECT_BINARY_DIR}/doorway-config.cmake ${PROJECT_BINARY_DIR}/doorway-config-version.cmake
        DESTINATION ${doorway_package_dir})

# The way up from the .pc file to the prefix, so that the file names no absolute path.
file(RELATIVE_PATH doorway_pc_up /${CMAKE_INSTALL_DATADIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" doorway_pc_up "${doorway_pc_up}")
configure_file(cmake/doorway.pc.in ${PROJECT_BINARY_DIR}/doorway.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/doorway.pc DESTINATION ${CMAKE_INSTALL_DATADIR}/pkgconfig)
