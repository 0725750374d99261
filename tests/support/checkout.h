// SPDX-License-Identifier: Apache-2.0
// Where tests find files: absolute paths in this checkout and its build folder. Functions, so that
// no object but theirs contains these paths and compiler caches share objects between checkouts.
#pragma once

#include <string>

namespace ng::testing {

std::string source_file(const std::string& path);  // "sample_graphs/06_mlp.ngraph"; or its start
std::string build_file(const std::string& path);
std::string built_program(const std::string& name);  // "ngraph"

}  // namespace ng::testing
