// SPDX-License-Identifier: Apache-2.0
// The gradient of a scan: backpropagation through time (Werbos 1990). Steps are recomputed from
// their saved states as in Chen et al. 2016, "Training Deep Nets with Sublinear Memory Cost",
// except for values that scan_kept keeps.
#pragma once

#include "engine/graph/op.h"

namespace ng {

class AdjointContext;

void adjoint_scan(AdjointContext& context);

}  // namespace ng
