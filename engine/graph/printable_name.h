// SPDX-License-Identifier: Apache-2.0
// Names of axes and ops: any text without control characters, which documents refuse as well.
#pragma once

#include <string>

namespace ng {

// `name` itself. value Error when it holds a control character.
std::string printable_name(std::string name);

}  // namespace ng
