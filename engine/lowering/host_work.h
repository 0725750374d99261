// SPDX-License-Identifier: Apache-2.0
// The steps of ops that no generated kernel computes.
#pragma once

#include "engine/graph/node.h"
#include "engine/lowering/window_step.h"
#include "engine/runtime/step.h"

namespace ng {

// Large stacks and concatenations (joins_by_copies) as block copies, one operand after the other;
// convolution, pooling and lookup by a backend's own loops; running sums, sorting, taking and
// scattering by the host's; class checks, prints and copies that only order ops; any other op by
// its reference implementation. Reads the op's operands and writes its results.
Work host_work(const NodePtr& node, const ConvolutionSteps& convolutions);

}  // namespace ng
