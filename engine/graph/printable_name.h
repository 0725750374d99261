// SPDX-License-Identifier: Apache-2.0
// Validates names of axes and ops: any text without control characters, as in documents.
#pragma once

#include <string>

namespace ng {

// Returns `name`. Throws value Error if it contains a control character or is longer than names
// that documents hold (Limits::name_bytes).
std::string printable_name(std::string name);

}  // namespace ng
