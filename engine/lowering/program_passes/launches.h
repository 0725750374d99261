// SPDX-License-Identifier: Apache-2.0
// Launch grouping: adjacent steps too small to run in parallel share a launch, as do a matmul or a
// convolution of bytes and the epilogue kernel that reads its rows.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Sets Step::launch, also in the bodies of loops.
void set_launches(Program& program);

// Does the step compute its result by rows, so that an epilogue kernel can follow in its launch? A
// matmul does, and a convolution of bytes by its channels.
bool makes_rows(const Step& step);

// The last step during which the operands of `step` are read: a matmul or convolution reads them
// until its epilogue ends. A chain of matmuls reads all operands, and uses the first result's
// buffer as scratch memory, until its last step.
int last_reading_step(const Program& program, int step);

}  // namespace ng
