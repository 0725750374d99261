// SPDX-License-Identifier: Apache-2.0
// Shared parts of the direct convolutions: taps, bands of work, packed rows.
#include <algorithm>

#include "engine/backends/cpu/dense/direct_convolution.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"

namespace ng {
namespace {

constexpr std::int64_t cache_floats = 192 << 10;  // 768 KiB
constexpr std::int64_t fewest_parts = 8;
// Padding between pixels, so that the pixels of a row do not map to the same L1 cache sets.
constexpr std::int64_t apart = 16;

}  // namespace

TapsAlong taps_along(const Convolution& c, std::size_t i) {
  const bool images = c.makes == Convolution::Makes::images;
  TapsAlong taps(static_cast<std::size_t>(images ? c.image[i] : c.output[i]));
  for (std::int64_t output = 0; output < c.output[i]; ++output) {
    for (std::int64_t tap = 0; tap < c.filter[i]; ++tap) {
      const std::int64_t image = output * c.stride[i] - c.padding[i] + tap * c.dilation[i];
      if (image < 0 || image >= c.image[i]) continue;
      const std::int64_t at = images ? image : output;
      taps[static_cast<std::size_t>(at)].push_back({tap, images ? output : image});
    }
  }
  return taps;
}

std::vector<std::int64_t> equal_parts(std::int64_t count, std::int64_t most) {
  const std::int64_t parts = (count + most - 1) / most;
  std::vector<std::int64_t> begins;
  for (std::int64_t i = 0; i <= parts; ++i) begins.push_back(count * i / parts);
  return begins;
}

std::vector<Band> bands(const Convolution& c, std::int64_t block, std::int64_t row_floats) {
  const bool images = c.makes == Convolution::Makes::images;
  const std::array<std::int64_t, 3>& size = images ? c.image : c.output;
  const std::int64_t span = c.dilation[1] * (c.filter[1] - 1) + 1;
  const std::int64_t step = images ? 1 : c.stride[1];
  const std::int64_t room = cache_floats / std::max<std::int64_t>(1, row_floats * c.filter[0]);
  std::int64_t rows = std::clamp<std::int64_t>((room - span) / step + 1, 1, size[1]);
  const std::int64_t blocks = (c.batch + block - 1) / block;
  const std::int64_t parts = (fewest_parts + blocks * size[0] - 1) / (blocks * size[0]);
  rows = std::max<std::int64_t>(1, std::min(rows, (size[1] + parts - 1) / parts));
  std::vector<Band> result;
  const std::vector<std::int64_t> begins = equal_parts(size[1], rows);
  // Blocks of one band are adjacent: together they read whole rows of the batch.
  for (std::int64_t depth = 0; depth < size[0]; ++depth) {
    for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
      for (std::int64_t batch = 0; batch < c.batch; batch += block) {
        result.push_back({batch, depth * size[1] + begins[i], begins[i + 1] - begins[i]});
      }
    }
  }
  return result;
}

PackedRows::PackedRows(std::int64_t channels, std::int64_t rows, std::int64_t width,
                       std::int64_t batch)
    : channels_(channels),
      rows_(rows),
      width_(width),
      batch_(batch),
      place_(static_cast<std::size_t>(rows), -1) {}

void PackedRows::need(std::int64_t row) {
  std::int64_t& place = place_[static_cast<std::size_t>(row)];
  if (place >= 0) return;
  place = static_cast<std::int64_t>(needed_.size());
  needed_.push_back(row);
}

std::int64_t PackedRows::floats(std::int64_t rows, std::int64_t width, std::int64_t channels,
                                std::int64_t block) {
  return rows * width * (channels * block + apart);
}

void PackedRows::pack(const float* array, std::int64_t begin, std::int64_t block, float* room) {
  const LaneKernels& kernels = lane_kernels();
  pixel_ = channels_ * block + apart;
  const std::int64_t wanted = std::min(block, batch_ - begin);
  data_ = room;
  for (std::int64_t channel = 0; channel < channels_; ++channel) {
    float* to = room + channel * block;
    for (const std::int64_t row : needed_) {
      const float* from = array + ((channel * rows_ + row) * width_) * batch_ + begin;
      kernels.copy_rows(from, batch_, to, pixel_, width_, wanted);
      for (std::int64_t x = 0; x < width_ && wanted < block; ++x) {
        std::fill(to + x * pixel_ + wanted, to + x * pixel_ + block, 0.0f);
      }
      to += width_ * pixel_;
    }
  }
}

BlockedRows::BlockedRows(const float* array, const std::vector<std::int64_t>& begins,
                         std::int64_t rows, std::int64_t width, std::int64_t batch,
                         std::int64_t vectors, std::int64_t pieces, std::int64_t held,
                         std::int64_t most_pixels, float* room)
    : array_(array),
      begins_(begins),
      rows_(rows),
      width_(width),
      batch_(batch),
      most_pixels_(most_pixels),
      vectors_(vectors),
      pieces_(pieces),
      pixel_(vectors * lane_kernels().lanes),
      place_(static_cast<std::size_t>(rows), -1),
      held_(static_cast<std::size_t>(held), -1),
      data_(room) {}

void BlockedRows::hold(const std::vector<std::int64_t>& rows, std::int64_t first,
                       std::int64_t first_pixel, std::int64_t pixels) {
  if (first != first_ || first_pixel != first_pixel_ || pixels != pixels_) {
    first_ = first;
    first_pixel_ = first_pixel;
    pixels_ = pixels;
    std::fill(place_.begin(), place_.end(), -1);
    std::fill(held_.begin(), held_.end(), -1);
  }
  std::size_t next = 0;
  for (const std::int64_t row : rows) {
    std::int64_t& place = place_[static_cast<std::size_t>(row)];
    if (place >= 0) continue;
    while (std::binary_search(rows.begin(), rows.end(), held_[next])) ++next;
    if (held_[next] >= 0) place_[static_cast<std::size_t>(held_[next])] = -1;
    held_[next] = row;
    place = static_cast<std::int64_t>(next);
    pack(row, data_ + place * row_size());
  }
}

void BlockedRows::pack(std::int64_t row, float* to) const {
  const LaneKernels& kernels = lane_kernels();
  const std::int64_t wanted = std::min(pieces_ * pixel_, batch_ - first_);
  for (std::size_t block = 0; block + 1 < begins_.size(); ++block) {
    const LaneSpread spread{vectors_, channels(block) * kernels.lanes, pieces_,
                            most_pixels_ * step(block)};
    for (std::int64_t i = 0; i < channels(block); ++i) {
      const std::int64_t pixel = ((begins_[block] + i) * rows_ + row) * width_ + first_pixel_;
      kernels.spread_rows(array_ + pixel * batch_ + first_, batch_, pixels_, wanted,
                          to + i * kernels.lanes, spread);
    }
    to += pieces_ * spread.pieces_apart;
  }
}

}  // namespace ng
