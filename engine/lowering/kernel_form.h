// SPDX-License-Identifier: Apache-2.0
// Recognises fused ops so simple that a program pass can merge them into the step of an operand.
#pragma once

#include "engine/graph/node.h"
#include "engine/runtime/step.h"

namespace ng {

// What the kernel of a fused op computes as a whole: the same elements under other axes, or a
// multiple added to a value (an SGD update).
KernelForm kernel_form(const Node& fused);

}  // namespace ng
