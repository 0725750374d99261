// SPDX-License-Identifier: Apache-2.0
// Cuts one op out of a computation, with what it is computed from up to values that are known.
#pragma once

#include <unordered_set>
#include <vector>

#include "engine/graph/op.h"

namespace ng {

struct IsolatedOp {
  Op computation;           // returns the op
  std::vector<Op> inputs;   // its parameters: placeholders
  std::vector<Op> sources;  // the op of the whole computation whose value each input takes
};

// The ops in `known` (ids), except `op`, and placeholders become inputs; variables and constants
// stay.
IsolatedOp isolate_op(const Op& op, const std::unordered_set<OpId>& known);

}  // namespace ng
