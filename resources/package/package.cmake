# What `./dev package` installs, and the packages that CPack makes of it: a .deb, and a tarball that
# runs from any folder.
set(CMAKE_INSTALL_LIBDIR lib)
include(GNUInstallDirs)
install(TARGETS ngraph_cli RUNTIME COMPONENT program)
if(TARGET ngraph-layout)
  install(TARGETS ngraph-layout RUNTIME COMPONENT program)
endif()
if(TARGET ngraph-hdf5)
  install(TARGETS ngraph-hdf5 RUNTIME COMPONENT program)
endif()
if(TARGET ngraph_jit)
  install(TARGETS ngraph_jit LIBRARY DESTINATION lib/ngraph COMPONENT program)
endif()
install(TARGETS ngraph_c LIBRARY DESTINATION lib COMPONENT program
  NAMELINK_COMPONENT program)
install(FILES ${CMAKE_SOURCE_DIR}/engine/c_api/ngraph.h
  ${CMAKE_SOURCE_DIR}/engine/backends/external/ngraph_transformer.h
  DESTINATION include/ngraph COMPONENT program)
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md
  ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/ngraph COMPONENT program)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/sample_graphs/ DESTINATION share/ngraph/sample_graphs
  COMPONENT program PATTERN src EXCLUDE PATTERN broken EXCLUDE PATTERN __pycache__ EXCLUDE)
set(components program)
if(TARGET ngraph-workbench)
  list(APPEND components window)
  set(package ${CMAKE_SOURCE_DIR}/resources/package)
  install(TARGETS ngraph-workbench RUNTIME COMPONENT window)
  install(FILES ${package}/ngraph-workbench.desktop DESTINATION share/applications
    COMPONENT window)
  install(FILES ${package}/ngraph.xml DESTINATION share/mime/packages COMPONENT window)
  install(FILES ${CMAKE_SOURCE_DIR}/resources/icons/app.svg
    DESTINATION share/icons/hicolor/scalable/apps RENAME ngraph-workbench.svg COMPONENT window)
endif()

set(CPACK_GENERATOR TGZ DEB)
set(CPACK_PACKAGE_NAME ngraph-workbench)
set(CPACK_PACKAGE_VENDOR "ngraph workbench")
set(CPACK_PACKAGE_CONTACT "ngraph workbench <ngraph-workbench@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Graph compiler and training with a visual workbench")
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_CMAKE_PROJECTS "")
foreach(component ${components})
  list(APPEND CPACK_INSTALL_CMAKE_PROJECTS ${CMAKE_BINARY_DIR} ${PROJECT_NAME} ${component} /)
endforeach()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/bin)
include(CPack)
