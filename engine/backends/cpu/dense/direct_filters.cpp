// SPDX-License-Identifier: Apache-2.0
// Gradient of filters from outputs and images: dot products over batch and positions. Each part
// sums a chunk of the filters over some bands; parts of one chunk are then combined pairwise.
#include <algorithm>

#include "engine/backends/cpu/dense/direct_convolution.h"
#include "engine/backends/cpu/dense/filter_plan.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// The sums of one chunk over a range of bands.
class ChunkSums {
 public:
  ChunkSums(const Convolution& c, const FilterPlan& plan, const FilterChunk& chunk,
            const std::array<TapsAlong, 3>& taps, const float* outputs, const float* images,
            float* slot)
      : c_(c),
        plan_(plan),
        chunk_(chunk),
        taps_(taps),
        kernels_(lane_kernels()),
        sums_(slot),
        images_(images, chunk.x, c.image[0] * c.image[1], c.image[2], c.batch, plan.vectors,
                plan.pieces, plan.image_rows, plan.image_columns, slot + plan.sums),
        outputs_(outputs, chunk.y, c.output[0] * c.output[1], c.output[2], c.batch, plan.vectors,
                 plan.pieces, plan.rows, plan.columns, slot + plan.sums + plan.packed_image) {}

  void add(const FilterBand* band, const FilterBand* end, float* totals) {
    const std::int64_t size = chunk_.channels_x() * chunk_.channels_y() * c_.taps();
    std::fill_n(sums_, size * kernels_.lanes, 0.0f);
    for (; band != end; ++band) add_band(*band);
    kernels_.add_lanes(sums_, size, totals);
  }

 private:
  void add_band(const FilterBand& band) {
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
    const std::int64_t reach = c_.dilation[2] * (c_.filter[2] - 1) + 1;
    const std::int64_t left = band.first_column * c_.stride[2] - c_.padding[2];
    const std::int64_t right = left + (band.columns - 1) * c_.stride[2] + reach;
    first_pixel_ = std::clamp<std::int64_t>(left, 0, c_.image[2]);
    const std::int64_t pixels =
        std::clamp<std::int64_t>(right, first_pixel_, c_.image[2]) - first_pixel_;
    images_.hold(image_rows, band.batch, first_pixel_, pixels);
    outputs_.hold(output_rows, band.batch, band.first_column, band.columns);
    for (std::size_t y = 0; y + 1 < chunk_.y.size(); ++y) {
      for (std::size_t x = 0; x + 1 < chunk_.x.size(); ++x) {
        for (const std::int64_t row : output_rows) add_row(band, row, x, y);
      }
    }
  }

  // Adds all taps of one output row, for one block of image and one of output channels.
  void add_row(const FilterBand& band, std::int64_t row, std::size_t x, std::size_t y) {
    for (std::int64_t piece = 0; piece < plan_.pieces; ++piece) {
      for (const TapAt& t : along(0, row / c_.output[1])) {
        for (const TapAt& r : along(1, row % c_.output[1])) {
          const std::int64_t tap = (t.tap * c_.filter[1] + r.tap) * c_.filter[2];
          add_taps(band, images_.at(t.source * c_.image[1] + r.source, x, piece),
                   outputs_.at(row, y, piece), x, y, sums_ + place(tap, x, y));
        }
      }
    }
  }

  // Adds the taps along one row of the image.
  void add_taps(const FilterBand& band, const float* image, const float* output, std::size_t x,
                std::size_t y, float* sums) const {
    const std::int64_t wide = chunk_.x[x + 1] - chunk_.x[x];
    const std::int64_t high = chunk_.y[y + 1] - chunk_.y[y];
    const std::int64_t x_step = images_.step(x), y_step = outputs_.step(y);
    const LaneKernels::Dots dots = kernels_.dots[wide - 1][high - 1];
    for (std::int64_t s = 0; s < c_.filter[2]; ++s, sums += wide * high * kernels_.lanes) {
      const auto [begin, end] = meeting(s, band);
      if (begin >= end) continue;
      const std::int64_t at =
          begin * c_.stride[2] - c_.padding[2] + s * c_.dilation[2] - first_pixel_;
      const std::int64_t pixels = end - begin;
      const bool together = c_.stride[2] == 1;
      dots(image + at * x_step, c_.stride[2] * x_step,
           output + (begin - band.first_column) * y_step, y_step, together ? 1 : pixels,
           together ? pixels * plan_.vectors : plan_.vectors, sums);
    }
  }

  // The range of output columns of the band for which tap `s` lies inside the image.
  std::pair<std::int64_t, std::int64_t> meeting(std::int64_t s, const FilterBand& band) const {
    const std::int64_t ahead = s * c_.dilation[2] - c_.padding[2], stride = c_.stride[2];
    const std::int64_t begin = ahead >= 0 ? 0 : (-ahead + stride - 1) / stride;
    const std::int64_t room = c_.image[2] - 1 - ahead;
    const std::int64_t end = room < 0 ? 0 : room / stride + 1;
    return {std::max(begin, band.first_column), std::min(end, band.first_column + band.columns)};
  }

  // Offset of the sums of two blocks: (blocks of x, blocks of y, taps, x, y, lanes).
  std::int64_t place(std::int64_t tap, std::size_t x, std::size_t y) const {
    const std::int64_t wide = chunk_.x[x + 1] - chunk_.x[x];
    const std::int64_t high = chunk_.y[y + 1] - chunk_.y[y];
    const std::int64_t blocks =
        (chunk_.x[x] - chunk_.x[0]) * chunk_.channels_y() + wide * (chunk_.y[y] - chunk_.y[0]);
    return (blocks * c_.taps() + tap * wide * high) * kernels_.lanes;
  }

  const std::vector<TapAt>& along(std::size_t i, std::int64_t place) const {
    return taps_[i][static_cast<std::size_t>(place)];
  }

  const Convolution& c_;
  const FilterPlan& plan_;
  const FilterChunk& chunk_;
  const std::array<TapsAlong, 3>& taps_;
  const LaneKernels& kernels_;
  float* const sums_;
  BlockedRows images_, outputs_;
  std::int64_t first_pixel_ = 0;  // of the held image rows
};

class DirectFilters {
 public:
  DirectFilters(const Convolution& c, const float* outputs, const float* images, float* filters,
                StepScratch& scratch)
      : c_(c),
        plan_(c),
        memory_(scratch.floats(plan_.scratch_bytes())),
        outputs_(outputs),
        images_(images),
        filters_(filters),
        slots_(memory_, plan_.slot(), plan_.slots()),
        totals_(memory_ + plan_.slots() * plan_.slot()) {
    for (std::size_t i = 0; i < 3; ++i) taps_[i] = taps_along(c, i);
  }

  void run() {
    const auto chunks = static_cast<int>(plan_.chunks.size());
    const auto groups = static_cast<int>(plan_.groups);
    ThreadPool::shared().parallel_for(chunks * groups,
                                      [&](int part) { make(part / groups, part % groups); });
    if (groups == 1) return;
    ThreadPool::shared().parallel_for(chunks, [&](int chunk) { join(chunk); });
  }

 private:
  float* totals_of(std::int64_t chunk, std::int64_t group) const {
    return totals_ + (chunk * plan_.groups + group) * plan_.totals;
  }

  void make(int chunk, int group) {
    const ScratchSlots::Lease slot(slots_);
    const FilterChunk& own = plan_.chunks[static_cast<std::size_t>(chunk)];
    float* const totals =
        plan_.groups > 1 ? totals_of(chunk, group) : slot.memory() + plan_.slot() - plan_.totals;
    const auto count = static_cast<std::int64_t>(plan_.bands.size());
    ChunkSums(c_, plan_, own, taps_, outputs_, images_, slot.memory())
        .add(plan_.bands.data() + count * group / plan_.groups,
             plan_.bands.data() + count * (group + 1) / plan_.groups, totals);
    if (plan_.groups == 1) order(own, totals);
  }

  void join(int chunk) {
    const FilterChunk& own = plan_.chunks[static_cast<std::size_t>(chunk)];
    const std::int64_t size = own.channels_x() * own.channels_y() * c_.taps();
    for (std::int64_t apart = 1; apart < plan_.groups; apart *= 2) {
      for (std::int64_t group = 0; group + apart < plan_.groups; group += 2 * apart) {
        float* const to = totals_of(chunk, group);
        const float* const from = totals_of(chunk, group + apart);
        for (std::int64_t i = 0; i < size; ++i) to[i] += from[i];
      }
    }
    order(own, totals_of(chunk, 0));
  }

  // Reorders totals into the layout of the filters.
  void order(const FilterChunk& chunk, const float* totals) const {
    for (std::size_t x = 0; x + 1 < chunk.x.size(); ++x) {
      for (std::size_t y = 0; y + 1 < chunk.y.size(); ++y) {
        const std::int64_t high = chunk.y[y + 1] - chunk.y[y];
        for (std::int64_t tap = 0; tap < c_.taps(); ++tap) {
          for (std::int64_t i = chunk.x[x]; i < chunk.x[x + 1]; ++i, totals += high) {
            float* to = filters_ + (i * c_.taps() + tap) * c_.out_channels + chunk.y[y];
            std::copy_n(totals, high, to);
          }
        }
      }
    }
  }

  const Convolution& c_;
  const FilterPlan plan_;
  float* const memory_;
  const float *outputs_, *images_;
  float* filters_;
  ScratchSlots slots_;
  float* const totals_;  // of all groups
  std::array<TapsAlong, 3> taps_;
};

}  // namespace

void direct_filters(const Convolution& convolution, const float* outputs, const float* images,
                    float* filters, StepScratch& scratch) {
  DirectFilters(convolution, outputs, images, filters, scratch).run();
}

}  // namespace ng
