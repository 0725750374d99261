// SPDX-License-Identifier: Apache-2.0
// Generates training graphs of any size: layers of dot, add and maximum with gradients and updates,
// skip connections and occasional side branches.
#pragma once

#include "engine/records/records.h"

namespace ng::testing {

// At most `ops` ops. With `scopes`, layers are name scopes.
GraphRecordPtr big_graph(int ops, bool scopes = false);

}  // namespace ng::testing
