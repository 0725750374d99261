// SPDX-License-Identifier: Apache-2.0
// Convolutions by our own loops, without unfolding the image: a block of batch elements of some
// rows is packed so that it lies in the cache, and tiles of results stay in registers over all
// taps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/backends/cpu/step_scratch.h"
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

// Rows of an array (channels, rows, width, batch), packed as (rows, width, channels, block).
class PackedRows {
 public:
  PackedRows(std::int64_t channels, std::int64_t rows, std::int64_t width, std::int64_t batch);
  void need(std::int64_t row);
  // Packs the rows needed of batch elements from `begin`, into `room`; what is missing of `block`
  // is 0.
  void pack(const float* array, std::int64_t begin, std::int64_t block, float* room);
  // Floats that so many rows take when packed.
  static std::int64_t floats(std::int64_t rows, std::int64_t width, std::int64_t channels,
                             std::int64_t block);
  std::int64_t needed() const { return static_cast<std::int64_t>(needed_.size()); }
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

// Pixels of rows of such an array packed as (rows, blocks of channels, pieces of the batch, width,
// vectors of the piece, channels of the block, lanes), so that what one tile of filters reads lies
// together. Rows stay packed as long as they are asked for.
class BlockedRows {
 public:
  // `begins`: of the blocks of channels. At most `held` rows of `most_pixels` at once, in `room`.
  BlockedRows(const float* array, const std::vector<std::int64_t>& begins, std::int64_t rows,
              std::int64_t width, std::int64_t batch, std::int64_t vectors, std::int64_t pieces,
              std::int64_t held, std::int64_t most_pixels, float* room);
  // Packs those of the rows, which ascend, that are not held yet; of batch elements and of pixels
  // from the first ones on.
  void hold(const std::vector<std::int64_t>& rows, std::int64_t first, std::int64_t first_pixel,
            std::int64_t pixels);
  // The first pixel held of a row held.
  const float* at(std::int64_t row, std::size_t block, std::int64_t piece) const {
    return data_ + place_[static_cast<std::size_t>(row)] * row_size() +
           ((begins_[block] - begins_[0]) * pieces_ + channels(block) * piece) * most_pixels_ *
               pixel_;
  }
  // From a pixel to the next.
  std::int64_t step(std::size_t block) const { return channels(block) * pixel_; }

 private:
  std::int64_t channels(std::size_t block) const { return begins_[block + 1] - begins_[block]; }
  std::int64_t row_size() const {
    return (begins_.back() - begins_[0]) * pieces_ * most_pixels_ * pixel_;
  }
  void pack(std::int64_t row, float* to) const;

  const float* array_;
  const std::vector<std::int64_t>& begins_;
  const std::int64_t rows_, width_, batch_, most_pixels_;
  const std::int64_t vectors_, pieces_, pixel_;  // the last: floats of a pixel's channel
  std::int64_t first_ = 0, first_pixel_ = 0, pixels_ = 0;  // of the batch, and of the rows
  std::vector<std::int64_t> place_, held_;  // of each row, or -1; the row in each place, or -1
  float* data_;
};

// Outputs, or images: `source` is the other of the two; `bias` may be null.
void direct_results(const Convolution& convolution, const float* source, const float* filters,
                    const float* bias, float* result, StepScratch& scratch);
// The scratch that they need: the filters once more, and packed rows for each thread.
std::int64_t direct_results_scratch(const Convolution& convolution);
// Filters, with a scratch of FilterPlan::scratch_bytes.
void direct_filters(const Convolution& convolution, const float* outputs, const float* images,
                    float* filters, StepScratch& scratch);

}  // namespace ng
