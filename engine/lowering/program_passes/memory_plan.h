// SPDX-License-Identifier: Apache-2.0
// Assigns pool offsets to temporaries with known lifetimes.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Sets the offsets of temporaries, Program::pool_bytes and unshared_bytes. A temporary that its
// kernel can write in place of an operand (write_over.h) takes the operand's offset; the operand's
// lifetime then ends before it. Time grows with the pairs of buffers alive together, not all pairs.
// Also plans the bodies of loops, first.
void place_temporaries(Program& program);

// Every temporary at bytes of its own: without memory_plan.
void place_apart(Program& program);

}  // namespace ng
