// SPDX-License-Identifier: Apache-2.0
// Temporaries that a kernel can write into the memory of one of its operands.
#pragma once

#include <vector>

#include "engine/runtime/program.h"

namespace ng {

// Per buffer: the temporary whose memory it can take, or -1. Both have one size and type, the
// kernel that makes the one is the last to read the other, and reads each element only to write the
// same one (element_by_element). No temporary is taken twice. Needs the lifetimes;
// after memory_plan, what it has not written over.
std::vector<int> operands_written_over(const Program& program);

}  // namespace ng
