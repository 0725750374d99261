// SPDX-License-Identifier: Apache-2.0
// The documentation of an op by its record's name, for the inspector and the command line.
#pragma once

#include <string>
#include <string_view>

namespace ng {

// Empty when there is no such op.
std::string_view op_documentation(const std::string& op);

}  // namespace ng
