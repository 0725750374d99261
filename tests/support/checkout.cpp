// SPDX-License-Identifier: Apache-2.0
#include "tests/support/checkout.h"

namespace ng::testing {

std::string source_file(const std::string& path) {
  return NGRAPH_SOURCE_DIR "/" + path;
}

std::string build_file(const std::string& path) {
  return NGRAPH_BUILD_DIR "/" + path;
}

std::string built_program(const std::string& name) {
  return NGRAPH_PROGRAMS "/" + name;
}

}  // namespace ng::testing
