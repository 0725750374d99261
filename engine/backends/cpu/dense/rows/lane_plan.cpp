// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/lane_plan.h"

#include "engine/backends/cpu/dense/direct_convolution.h"
#include "engine/backends/cpu/dense/rows/pointwise_convolution.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"

namespace ng {
namespace {

// A pointwise convolution's outputs are as one row.
OutputBlock block_of(const Convolution& c) {
  if (is_pointwise(c)) return {1, c.output[2]};
  const std::int64_t tile = LaneKernels::most_vectors * lane_kernels().lanes;
  return block_that_fits(c, c.group_channels(), 4 * tile);
}

// Lanes that tiles of outputs compute for each output.
double lanes_per_output(const Convolution& c, const OutputBlock& block) {
  const std::int64_t lanes = lane_kernels().lanes;
  const auto ratio = [lanes](std::int64_t floats, std::int64_t outputs) {
    return static_cast<double>((floats + lanes - 1) / lanes * lanes) / static_cast<double>(outputs);
  };
  if (is_pointwise(c)) return ratio(c.positions() * c.batch, c.positions() * c.batch);
  const std::int64_t line = block.columns * c.batch;
  const std::int64_t width = ChannelCopy(c, block).planes().width();
  return ratio((block.rows - 1) * width + line, block.rows * line);
}

LaneAxis axis_of(const Convolution& c, const OutputBlock& block) {
  const bool whole_vectors = c.group_filters() % lane_kernels().lanes == 0;
  if (!whole_vectors || block.columns != c.output[2]) return LaneAxis::outputs;
  // Transposing a tile takes as long as six products of each of its elements.
  const double taps = static_cast<double>(c.group_channels() * c.taps());
  return lanes_per_output(c, block) > 1.03 + 6 / taps ? LaneAxis::channels : LaneAxis::outputs;
}

std::vector<std::int64_t> whole_vectors(std::int64_t count) {
  const std::int64_t each = LaneKernels::most_vectors * lane_kernels().lanes;
  std::vector<std::int64_t> begins;
  for (std::int64_t k = 0; k < count; k += each) begins.push_back(k);
  begins.push_back(count);
  return begins;
}

}  // namespace

LanePlan::LanePlan(const Convolution& c)
    : block(block_of(c)),
      axis(axis_of(c, block)),
      begins(axis == LaneAxis::channels ? whole_vectors(c.group_filters())
                                        : equal_parts(c.group_filters(), lane_kernels().rows)) {}

}  // namespace ng
