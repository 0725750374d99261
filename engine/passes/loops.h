// SPDX-License-Identifier: Apache-2.0
// Applies passes to the bodies of scans.
#pragma once

#include "engine/passes/pass.h"

namespace ng {

// `graph` with the pass run on the body of each scan, innermost first. Also removes scan results
// that nothing reads, together with their computation in the body.
Graph run_on_loops(const Pass& pass, const Graph& graph, PassContext& context);

}  // namespace ng
