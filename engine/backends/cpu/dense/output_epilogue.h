// SPDX-License-Identifier: Apache-2.0
// The epilogue of a convolution that computes outputs, as its loops apply it.
#pragma once

#include <cstdint>

#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// The arrays (K) and (K, M, P, Q, N) of ConvolutionEpilogue; null if it has none.
struct EpilogueArrays {
  const float *bias = nullptr, *added = nullptr;

  // For outputs from channel `k` on, with `row` outputs a channel.
  EpilogueArrays from(std::int64_t k, std::int64_t row) const {
    return {bias ? bias + k : nullptr, added ? added + k * row : nullptr};
  }
};

// Rows of channels from `k` on, each from `place` among the channel's positions and batch on.
inline LaneEpilogue lane_epilogue(const Convolution& c, const EpilogueArrays& arrays,
                                  std::int64_t k, std::int64_t place) {
  const std::int64_t row = c.positions() * c.batch;
  const EpilogueArrays here = arrays.from(k, row);
  return {here.bias,
          here.added ? here.added + place : nullptr,
          row,
          c.epilogue.low,
          c.epilogue.high,
          c.epilogue.silu};
}

// The added rows of a tile that is made apart, `stride` floats from one to the next, because its
// outputs are not neighbours in memory.
class AddedTile {
 public:
  AddedTile(const LaneEpilogue& epilogue, std::int64_t stride)
      : epilogue_(epilogue), stride_(stride) {}

  // Copies `count` floats of each of `rows` rows: from `from` on in the outputs' order, to `to`.
  void copy(std::int64_t from, std::int64_t to, std::int64_t rows, std::int64_t count) {
    if (!epilogue_.added) return;
    lane_kernels().copy_rows(epilogue_.added + from, epilogue_.added_stride, rows_ + to, stride_,
                             rows, count);
  }
  // Of the tile.
  LaneEpilogue epilogue() const {
    LaneEpilogue of_tile = epilogue_;
    if (of_tile.added) of_tile.added = rows_, of_tile.added_stride = stride_;
    return of_tile;
  }

 private:
  const LaneEpilogue epilogue_;
  const std::int64_t stride_;
  float rows_[LaneKernels::most_rows * LaneKernels::most_vectors * LaneKernels::most_lanes];
};

}  // namespace ng
