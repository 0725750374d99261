// SPDX-License-Identifier: Apache-2.0
// Elements of results that correct implementations may compute differently.
#pragma once

#include <span>
#include <vector>

#include "engine/graph/node.h"
#include "engine/graph/op_def.h"

namespace ng::fuzz {

// Makes the unspecified elements of a node's first result NaN. `in`: its operands, which were
// rounded on the way from the sources.
// - Convolutions: sums with a zero of the padding times an infinity or NaN, which gives NaN where
//   the padding is multiplied.
// - Products: those with partial products that overflow or underflow in some order, in float32 or
//   in the node's dtype if that is wider.
// - Classes of values that are whole but for rounding, if the operand was rounded.
void spoil_unspecified(const Node& node, std::span<const HostArray> in,
                       std::vector<double>& result);

}  // namespace ng::fuzz
