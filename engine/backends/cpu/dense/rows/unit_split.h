// SPDX-License-Identifier: Apache-2.0
// How the units of a flat convolution are divided where there are fewer of them than threads.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/dense/rows/channel_copy.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// Into how many parts the rows of a unit, and its blocks of output channels, are divided.
struct UnitSplit {
  std::int64_t bands = 1, parts = 1;
};

// The split whose threads end first, by estimate. `apart` units compute the outputs of `block` for
// all `blocks` of output channels; each unit copies the images that it reads.
UnitSplit fastest_split(const Convolution& convolution, const OutputBlock& block,
                        std::int64_t blocks, std::int64_t apart, std::int64_t threads);

}  // namespace ng
