// SPDX-License-Identifier: Apache-2.0
// Direct convolution without unfolding the image (no im2col): some rows of a block of batch
// elements are packed to fit in the cache, and tiles of results stay in registers over all taps.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/backends/cpu/dense/output_epilogue.h"
#include "engine/backends/cpu/dense/step_scratch.h"
#include "engine/runtime/window_steps.h"

namespace ng {

// A tap and the source index that it reads, for one index of the result along one dimension.
struct TapAt {
  std::int64_t tap, source;
};
using TapsAlong = std::vector<std::vector<TapAt>>;  // by index of the result

// Taps along dimension `i`. The result is the outputs, or the images if these are computed.
TapsAlong taps_along(const Convolution& convolution, std::size_t i);

// `count` split into equal parts of at most `most` elements: where each part begins, and the end.
std::vector<std::int64_t> equal_parts(std::int64_t count, std::int64_t most);

// A unit of work: batch elements from `batch` on, rows (of the two outer dimensions) of the result.
struct Band {
  std::int64_t batch = 0, first_row = 0, rows = 0;
};
// Bands of `block` batch elements and as many rows as fit in the cache at `row_floats` floats per
// source row; several bands if there are enough rows.
std::vector<Band> bands(const Convolution& convolution, std::int64_t block,
                        std::int64_t row_floats);

// Rows of an array (channels, rows, width, batch), packed as (rows, width, channels, block).
class PackedRows {
 public:
  PackedRows(std::int64_t channels, std::int64_t rows, std::int64_t width, std::int64_t batch);
  void need(std::int64_t row);
  // Packs the needed rows of `block` batch elements from `begin` into `room`, padded with zeros at
  // the end of the batch.
  void pack(const float* array, std::int64_t begin, std::int64_t block, float* room);
  // Number of floats that packed rows take.
  static std::int64_t floats(std::int64_t rows, std::int64_t width, std::int64_t channels,
                             std::int64_t block);
  std::int64_t needed() const { return static_cast<std::int64_t>(needed_.size()); }
  const float* data() const { return data_; }
  // Offset of a packed pixel, in elements.
  std::int64_t at(std::int64_t row, std::int64_t x) const {
    return (place_[static_cast<std::size_t>(row)] * width_ + x) * pixel_;
  }
  std::int64_t pixel() const { return pixel_; }

 private:
  std::int64_t channels_, rows_, width_, batch_, pixel_ = 0;
  std::vector<std::int64_t> place_, needed_;
  const float* data_ = nullptr;
};

// Pixels of such rows, packed as (rows, blocks of channels, pieces of the batch, width, vectors of
// the piece, channels of the block, lanes), so that the data of one filter tile is contiguous. Rows
// stay packed while they are needed.
class BlockedRows {
 public:
  // `begins`: begins of the blocks of channels, and the end. Holds at most `held` rows of
  // `most_pixels` pixels at once, in `room`.
  BlockedRows(const float* array, const std::vector<std::int64_t>& begins, std::int64_t rows,
              std::int64_t width, std::int64_t batch, std::int64_t vectors, std::int64_t pieces,
              std::int64_t held, std::int64_t most_pixels, float* room);
  // Packs those of the ascending `rows` that are not held yet, from batch element `first` and pixel
  // `first_pixel` on.
  void hold(const std::vector<std::int64_t>& rows, std::int64_t first, std::int64_t first_pixel,
            std::int64_t pixels);
  // The first held pixel of a held row.
  const float* at(std::int64_t row, std::size_t block, std::int64_t piece) const {
    return data_ + place_[static_cast<std::size_t>(row)] * row_size() +
           ((begins_[block] - begins_[0]) * pieces_ + channels(block) * piece) * most_pixels_ *
               pixel_;
  }
  // Distance between pixels, in floats.
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
  const std::int64_t vectors_, pieces_, pixel_;            // pixel_: floats per pixel and channel
  std::int64_t first_ = 0, first_pixel_ = 0, pixels_ = 0;  // held batch element and pixels
  std::vector<std::int64_t> place_, held_;  // slot of each row, row of each slot; -1: none
  float* data_;
};

// Computes outputs from images or images from outputs; `source` is the given array.
void direct_results(const Convolution& convolution, const float* source, const float* filters,
                    const EpilogueArrays& arrays, float* result, StepScratch& scratch);
// Scratch bytes of direct_results: packed filters, and packed rows per thread.
std::int64_t direct_results_scratch(const Convolution& convolution);
// Computes the gradient of the filters. Needs FilterPlan::scratch_bytes of scratch.
void direct_filters(const Convolution& convolution, const float* outputs, const float* images,
                    float* filters, StepScratch& scratch);

}  // namespace ng
