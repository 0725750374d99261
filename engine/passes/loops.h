// SPDX-License-Identifier: Apache-2.0
// Every pass also works inside the steps of scans.
#pragma once

#include "engine/passes/pass.h"

namespace ng {

// `graph` with the pass run on the step of each scan, innermost first. What nobody reads of a scan
// is no longer asked of its step.
Graph run_on_loops(const Pass& pass, const Graph& graph, PassContext& context);

// The faults of the graph and of all steps in it.
std::vector<std::string> verify_with_loops(const Graph& graph);

}  // namespace ng
