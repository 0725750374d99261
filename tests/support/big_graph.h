// SPDX-License-Identifier: Apache-2.0
// A generated training graph of any size: layers of dot, add and maximum with gradients and
// updates, skips between layers and a side branch here and there.
#pragma once

#include "engine/session/record.h"

namespace ng::testing {

// About `ops` ops, never more. Layers are name scopes when `scopes`.
GraphRecordPtr big_graph(int ops, bool scopes = false);

}  // namespace ng::testing
