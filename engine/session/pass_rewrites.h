// SPDX-License-Identifier: Apache-2.0
// What a pass did, op by op, for passes that apply no rules: read off the graphs around it.
#pragma once

#include "engine/session/record.h"

namespace ng {

// One rewrite for each op that the pass made, with the ops that it came from, and one for each that
// went or changed besides; their rule is the pass's name. None where there are some already.
void add_rewrites(PassRecord& pass);

}  // namespace ng
