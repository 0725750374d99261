// SPDX-License-Identifier: Apache-2.0
// Copies of filters and matrices in the order of the backend's loops.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/lowering/program_passes/buffer_names.h"
#include "engine/runtime/program.h"

namespace ng {

// Adds a buffer of `floats` float32 elements to the program, and to `steps` the step that packs
// buffer `from` into it. Both are those of the op that made `from`. Returns the buffer.
int add_packed_copy(Program& program, BufferNames& names, int from, const WindowStep& packing,
                    std::int64_t floats, std::vector<Step>& steps);

}  // namespace ng
