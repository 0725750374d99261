// SPDX-License-Identifier: Apache-2.0
// Filters from outputs and images: dot products over batch and places. Each part adds up its own;
// the parts are then added in their order.
#include <algorithm>

#include "engine/backends/cpu/direct_convolution.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

constexpr std::int64_t most_sums = 8;  // parts that have sums of their own

class DirectFilters {
 public:
  DirectFilters(const Convolution& c, const float* outputs, const float* images, float* filters)
      : c_(c),
        kernels_(lane_kernels()),
        outputs_(outputs),
        images_(images),
        filters_(filters),
        block_(LaneKernels::dot_vectors * kernels_.lanes),
        x_begins_(equal_parts(c.in_channels, LaneKernels::most_x)),
        y_begins_(equal_parts(c.out_channels, LaneKernels::most_y)),
        size_(c.in_channels * c.taps() * c.out_channels) {
    for (std::size_t i = 0; i < 3; ++i) taps_[i] = taps_along(c, i);
  }

  void run() const {
    const std::vector<Band> all =
        bands(c_, block_,
              c_.image[2] * c_.in_channels * block_ + c_.output[2] * c_.out_channels * block_);
    const auto count = static_cast<std::int64_t>(all.size());
    const std::int64_t parts = std::min(most_sums, count);
    std::vector<float> totals(static_cast<std::size_t>(parts * size_));
    ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](int part) {
      thread_local std::vector<float> room;
      float* sums = scratch(room, size_ * kernels_.lanes);
      std::fill_n(sums, size_ * kernels_.lanes, 0.0f);
      for (std::int64_t i = count * part / parts; i < count * (part + 1) / parts; ++i) {
        add(all[static_cast<std::size_t>(i)], sums);
      }
      collect(sums, totals.data() + part * size_);
    });
    std::copy_n(totals.begin(), size_, filters_);
    for (std::int64_t part = 1; part < parts; ++part) {
      const float* total = totals.data() + part * size_;
      for (std::int64_t i = 0; i < size_; ++i) filters_[i] += total[i];
    }
  }

 private:
  void add(const Band& band, float* sums) const {
    PackedRows images(c_.in_channels, c_.image[0] * c_.image[1], c_.image[2], c_.batch);
    PackedRows outputs(c_.out_channels, c_.output[0] * c_.output[1], c_.output[2], c_.batch);
    for (std::int64_t row = band.first_row; row < band.first_row + band.rows; ++row) {
      outputs.need(row);
      for (const TapAt& t : along(0, row / c_.output[1])) {
        for (const TapAt& r : along(1, row % c_.output[1])) {
          images.need(t.source * c_.image[1] + r.source);
        }
      }
    }
    thread_local std::vector<float> image_room, output_room;
    images.pack(images_, band.batch, block_, image_room);
    outputs.pack(outputs_, band.batch, block_, output_room);
    for (std::int64_t row = band.first_row; row < band.first_row + band.rows; ++row) {
      for (std::size_t y = 0; y + 1 < y_begins_.size(); ++y) {
        for (std::size_t x = 0; x + 1 < x_begins_.size(); ++x) {
          add_row(images, outputs, row, x, y, sums);
        }
      }
    }
  }

  // All taps of one row of outputs, for a block of channels of both.
  void add_row(const PackedRows& images, const PackedRows& outputs, std::int64_t row, std::size_t x,
               std::size_t y, float* sums) const {
    const std::int64_t wide = x_begins_[x + 1] - x_begins_[x];
    const std::int64_t high = y_begins_[y + 1] - y_begins_[y];
    const LaneKernels::Dots dots = kernels_.dots[wide - 1][high - 1];
    for (const TapAt& t : along(0, row / c_.output[1])) {
      for (const TapAt& r : along(1, row % c_.output[1])) {
        const std::int64_t image_row = t.source * c_.image[1] + r.source;
        for (std::int64_t s = 0; s < c_.filter[2]; ++s) {
          const std::int64_t tap = (t.tap * c_.filter[1] + r.tap) * c_.filter[2] + s;
          const auto [begin, end] = meeting(s);
          if (begin >= end) continue;
          const std::int64_t at = begin * c_.stride[2] - c_.padding[2] + s * c_.dilation[2];
          dots(images.data() + images.at(image_row, at) + x_begins_[x] * block_,
               c_.stride[2] * images.pixel(),
               outputs.data() + outputs.at(row, begin) + y_begins_[y] * block_, outputs.pixel(),
               end - begin, sums + place(tap, x, y) * kernels_.lanes);
        }
      }
    }
  }

  // The outputs of a row whose tap `s` lies inside the image.
  std::pair<std::int64_t, std::int64_t> meeting(std::int64_t s) const {
    const std::int64_t ahead = s * c_.dilation[2] - c_.padding[2], stride = c_.stride[2];
    const std::int64_t begin = ahead >= 0 ? 0 : (-ahead + stride - 1) / stride;
    const std::int64_t room = c_.image[2] - 1 - ahead;
    const std::int64_t end = room < 0 ? 0 : room / stride + 1;
    return {begin, std::min(end, c_.output[2])};
  }

  // Of a block's sums: (tap, blocks of x, blocks of y, x, y).
  std::int64_t place(std::int64_t tap, std::size_t x, std::size_t y) const {
    const std::int64_t wide = x_begins_[x + 1] - x_begins_[x];
    return (tap * c_.in_channels + x_begins_[x]) * c_.out_channels + y_begins_[y] * wide;
  }

  // Lanes are added up, and the sums brought into the filters' order.
  void collect(const float* sums, float* total) const {
    float block[LaneKernels::most_x * LaneKernels::most_y];
    for (std::int64_t tap = 0; tap < c_.taps(); ++tap) {
      for (std::size_t x = 0; x + 1 < x_begins_.size(); ++x) {
        for (std::size_t y = 0; y + 1 < y_begins_.size(); ++y) {
          const std::int64_t wide = x_begins_[x + 1] - x_begins_[x];
          const std::int64_t high = y_begins_[y + 1] - y_begins_[y];
          kernels_.add_lanes(sums + place(tap, x, y) * kernels_.lanes, wide * high, block);
          for (std::int64_t i = 0; i < wide; ++i) {
            const std::int64_t to = (x_begins_[x] + i) * c_.taps() + tap;
            std::copy_n(block + i * high, high, total + to * c_.out_channels + y_begins_[y]);
          }
        }
      }
    }
  }

  const std::vector<TapAt>& along(std::size_t i, std::int64_t place) const {
    return taps_[i][static_cast<std::size_t>(place)];
  }

  const Convolution& c_;
  const LaneKernels& kernels_;
  const float *outputs_, *images_;
  float* filters_;
  const std::int64_t block_;
  const std::vector<std::int64_t> x_begins_, y_begins_;  // of the blocks of channels
  const std::int64_t size_;
  std::array<TapsAlong, 3> taps_;
};

}  // namespace

void direct_filters(const Convolution& convolution, const float* outputs, const float* images,
                    float* filters) {
  DirectFilters(convolution, outputs, images, filters).run();
}

}  // namespace ng
