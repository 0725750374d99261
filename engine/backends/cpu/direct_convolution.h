// SPDX-License-Identifier: Apache-2.0
// Convolutions by our own loops, without unfolding the image: a block of batch elements of some
// rows is packed so that it lies in the cache, and tiles of results stay in registers over all
// taps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/runtime/window_steps.h"

namespace ng {

// A tap and where it meets the source, for one place of the result along one dimension.
struct TapAt {
  std::int64_t tap, source;
};
using TapsAlong = std::vector<std::vector<TapAt>>;  // for each place of the result

// Of dimension `i`; the result is the outputs, or the images where those are made.
TapsAlong taps_along(const Convolution& convolution, std::size_t i);

// `count` split into equal parts of at most `most`; where each begins, and the end.
std::vector<std::int64_t> equal_parts(std::int64_t count, std::int64_t most);

// A part of the work: batch elements from `batch`, rows (the two outer dimensions) of the result.
struct Band {
  std::int64_t batch = 0, first_row = 0, rows = 0;
};
// Parts for `block` batch elements and as many rows as keep `row_floats` floats a row of the source
// within the cache; at least a few parts where there are rows enough.
std::vector<Band> bands(const Convolution& convolution, std::int64_t block,
                        std::int64_t row_floats);

// Room for floats that a thread keeps for its next part; aligned to 64 bytes.
float* scratch(std::vector<float>& room, std::int64_t floats);

// Rows of an array (channels, rows, width, batch), packed as (rows, width, channels, block).
class PackedRows {
 public:
  PackedRows(std::int64_t channels, std::int64_t rows, std::int64_t width, std::int64_t batch);
  void need(std::int64_t row);
  // Packs the rows needed of batch elements from `begin`; what is missing of `block` is 0.
  void pack(const float* array, std::int64_t begin, std::int64_t block, std::vector<float>& room);
  const float* data() const { return data_; }
  // Where the packed pixel begins, in elements.
  std::int64_t at(std::int64_t row, std::int64_t x) const {
    return (place_[static_cast<std::size_t>(row)] * width_ + x) * pixel_;
  }
  std::int64_t pixel() const { return pixel_; }

 private:
  std::int64_t channels_, rows_, width_, batch_, pixel_ = 0;
  std::vector<std::int64_t> place_, needed_;
  const float* data_ = nullptr;
};

// Rows of such an array packed as (rows, blocks of channels, pieces of the batch, width, vectors of
// the piece, channels of the block, lanes), so that what one tile of filters reads lies together.
// Rows stay packed as long as they are asked for.
class BlockedRows {
 public:
  // `begins`: of the blocks of channels. At most `held` rows at once, in `room`.
  BlockedRows(const float* array, const std::vector<std::int64_t>& begins, std::int64_t rows,
              std::int64_t width, std::int64_t batch, std::int64_t vectors, std::int64_t pieces,
              std::int64_t held, std::vector<float>& room);
  // Packs those of the rows, which ascend, that are not held yet; of batch elements from `first`.
  void hold(const std::vector<std::int64_t>& rows, std::int64_t first);
  // The first pixel of a row held.
  const float* at(std::int64_t row, std::size_t block, std::int64_t piece) const {
    return data_ + place_[static_cast<std::size_t>(row)] * row_size() +
           (begins_[block] * pieces_ + channels(block) * piece) * width_ * pixel_;
  }
  // From a pixel to the next.
  std::int64_t step(std::size_t block) const { return channels(block) * pixel_; }

 private:
  std::int64_t channels(std::size_t block) const { return begins_[block + 1] - begins_[block]; }
  std::int64_t row_size() const { return begins_.back() * pieces_ * width_ * pixel_; }
  void pack(std::int64_t row, float* to) const;

  const float* array_;
  const std::vector<std::int64_t>& begins_;
  const std::int64_t rows_, width_, batch_;
  const std::int64_t vectors_, pieces_, pixel_;  // the last: floats of a pixel's channel
  std::int64_t first_ = 0;                       // of the batch
  std::vector<std::int64_t> place_, held_;       // of each row, or -1; the row in each place, or -1
  float* data_;
};

// Outputs, or images: `source` is the other of the two; `bias` may be null.
void direct_results(const Convolution& convolution, const float* source, const float* filters,
                    const float* bias, float* result);
void direct_filters(const Convolution& convolution, const float* outputs, const float* images,
                    float* filters);

}  // namespace ng
