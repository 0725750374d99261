// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/depthwise_channels.h"

#include <algorithm>
#include <vector>

#include "engine/backends/cpu/dense/rows/depthwise_planes.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// Floats of the copy of a part at most: it is read again and again, a few rows at a time.
constexpr std::int64_t most_copied = 1 << 15;

class DepthwiseLanes {
 public:
  DepthwiseLanes(const Convolution& c, const float* images, const float* filters,
                 const EpilogueArrays& arrays, float* outputs)
      : c_(c),
        kernels_(lane_kernels()),
        images_(images),
        filters_(filters),
        arrays_(arrays),
        outputs_(outputs),
        width_((c.output[2] - 1) * c.stride[2] + span(2)),
        rows_(rows_that_fit()) {
    const std::int64_t lanes = kernels_.lanes;
    for (std::int64_t r = 0; r < c.filter[1]; ++r)
      for (std::int64_t s = 0; s < c.filter[2]; ++s)
        taps_.push_back((r * c.dilation[1] * width_ + s * c.dilation[2]) * lanes);
    for (std::int64_t p = 0; p < rows_; ++p)
      for (std::int64_t q = 0; q < c.output[2]; ++q)
        places_.push_back((p * c.stride[1] * width_ + q * c.stride[2]) * lanes);
    // Of the last tile, which is computed whole.
    places_.resize((places_.size() + lanes - 1) / lanes * lanes, places_.back());
  }

  std::int64_t parts() const { return blocks() * bands(); }
  // The last row is copied in whole squares.
  std::int64_t room_floats() const {
    return (copied_rows(rows_) * width_ + kernels_.lanes) * kernels_.lanes;
  }

  // One block of channels of one band of rows.
  void make(std::int64_t part, float* room) const {
    const std::int64_t k = part / bands() * kernels_.lanes, band = part % bands();
    const std::int64_t first = c_.output[1] * band / bands();
    const std::int64_t rows = c_.output[1] * (band + 1) / bands() - first;
    const std::int64_t channels = std::min<std::int64_t>(kernels_.lanes, c_.groups - k);
    for (std::int64_t row = 0; row < copied_rows(rows); ++row)
      copy_row(k, channels, first * c_.stride[1] - c_.padding[1] + row,
               room + row * width_ * kernels_.lanes);
    make_tiles(k, channels, first * c_.output[2], rows * c_.output[2], room);
  }

 private:
  std::int64_t span(std::size_t i) const { return (c_.filter[i] - 1) * c_.dilation[i] + 1; }
  std::int64_t copied_rows(std::int64_t rows) const { return (rows - 1) * c_.stride[1] + span(1); }
  std::int64_t rows_that_fit() const {
    const std::int64_t fit = most_copied / (width_ * kernels_.lanes);
    return std::clamp<std::int64_t>((fit - span(1)) / c_.stride[1] + 1, 1, c_.output[1]);
  }
  std::int64_t bands() const { return (c_.output[1] + rows_ - 1) / rows_; }
  std::int64_t blocks() const { return (c_.groups + kernels_.lanes - 1) / kernels_.lanes; }

  // Row `row` of the image, maybe outside, with its padding.
  void copy_row(std::int64_t k, std::int64_t channels, std::int64_t row, float* to) const {
    const std::int64_t lanes = kernels_.lanes, columns = c_.image[2];
    if (row < 0 || row >= c_.image[1]) {
      std::fill_n(to, width_ * lanes, 0.0f);
      return;
    }
    const std::int64_t before = std::min(c_.padding[2], width_);
    const std::int64_t inside = std::min(columns, width_ - before);
    std::fill_n(to, before * lanes, 0.0f);
    kernels_.transpose_rows(images_ + (k * c_.image[1] + row) * columns, c_.pixels(), channels,
                            inside, to + before * lanes);
    std::fill_n(to + (before + inside) * lanes, (width_ - before - inside) * lanes, 0.0f);
  }

  // `count` outputs of each channel from `place` on.
  void make_tiles(std::int64_t k, std::int64_t channels, std::int64_t place, std::int64_t count,
                  const float* room) const {
    const std::int64_t lanes = kernels_.lanes;
    thread_local std::vector<float> weights;
    weights.assign(taps_.size() * static_cast<std::size_t>(lanes), 0.0f);
    for (std::size_t tap = 0; tap < taps_.size(); ++tap) {
      const auto at = static_cast<std::int64_t>(tap);
      std::copy_n(filters_ + at * c_.out_channels + k, channels, weights.data() + at * lanes);
    }
    const LaneEpilogue epilogue = lane_epilogue(c_, arrays_, k, place);
    float* const to = outputs_ + k * c_.positions() + place;
    for (std::int64_t at = 0; at < count; at += lanes) {
      LaneEpilogue here = epilogue;
      if (here.added) here.added += at;
      const LaneProducts products{taps_.data(), static_cast<std::int64_t>(taps_.size()),
                                  weights.data(), room, places_.data() + at};
      kernels_.weigh_channels(products, {channels, std::min(lanes, count - at)}, here, to + at,
                              c_.positions());
    }
  }

  const Convolution& c_;
  const LaneKernels& kernels_;
  const float *images_, *filters_;
  const EpilogueArrays arrays_;
  float* outputs_;
  const std::int64_t width_;  // of a row of the copy, in pixels
  const std::int64_t rows_;   // of outputs of a band, at most
  // Offsets in the copy: of taps from the first output's first tap, and of outputs.
  std::vector<std::int64_t> taps_, places_;
};

std::int64_t scratch_bytes(const DepthwiseLanes& all) {
  return 4 * all.room_floats() * ScratchSlots::count(all.parts());
}

}  // namespace

bool has_channels_in_lanes(const Convolution& c) {
  const std::int64_t lanes = lane_kernels().lanes;
  return is_flat_image(c) && c.group_filters() == 1 && 2 * c.groups >= lanes &&
         2 * c.output[2] <= lanes;
}

void depthwise_channels(const Convolution& c, const float* images, const float* filters,
                        const EpilogueArrays& arrays, float* outputs, StepScratch& scratch) {
  const DepthwiseLanes all(c, images, filters, arrays, outputs);
  ScratchSlots rooms(scratch.floats(scratch_bytes(all)), all.room_floats(),
                     ScratchSlots::count(all.parts()));
  ThreadPool::shared().parallel_for(static_cast<int>(all.parts()), [&](int part) {
    const ScratchSlots::Lease room(rooms);
    all.make(part, room.memory());
  });
}

std::int64_t depthwise_channels_scratch(const Convolution& c) {
  return scratch_bytes(DepthwiseLanes(c, nullptr, nullptr, {}, nullptr));
}

}  // namespace ng
