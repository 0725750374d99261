// SPDX-License-Identifier: Apache-2.0
// Names of the results of ops.
#pragma once

#include <string>

namespace ng {

// The first result of an op has the name of the op, the others are "loop#1", "loop#2".
struct ResultName {
  std::string op;
  int result = 0;
};
std::string to_string(const ResultName& name);
// Parses "loop#1"; any other text is the name of an op.
ResultName read_result_name(const std::string& text);

}  // namespace ng
