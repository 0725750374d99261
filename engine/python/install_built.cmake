# Installs the Python package of the build folder NGRAPH_BUILT, which is brought up to date first.
add_custom_target(ngraph_python
  COMMAND ${CMAKE_COMMAND} --build ${NGRAPH_BUILT} --target ngraph_python
  USES_TERMINAL VERBATIM)
install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/engine/python/ngraph/ DESTINATION ngraph
  COMPONENT python PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY ${NGRAPH_BUILT}/python/ngraph/ DESTINATION ngraph COMPONENT python
  FILES_MATCHING PATTERN "_engine*" PATTERN "builders.pyi")
set(plugin ${NGRAPH_BUILT}/bin/ngraph_jit.so)
install(FILES ${plugin} DESTINATION ngraph COMPONENT python OPTIONAL)
