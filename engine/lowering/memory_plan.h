// SPDX-License-Identifier: Apache-2.0
// Places in the pool for temporaries that know their first and last step.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Sets the offsets of temporaries, Program::pool_bytes and unshared_bytes. A temporary that a kernel
// can write over its operand lies there (write_over.h); the operand's lifetime ends before it. Time grows with the pairs
// of buffers that are alive together, not with all pairs.
void memory_plan(Program& program);

}  // namespace ng
