// SPDX-License-Identifier: Apache-2.0
// All ranks must make the same calls, with the same data.
#pragma once

#include "engine/neon/training/training.h"
#include "engine/runtime/ranks/communicator.h"

namespace ng {

// Compares how many calls the ranks of `world` will make, and what they will feed in the first, the
// middle and the last one and in the evaluations. Throws an Error on all ranks that says what
// differs, and on which. A collective call.
void check_same_run(const TrainingRun& run, Communicator& world);

}  // namespace ng
