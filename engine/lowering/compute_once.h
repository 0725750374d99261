// SPDX-License-Identifier: Apache-2.0
// Inference: what depends on variables alone is computed once, until one of them changes.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Moves such steps to the front, sets Program::once and gives what later steps read of them memory
// of its own. Nothing in a program that changes state: that is training.
void compute_once(Program& program);

}  // namespace ng
