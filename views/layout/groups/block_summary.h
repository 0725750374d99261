// SPDX-License-Identifier: Apache-2.0
// Summarizes a model by blocks: repeated layers, the other name scopes, and the rest.
#pragma once

#include <vector>

#include "engine/records/records.h"
#include "engine/tables/block_table.h"

namespace ng::views {

// Blocks with their parts, in the order of computation; without times. Only forward ops; loops have
// the scopes in which they are written.
std::vector<BlockRow> blocksOf(const GraphRecord& graph);

// Adds the measured times of the compilation's kernels. A kernel counts for the block of its op
// with the most FLOP, that of a loop for the block of its body; kernels that run once are left out.
// Without measured kernels nothing changes.
void addTimes(std::vector<BlockRow>& blocks, const CompilationRecord& compilation);

}  // namespace ng::views
