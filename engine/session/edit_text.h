// SPDX-License-Identifier: Apache-2.0
// An edit of a what-if in words: "b = 9 before iteration 38, was 2.10778 (8.99494 after it)".
// Sources are edited as the call finds them; what an update then leaves of a variable is told
// beside it.
#pragma once

#include <string>

#include "engine/session/debug_record.h"

namespace ng {

std::string edit_text(const WhatIfRecord& record, const WhatIfRecord::Edited& edited);

}  // namespace ng
