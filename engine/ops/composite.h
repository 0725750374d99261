// SPDX-License-Identifier: Apache-2.0
// Ops that are defined by others.
#pragma once

#include "engine/graph/node.h"

namespace ng {

// The op as elementwise ops, reductions and views, with its result's type; null if it is none that
// others define. Intermediate values are float32, or float64 if the result is or holds integers
// that float32 cannot represent, or the result's type if the op is computed in integers; the last
// op converts to the result's type.
Value composed(const Node& node);

}  // namespace ng
