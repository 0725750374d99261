// SPDX-License-Identifier: Apache-2.0
// What the lanes of a flat or pointwise convolution's tiles hold: neighbouring outputs of a
// channel, or channels of one output. Rows of few outputs leave lanes of the first kind empty.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/backends/cpu/dense/rows/channel_copy.h"
#include "engine/runtime/window_steps.h"

namespace ng {

enum class LaneAxis { outputs, channels };

// Depends on the convolution's sizes and the lanes only.
struct LanePlan {
  explicit LanePlan(const Convolution& convolution);

  OutputBlock block;  // of flat convolution: outputs of a unit at most
  LaneAxis axis = LaneAxis::outputs;
  std::vector<std::int64_t> begins;  // of the blocks of a group's output channels, and the end
};

}  // namespace ng
