// SPDX-License-Identifier: Apache-2.0
// New values of variables, written where the variables are.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// Turns pending writes into steps that compute into the variable, if no later step reads the old
// value and no later step may fail; the others into copies at the end. Removes buffers.
void write_state_in_place(Program& program);

// Turns all pending writes into copies at the end.
void copy_pending_writes(Program& program);

}  // namespace ng
