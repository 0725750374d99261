// SPDX-License-Identifier: Apache-2.0
// All ranks must call a computation with the same whole arrays, of which each takes its part.
#pragma once

#include <vector>

#include "engine/session/transformer.h"

namespace ng {

// Throws an Error on all ranks if the arguments that they divide differ: shuffled by other random
// numbers, the parts would be those of different batches, and no later step could know. A
// collective call; does nothing if the program divides no argument, or is a stage.
void check_same_arguments(const Computation& computation, const std::vector<Tensor>& arguments);
// The same of memory on the host; what is on a device is not compared.
void check_same_arguments(const Computation& computation, const CallMemory& call);

}  // namespace ng
