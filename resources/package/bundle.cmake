# Run by CPack before it packs: the tarball contains the libraries that its programs need, and leaves
# out the engine's library and headers, which no program needs.
if(CPACK_GENERATOR STREQUAL "TGZ")
  set(tree ${CPACK_TEMPORARY_INSTALL_DIRECTORY})
  file(GLOB engine ${tree}/lib/libngraph_engine.so* ${tree}/lib/cmake/ngraph/ngraph-engine-targets*)
  file(REMOVE ${engine})
  file(REMOVE_RECURSE ${tree}/include/ngraph/engine)
  execute_process(COMMAND python3 -B ${CMAKE_CURRENT_LIST_DIR}/bundle.py ${tree}
    COMMAND_ERROR_IS_FATAL ANY)
endif()
