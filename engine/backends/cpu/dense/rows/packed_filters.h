// SPDX-License-Identifier: Apache-2.0
// Filters in the order of the tiles of flat and pointwise convolutions: group, block of output
// channels (LanePlan), image channel, tap, channel of the block.
#pragma once

#include <cstdint>

#include "engine/runtime/window_steps.h"

namespace ng {

// As many floats as the filters.
void pack_filters(const Convolution& convolution, const float* filters, float* packed);

// Floats of scratch memory for filters that a call packs itself.
std::int64_t packed_floats(const Convolution& convolution);
// The filters of a step, packed to `memory` unless they are packed already.
const float* packed_filters(const Convolution& convolution, const float* filters, float* memory);

}  // namespace ng
