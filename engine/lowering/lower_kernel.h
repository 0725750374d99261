// SPDX-License-Identifier: Apache-2.0
// Lowers a fused op to a kernel.
#pragma once

#include "engine/graph/node.h"
#include "engine/kernels/kernel.h"

namespace ng {

// The kernel's parameters are the op's operands, then its results, each a dense row-major buffer
// over its own axes.
kernel::Kernel lower_kernel(const Node& fused);

}  // namespace ng
