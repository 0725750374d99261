// SPDX-License-Identifier: Apache-2.0
// Finds squeeze-and-excite blocks among the nodes of an imported model: a product of a value with a
// gate that is computed from the value's means over its positions.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "engine/records/records.h"

namespace ng::views {

// The names of the nodes of each block, from the mean to the product. What a block computes between
// them is read only within it, and blocks do not overlap. In the order of computation.
std::vector<std::set<std::string>> channelGates(const GraphRecord& graph);

}  // namespace ng::views
