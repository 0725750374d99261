// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/channel_copy.h"

#include <algorithm>

#include "engine/backends/cpu/dense/step_scratch.h"

namespace ng {
namespace {

PhasePlanes planes_of(const Convolution& c, const OutputBlock& block) {
  const auto along = [&c](std::size_t i, std::int64_t output) {
    return PhasePlanes::Along{c.image[i],   output,      c.filter[i],
                              c.padding[i], c.stride[i], c.dilation[i]};
  };
  return {along(1, block.rows), along(2, block.columns), c.batch};
}

std::int64_t depth_of(const Convolution& c, std::int64_t output, std::int64_t tap) {
  const std::int64_t depth = output * c.stride[0] - c.padding[0] + tap * c.dilation[0];
  return depth >= 0 && depth < c.image[0] ? depth : -1;
}

}  // namespace

ChannelCopy::ChannelCopy(const Convolution& convolution, const OutputBlock& block)
    : c_(convolution),
      planes_(planes_of(convolution, block)),
      rows_(block.rows),
      floats_(planes_.floats(block.rows)) {}

void ChannelCopy::pack(const float* channel, std::int64_t m, const Block& block, float* to) const {
  for (std::int64_t t = 0; t < c_.filter[0]; ++t, to += floats_) {
    const std::int64_t depth = depth_of(c_, m, t);
    const float* const plane =
        depth < 0 ? nullptr : channel + depth * c_.image[1] * c_.image[2] * c_.batch;
    planes_.pack(plane, block, to);
  }
}

OutputBlock block_that_fits(const Convolution& c, std::int64_t channels, std::int64_t least) {
  const auto most = [&](std::int64_t length, std::int64_t needed, const auto& block) {
    const auto floats = [&](std::int64_t i) {
      return channels * ChannelCopy(c, block(i)).floats();
    };
    const std::int64_t one = floats(1), more = std::max<std::int64_t>(1, floats(2) - one);
    const std::int64_t fit = 1 + std::max<std::int64_t>(0, floats_in_cache - one) / more;
    return std::min(length, std::max(fit, needed));
  };
  const auto all = [&](std::int64_t rows) { return OutputBlock{rows, c.output[2]}; };
  const std::int64_t line = c.output[2] * c.batch;
  if (line > least) {
    const std::int64_t columns = most(c.output[2], (least + c.batch - 1) / c.batch,
                                      [](std::int64_t each) { return OutputBlock{1, each}; });
    if (columns < c.output[2]) return {1, columns};
  }
  return all(most(c.output[1], (least + line - 1) / line, all));
}

}  // namespace ng
