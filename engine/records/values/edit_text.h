// SPDX-License-Identifier: Apache-2.0
// Describes a what-if edit: "b = 9 before iteration 38, was 2.10778 (8.99494 after it)", or "was -1
// to 3, mean 0.5" for a tensor whose elements differ. Sources are edited before the call; the value
// that an update leaves is given in parentheses.
#pragma once

#include <string>

#include "engine/records/debug_record.h"

namespace ng {

std::string edit_text(const WhatIfRecord& record, const WhatIfRecord::Edited& edited);

}  // namespace ng
