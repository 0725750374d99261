// SPDX-License-Identifier: Apache-2.0
// Reads of variables between the effects of a sequence, for derivatives through it.
#pragma once

#include "engine/graph/graph.h"

namespace ng {

// The graph with an op of its own for each value that a variable has within a sequence which a
// derivative passes through: an op that reads the variable after an effect of the sequence reads
// that op instead. The derivative, which is outside of the sequence, then sees the same value, and
// runs the effects before it.
Graph with_sequenced_reads(const Graph& graph);

}  // namespace ng
