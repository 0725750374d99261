# Installs the Python package of the build folder NGRAPH_BUILT, which is brought up to date first.
add_custom_target(ngraph_python_package
  COMMAND ${CMAKE_COMMAND} --build ${NGRAPH_BUILT} --target ngraph_python_package
  USES_TERMINAL VERBATIM)
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/engine/python/ngraph/ DESTINATION ngraph
  COMPONENT python PATTERN "__pycache__" EXCLUDE)
# The package of the build folder links to the sources; only what is built there is installed from it.
install(CODE "file(GLOB built \"${NGRAPH_BUILT}/python/ngraph/_engine*\"
    \"${NGRAPH_BUILT}/python/ngraph/builders.pyi\")
  file(INSTALL \${built} DESTINATION \"\${CMAKE_INSTALL_PREFIX}/ngraph\")" COMPONENT python)
set(plugins ${NGRAPH_BUILT}/bin/ngraph_jit.so ${NGRAPH_BUILT}/bin/libngraph_mpi.so)
install(FILES ${plugins} DESTINATION ngraph COMPONENT python OPTIONAL)
install(PROGRAMS ${NGRAPH_BUILT}/bin/ngraph DESTINATION ngraph COMPONENT python)
install(PROGRAMS ${NGRAPH_BUILT}/bin/ngraph-hdf5 DESTINATION ngraph COMPONENT python OPTIONAL)
