// SPDX-License-Identifier: Apache-2.0
// Dropout within the ops that compute more than that.
#pragma once

#include "engine/frontends/pytorch/op_arguments.h"

namespace ng::pytorch {

// `x` with elements set to 0 at random, each with probability `ratio`, and the others divided by
// 1 - ratio. Equal streams of one node draw equal numbers.
ItemPtr dropped_out(NodeContext& n, const ItemPtr& x, double ratio, std::int64_t stream = 0);

}  // namespace ng::pytorch
