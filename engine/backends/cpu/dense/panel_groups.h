// SPDX-License-Identifier: Apache-2.0
// Matmuls that run as one piece of work: by packed matrices, one after the other, of the same A.
// The gates of a recurrent layer are such a group; each alone is too small for several threads.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/runtime/program.h"

namespace ng {

// For each step, the end of the group that begins with it; its own end if it begins none. In a
// group, only the last matmul may have an epilogue, and no buffer written shares bytes with another
// one that the group uses.
std::vector<std::size_t> panel_group_ends(const Program& program);

}  // namespace ng
