// SPDX-License-Identifier: Apache-2.0
// Ids of ops that users make, which a process counts.
#pragma once

#include "engine/base/op_id.h"

namespace ng {

// Takes `count` ids that no op has. Returns the id before them.
OpId take_op_ids(OpId count);

}  // namespace ng
