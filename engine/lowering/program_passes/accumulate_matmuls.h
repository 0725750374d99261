// SPDX-License-Identifier: Apache-2.0
// Matmuls that add to a value: SGD updates, and sums over the iterations of a loop.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Merges a kernel that only adds a multiple of a matmul to a variable, or to a state that a loop
// carries, into the matmul whose only reader it is. The matmul moves to the place of the kernel, so
// that it can accumulate in place. A state of a loop that is accumulated in place then needs no
// second buffer.
void merge_updates_into_matmuls(Program& program);

}  // namespace ng
