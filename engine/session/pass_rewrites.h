// SPDX-License-Identifier: Apache-2.0
// Derives the rewrites of passes without rules from the graphs before and after.
#pragma once

#include "engine/records/records.h"

namespace ng {

// Adds one rewrite for each op that the pass made, with its origins, and one for each other removed
// or changed op; the rule is the pass name. Does nothing if there are rewrites already.
void add_rewrites(PassRecord& pass);

}  // namespace ng
