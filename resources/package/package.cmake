# What `./dev package` installs, and the packages that CPack makes of it: a .deb, and a tarball that
# runs from any folder. Components: the programs, the window, and what other projects build with.
set(CMAKE_INSTALL_LIBDIR lib)
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package ${CMAKE_SOURCE_DIR}/resources/package)

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
if(TARGET ngraph_mpi)
  install(TARGETS ngraph_mpi LIBRARY DESTINATION lib/ngraph COMPONENT program)
endif()
install(FILES ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md
  ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/ngraph COMPONENT program)
# What README.md and the pages of resources/docs lead to, at the same relative places.
file(GLOB_RECURSE documents CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}
  ${CMAKE_SOURCE_DIR}/resources/docs/*.md ${CMAKE_SOURCE_DIR}/resources/pictures/*.png
  ${CMAKE_SOURCE_DIR}/engine/README.md ${CMAKE_SOURCE_DIR}/views/README.md)
list(APPEND documents engine/backends/external/ngraph_transformer.h engine/c_api/ngraph.h
  sample_graphs/README.md tests/README.md tests/c_api/c_api_test.c tests/c_api/call_library.rs
  tests/c_api/library_test.py)
foreach(document ${documents})
  cmake_path(GET document PARENT_PATH folder)
  install(FILES ${CMAKE_SOURCE_DIR}/${document} DESTINATION share/doc/ngraph/${folder}
    COMPONENT program)
endforeach()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/sample_graphs/ DESTINATION share/ngraph/sample_graphs
  COMPONENT program PATTERN src EXCLUDE PATTERN broken EXCLUDE PATTERN __pycache__ EXCLUDE)

# The manual page and the completions of a program, which prints them itself when it is installed.
function(ngraph_install_manual target component man completion)
  install(CODE "
    set(made \"${CMAKE_BINARY_DIR}/manuals\")
    set(program \"$<TARGET_FILE:${target}>\")
    set(name \"$<TARGET_FILE_NAME:${target}>\")
    file(MAKE_DIRECTORY \${made})
    execute_process(COMMAND \${program} ${man}
      OUTPUT_FILE \${made}/\${name}.1 COMMAND_ERROR_IS_FATAL ANY)
    foreach(shell bash zsh fish)
      file(MAKE_DIRECTORY \${made}/\${shell})
    endforeach()
    foreach(script bash/\${name} zsh/_\${name} fish/\${name}.fish)
      cmake_path(GET script PARENT_PATH shell)
      execute_process(COMMAND \${program} ${completion} \${shell}
        OUTPUT_FILE \${made}/\${script} COMMAND_ERROR_IS_FATAL ANY)
    endforeach()
    file(ARCHIVE_CREATE OUTPUT \${made}/\${name}.1.gz PATHS \${made}/\${name}.1 FORMAT raw
      COMPRESSION GZip)
    file(INSTALL \${made}/\${name}.1.gz DESTINATION \"\${CMAKE_INSTALL_PREFIX}/share/man/man1\")
    set(share \"\${CMAKE_INSTALL_PREFIX}/share\")
    file(INSTALL \${made}/bash/\${name} DESTINATION \"\${share}/bash-completion/completions\")
    file(INSTALL \${made}/zsh/_\${name} DESTINATION \"\${share}/zsh/vendor-completions\")
    file(INSTALL \${made}/fish/\${name}.fish
      DESTINATION \"\${share}/fish/vendor_completions.d\")"
    COMPONENT ${component})
endfunction()
ngraph_install_manual(ngraph_cli program man completion)

# `find_package(ngraph)`: ngraph::c and ngraph::engine.
foreach(library ngraph_c ngraph_engine)
  target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:include/ngraph>)
endforeach()
target_compile_features(ngraph_engine INTERFACE cxx_std_20)
set_target_properties(ngraph_c PROPERTIES EXPORT_NAME c)
set_target_properties(ngraph_engine PROPERTIES EXPORT_NAME engine)
foreach(library c engine)
  install(TARGETS ngraph_${library} EXPORT ngraph-${library} LIBRARY DESTINATION lib
    COMPONENT development NAMELINK_COMPONENT development)
  install(EXPORT ngraph-${library} NAMESPACE ngraph:: FILE ngraph-${library}-targets.cmake
    DESTINATION lib/cmake/ngraph COMPONENT development)
endforeach()
write_basic_package_version_file(${CMAKE_BINARY_DIR}/ngraph-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${package}/ngraph-config.cmake ${CMAKE_BINARY_DIR}/ngraph-config-version.cmake
  DESTINATION lib/cmake/ngraph COMPONENT development)
install(FILES ${CMAKE_SOURCE_DIR}/engine/c_api/ngraph.h
  ${CMAKE_SOURCE_DIR}/engine/backends/external/ngraph_transformer.h
  DESTINATION include/ngraph COMPONENT development)
install(DIRECTORY ${CMAKE_SOURCE_DIR}/engine DESTINATION include/ngraph COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN python EXCLUDE PATTERN c_api EXCLUDE
  PATTERN jit_plugin EXCLUDE)

set(components program development)
if(TARGET ngraph-workbench)
  list(APPEND components window)
  install(TARGETS ngraph-workbench ngraph-images RUNTIME COMPONENT window)
  install(FILES ${package}/ngraph-workbench.desktop DESTINATION share/applications
    COMPONENT window)
  install(FILES ${package}/ngraph.xml DESTINATION share/mime/packages COMPONENT window)
  install(FILES ${CMAKE_SOURCE_DIR}/resources/icons/app.svg
    DESTINATION share/icons/hicolor/scalable/apps RENAME ngraph-workbench.svg COMPONENT window)
  foreach(type x-ngraph x-ngraph-capture)
    install(FILES ${CMAKE_SOURCE_DIR}/resources/icons/app.svg
      DESTINATION share/icons/hicolor/scalable/mimetypes RENAME application-${type}.svg
      COMPONENT window)
  endforeach()
  ngraph_install_manual(ngraph-workbench window --man --completion)
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
set(CPACK_PRE_BUILD_SCRIPTS ${package}/bundle.cmake)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS qt6-wayland)  # Qt loads its plugins by name
set(CPACK_DEBIAN_PACKAGE_SUGGESTS openmpi-bin)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CMAKE_BINARY_DIR}/bin)
include(CPack)
