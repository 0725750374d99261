// SPDX-License-Identifier: Apache-2.0
// Filters from outputs and images: dot products over batch and places. Each part adds up its own;
// the parts are then added in their order.
#include <algorithm>

#include "engine/backends/cpu/direct_convolution.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

constexpr std::int64_t most_sums = 8;     // parts that have sums of their own
constexpr std::int64_t most_batch = 128;  // of a part; longer runs of memory are read faster
// Floats: what a tile reads of one row, and rows packed at once.
constexpr std::int64_t first_cache = 10 << 10, second_cache = 128 << 10;

class DirectFilters {
 public:
  DirectFilters(const Convolution& c, const float* outputs, const float* images, float* filters)
      : c_(c),
        kernels_(lane_kernels()),
        outputs_(outputs),
        images_(images),
        filters_(filters),
        x_begins_(equal_parts(c.in_channels, kernels_.x)),
        y_begins_(equal_parts(c.out_channels, most_y(c.in_channels))),
        vectors_(vectors_of_piece()),
        pieces_(equal_parts(std::min(c.batch, most_batch), vectors_ * kernels_.lanes).size() - 1),
        most_rows_(rows_of_band()),
        image_rows_(image_rows()),
        size_(c.in_channels * c.taps() * c.out_channels) {
    for (std::size_t i = 0; i < 3; ++i) taps_[i] = taps_along(c, i);
    for (std::int64_t s = 0; s < c.filter[2]; ++s) meetings_.push_back(meeting(s));
  }

  void run() const {
    const std::vector<Band> all = parts_of_work();
    const auto count = static_cast<std::int64_t>(all.size());
    const std::int64_t parts = std::min(most_sums, count);
    std::vector<float> totals(static_cast<std::size_t>(parts * size_));
    ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](int part) {
      add(&all[static_cast<std::size_t>(count * part / parts)],
          all.data() + count * (part + 1) / parts, totals.data() + part * size_);
    });
    for (std::int64_t part = 1; part < parts; ++part) {
      const float* total = totals.data() + part * size_;
      for (std::int64_t i = 0; i < size_; ++i) totals[static_cast<std::size_t>(i)] += total[i];
    }
    order(totals.data());
  }

 private:
  // Where the blocks of x are narrow, those of y may be higher.
  std::int64_t most_y(std::int64_t in_channels) const {
    const auto wide = static_cast<int>(std::min<std::int64_t>(in_channels, kernels_.x));
    return std::min(LaneKernels::most_y, kernels_.x * kernels_.y / wide);
  }

  // As many as keep what a tile reads of one row within the first cache.
  std::int64_t vectors_of_piece() const {
    const std::int64_t wide = c_.image[2] * x_begins_[1] + c_.output[2] * y_begins_[1];
    const std::int64_t all = (std::min(c_.batch, most_batch) + kernels_.lanes - 1) / kernels_.lanes;
    const std::int64_t fit =
        std::clamp<std::int64_t>(first_cache / (wide * kernels_.lanes), 1, all);
    const std::int64_t pieces = (all + fit - 1) / fit;
    return (all + pieces - 1) / pieces;
  }

  std::int64_t block() const { return pieces_ * vectors_ * kernels_.lanes; }

  // Of outputs in a band: as many as fit into the second cache, and few enough for all the parts.
  std::int64_t rows_of_band() const {
    const std::int64_t image_row = c_.filter[0] * c_.image[2] * c_.in_channels * block();
    const std::int64_t output_row = c_.output[2] * c_.out_channels * block();
    const std::int64_t blocks = (c_.batch + block() - 1) / block() * c_.output[0];
    const std::int64_t ranges = (most_sums + blocks - 1) / blocks;
    const std::int64_t fit = (second_cache - (span(1) - c_.stride[1]) * image_row) /
                             (image_row * c_.stride[1] + output_row);
    return std::clamp<std::int64_t>(fit, 1, (c_.output[1] + ranges - 1) / ranges);
  }

  std::int64_t image_rows() const {
    return c_.filter[0] * std::min(c_.image[1], (most_rows_ - 1) * c_.stride[1] + span(1));
  }

  std::int64_t span(std::size_t i) const { return c_.dilation[i] * (c_.filter[i] - 1) + 1; }

  // Rows of one block of the batch follow each other: they have rows of the image in common.
  std::vector<Band> parts_of_work() const {
    const std::vector<std::int64_t> begins = equal_parts(c_.output[1], most_rows_);
    std::vector<Band> result;
    for (std::int64_t batch = 0; batch < c_.batch; batch += block()) {
      for (std::int64_t depth = 0; depth < c_.output[0]; ++depth) {
        for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
          result.push_back({batch, depth * c_.output[1] + begins[i], begins[i + 1] - begins[i]});
        }
      }
    }
    return result;
  }

  void add(const Band* band, const Band* end, float* totals) const {
    thread_local std::vector<float> room, image_room, output_room;
    float* sums = scratch(room, size_ * kernels_.lanes);
    std::fill_n(sums, size_ * kernels_.lanes, 0.0f);
    BlockedRows images(images_, x_begins_, c_.image[0] * c_.image[1], c_.image[2], c_.batch,
                       vectors_, pieces_, image_rows_, image_room);
    BlockedRows outputs(outputs_, y_begins_, c_.output[0] * c_.output[1], c_.output[2], c_.batch,
                        vectors_, pieces_, most_rows_, output_room);
    for (; band != end; ++band) add_band(*band, images, outputs, sums);
    kernels_.add_lanes(sums, size_, totals);
  }

  void add_band(const Band& band, BlockedRows& images, BlockedRows& outputs, float* sums) const {
    std::vector<std::int64_t> image_rows, output_rows;
    for (std::int64_t row = band.first_row; row < band.first_row + band.rows; ++row) {
      output_rows.push_back(row);
      for (const TapAt& t : along(0, row / c_.output[1])) {
        for (const TapAt& r : along(1, row % c_.output[1])) {
          image_rows.push_back(t.source * c_.image[1] + r.source);
        }
      }
    }
    std::sort(image_rows.begin(), image_rows.end());
    image_rows.erase(std::unique(image_rows.begin(), image_rows.end()), image_rows.end());
    images.hold(image_rows, band.batch);
    outputs.hold(output_rows, band.batch);
    for (std::size_t y = 0; y + 1 < y_begins_.size(); ++y) {
      for (std::size_t x = 0; x + 1 < x_begins_.size(); ++x) {
        for (std::int64_t row = band.first_row; row < band.first_row + band.rows; ++row) {
          add_row(images, outputs, row, x, y, sums);
        }
      }
    }
  }

  // All taps of one row of outputs, for a block of channels of both.
  void add_row(const BlockedRows& images, const BlockedRows& outputs, std::int64_t row,
               std::size_t x, std::size_t y, float* sums) const {
    for (std::int64_t piece = 0; piece < pieces_; ++piece) {
      for (const TapAt& t : along(0, row / c_.output[1])) {
        for (const TapAt& r : along(1, row % c_.output[1])) {
          const std::int64_t tap = (t.tap * c_.filter[1] + r.tap) * c_.filter[2];
          add_taps(images.at(t.source * c_.image[1] + r.source, x, piece), images.step(x),
                   outputs.at(row, y, piece), outputs.step(y), x, y, sums + place(tap, x, y));
        }
      }
    }
  }

  // The taps along one row of the image.
  void add_taps(const float* image, std::int64_t x_step, const float* output, std::int64_t y_step,
                std::size_t x, std::size_t y, float* sums) const {
    const std::int64_t wide = x_begins_[x + 1] - x_begins_[x];
    const std::int64_t high = y_begins_[y + 1] - y_begins_[y];
    const LaneKernels::Dots dots = kernels_.dots[wide - 1][high - 1];
    for (std::int64_t s = 0; s < c_.filter[2]; ++s, sums += wide * high * kernels_.lanes) {
      const auto [begin, end] = meetings_[static_cast<std::size_t>(s)];
      if (begin >= end) continue;
      const std::int64_t at = begin * c_.stride[2] - c_.padding[2] + s * c_.dilation[2];
      const std::int64_t pixels = end - begin;
      const bool together = c_.stride[2] == 1;
      dots(image + at * x_step, c_.stride[2] * x_step, output + begin * y_step, y_step,
           together ? 1 : pixels, together ? pixels * vectors_ : vectors_, sums);
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

  // Where the sums of two blocks begin: (blocks of x, blocks of y, taps, x, y, lanes).
  std::int64_t place(std::int64_t tap, std::size_t x, std::size_t y) const {
    const std::int64_t wide = x_begins_[x + 1] - x_begins_[x];
    const std::int64_t high = y_begins_[y + 1] - y_begins_[y];
    const std::int64_t blocks = x_begins_[x] * c_.out_channels + wide * y_begins_[y];
    return (blocks * c_.taps() + tap * wide * high) * kernels_.lanes;
  }

  // Brings totals from the order of the sums into that of the filters.
  void order(const float* totals) const {
    for (std::size_t x = 0; x + 1 < x_begins_.size(); ++x) {
      for (std::size_t y = 0; y + 1 < y_begins_.size(); ++y) {
        const std::int64_t high = y_begins_[y + 1] - y_begins_[y];
        for (std::int64_t tap = 0; tap < c_.taps(); ++tap) {
          for (std::int64_t i = x_begins_[x]; i < x_begins_[x + 1]; ++i, totals += high) {
            float* to = filters_ + (i * c_.taps() + tap) * c_.out_channels + y_begins_[y];
            std::copy_n(totals, high, to);
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
  const std::vector<std::int64_t> x_begins_, y_begins_;  // of the blocks of channels
  const std::int64_t vectors_, pieces_;        // vectors of a piece, pieces of a part's batch
  const std::int64_t most_rows_, image_rows_;  // of outputs and of images, held for a band
  const std::int64_t size_;
  std::array<TapsAlong, 3> taps_;
  std::vector<std::pair<std::int64_t, std::int64_t>> meetings_;
};

}  // namespace

void direct_filters(const Convolution& convolution, const float* outputs, const float* images,
                    float* filters) {
  DirectFilters(convolution, outputs, images, filters).run();
}

}  // namespace ng
