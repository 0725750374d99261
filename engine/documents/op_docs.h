// SPDX-License-Identifier: Apache-2.0
// Documentation of an op by its record name, for the inspector and the command line.
#pragma once

#include <string>
#include <string_view>

namespace ng {

// Empty for an unknown op.
std::string_view op_documentation(const std::string& op);

}  // namespace ng
