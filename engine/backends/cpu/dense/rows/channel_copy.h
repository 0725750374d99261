// SPDX-License-Identifier: Apache-2.0
// What a block of outputs of a convolution reads, copied channel by channel (phase_planes.h).
#pragma once

#include <cstdint>
#include <vector>

#include "engine/backends/cpu/dense/rows/phase_planes.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// Rows and columns of outputs.
struct OutputBlock {
  std::int64_t rows, columns;
};

// The largest block for which the copy of `channels` channels fits in the cache, but of `least`
// outputs if there are as many.
OutputBlock block_that_fits(const Convolution& convolution, std::int64_t channels,
                            std::int64_t least);

// One channel: a plane for each tap along the depth. Refers to the convolution.
class ChannelCopy {
 public:
  ChannelCopy(const Convolution& convolution, const OutputBlock& block);
  const PhasePlanes& planes() const { return planes_; }
  std::int64_t floats() const { return c_.filter[0] * floats_; }
  std::int64_t tap(std::int64_t t, std::int64_t r, std::int64_t s) const {
    return t * floats_ + planes_.tap(r, s, rows_);
  }
  // What the block of outputs that begins at `first` reads of each plane, with `outside` around it.
  using Block = std::vector<PhasePlanes::Phase>;
  Block block(const PhasePlanes::Place& first, float outside = 0.0f) const {
    return planes_.phases(first, rows_, outside);
  }
  // For the block at depth `m`.
  void pack(const float* channel, std::int64_t m, const Block& block, float* to) const;
  // Calls `each` with where the first output meets each tap, in the order of the filters.
  template <class Each>
  void each_tap(const Each& each) const {
    for (std::int64_t t = 0; t < c_.filter[0]; ++t)
      for (std::int64_t r = 0; r < c_.filter[1]; ++r)
        for (std::int64_t s = 0; s < c_.filter[2]; ++s) each(tap(t, r, s));
  }

 private:
  const Convolution& c_;
  const PhasePlanes planes_;
  const std::int64_t rows_, floats_;
};

}  // namespace ng
