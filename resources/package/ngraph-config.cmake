# find_package(ngraph): the targets ngraph::c (libngraph.so, "ngraph.h") and, except in the tarball,
# ngraph::engine (the C++20 engine, "engine/ngraph.h").
include(${CMAKE_CURRENT_LIST_DIR}/ngraph-c-targets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/ngraph-engine-targets.cmake OPTIONAL)
