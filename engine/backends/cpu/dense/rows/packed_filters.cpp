// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/packed_filters.h"

#include <algorithm>
#include <vector>

#include "engine/backends/cpu/dense/rows/lane_plan.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/thread_pool.h"

namespace ng {

void pack_filters(const Convolution& c, const float* filters, float* packed) {
  const std::vector<std::int64_t> begins = LanePlan(c).begins;
  const auto blocks = static_cast<std::int64_t>(begins.size()) - 1;
  const std::int64_t rows = c.group_channels() * c.taps();
  ThreadPool::shared().parallel_for(static_cast<int>(c.groups * blocks), [&](int part) {
    const std::int64_t group = part / blocks;
    const auto block = static_cast<std::size_t>(part % blocks);
    const std::int64_t k = group * c.group_filters() + begins[block];
    const std::int64_t width = begins[block + 1] - begins[block];
    float* to = packed + k * rows;
    for (std::int64_t row = 0; row < rows; ++row, to += width) {
      std::copy_n(filters + row * c.out_channels + k, width, to);
    }
  });
}

std::int64_t packed_floats(const Convolution& c) {
  return c.packed ? 0 : whole_lines(c.weights());
}

const float* packed_filters(const Convolution& c, const float* filters, float* memory) {
  if (c.packed) return filters;
  pack_filters(c, filters, memory);
  return memory;
}

}  // namespace ng
