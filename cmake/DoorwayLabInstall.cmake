# The lab for those who check an algorithm of their own: find_package(doorway COMPONENTS lab), target doorway::lab. It is a
# library that is compiled, and its headers lie apart, so that nobody who wants only the locks meets them. doorway::lab_main: the
# commands of doorway-lab, too.
set_target_properties(doorway_lab PROPERTIES EXPORT_NAME lab)
set_target_properties(doorway_lab_main PROPERTIES EXPORT_NAME lab_main)
install(TARGETS doorway_lab doorway_lab_main doorway_traces doorway_catalogue doorway_subjects EXPORT doorway-lab-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} OPTIONAL)
install(DIRECTORY lab DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/doorway-lab FILES_MATCHING PATTERN "*.hpp")
install(EXPORT doorway-lab-targets NAMESPACE doorway:: DESTINATION ${doorway_package_dir})
