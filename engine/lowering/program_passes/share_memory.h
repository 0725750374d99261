// SPDX-License-Identifier: Apache-2.0
// Views that take their operand's memory.
#pragma once

#include "engine/runtime/program.h"

namespace ng {

// A step that only writes the elements of its operand in the same order is removed: its readers
// read the operand. Results read after the run keep buffers of their own, and so do views of state,
// which may change.
void merge_views(Program& program);

}  // namespace ng
