// SPDX-License-Identifier: Apache-2.0
// Temporaries that a kernel can write in place of one of its operands.
#pragma once

#include <vector>

#include "engine/runtime/program.h"

namespace ng {

// By buffer: the temporary whose memory it can take, or -1. Both have the same size and dtype, and
// the kernel that writes the one is the last reader of the other and reads each element only to
// write the same element (element_by_element). No temporary is taken twice. Requires lifetimes.
// After memory_plan, returns only pairs that memory_plan has not already placed in one memory.
std::vector<int> operands_written_over(const Program& program);

}  // namespace ng
