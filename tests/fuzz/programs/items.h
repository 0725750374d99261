// SPDX-License-Identifier: Apache-2.0
// Random slices of tensors.
#pragma once

#include <vector>

#include "engine/graph/slice.h"
#include "tests/fuzz/programs/builder.h"

namespace ng::fuzz {

// For each axis the full range, an index, or a range with a step.
std::vector<SliceItem> random_items(ProgramBuilder& builder, const Axes& axes);

}  // namespace ng::fuzz
