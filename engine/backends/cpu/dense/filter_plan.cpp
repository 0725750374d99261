// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/filter_plan.h"

#include <algorithm>

#include "engine/backends/cpu/dense/direct_convolution.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"

namespace ng {
namespace {

constexpr std::int64_t most_batch = 128;  // per band; longer contiguous runs are read faster
// In floats: the data that a tile reads of one row, rows packed at once, and the limits of a slot.
constexpr std::int64_t first_cache = 10 << 10, second_cache = 128 << 10;
constexpr std::int64_t most_sums = 1 << 18, most_packed = 1 << 20;
constexpr std::int64_t most_columns = 2048;  // of outputs: limits the length of sums over a row
constexpr std::int64_t fewest_parts = 8, most_parts = 64;
constexpr int part_flops_log = 24;  // about 200 µs

std::int64_t span(const Convolution& c, std::size_t i) {
  return c.dilation[i] * (c.filter[i] - 1) + 1;
}

// Splits the blocks that begin at `begins` into `count` equal ranges.
std::vector<std::vector<std::int64_t>> ranges(const std::vector<std::int64_t>& begins,
                                              std::int64_t count) {
  const auto blocks = static_cast<std::int64_t>(begins.size()) - 1;
  std::vector<std::vector<std::int64_t>> result;
  for (std::int64_t i = 0; i < count; ++i) {
    result.emplace_back(begins.begin() + blocks * i / count,
                        begins.begin() + blocks * (i + 1) / count + 1);
  }
  return result;
}

std::int64_t longest(const std::vector<std::vector<std::int64_t>>& ranges) {
  std::int64_t most = 0;
  for (const auto& range : ranges) most = std::max(most, range.back() - range.front());
  return most;
}

// Narrow blocks of x leave registers for higher blocks of y.
std::int64_t most_y(const Convolution& c, const LaneKernels& kernels) {
  const auto wide = static_cast<int>(std::min<std::int64_t>(c.in_channels, kernels.x));
  return std::min(LaneKernels::most_y, kernels.x * kernels.y / wide);
}

}  // namespace

FilterPlan::FilterPlan(const Convolution& c) {
  const std::int64_t size = c.in_channels * c.taps() * c.out_channels;
  wanted_ = std::clamp<std::int64_t>((2 * size * c.positions() * c.batch) >> part_flops_log,
                                     fewest_parts, most_parts);
  cut_channels(c);
  cut_batch(c);
  cut_places(c);
  size_slots(c);
}

void FilterPlan::cut_channels(const Convolution& c) {
  const LaneKernels& kernels = lane_kernels();
  const std::vector<std::int64_t> x = equal_parts(c.in_channels, kernels.x);
  const std::vector<std::int64_t> y = equal_parts(c.out_channels, most_y(c, kernels));
  const auto x_blocks = static_cast<std::int64_t>(x.size()) - 1,
             y_blocks = static_cast<std::int64_t>(y.size()) - 1;
  std::int64_t across = 1, down = 1;
  const auto too_large = [&] {
    wide_ = (c.in_channels + across - 1) / across;
    high_ = (c.out_channels + down - 1) / down;
    return wide_ * high_ * c.taps() * kernels.lanes > most_sums;
  };
  while (too_large() && (across < x_blocks || down < y_blocks)) {
    const bool cut_x = down == y_blocks || (across < x_blocks && wide_ >= high_);
    ++(cut_x ? across : down);
  }
  const auto x_ranges = ranges(x, across), y_ranges = ranges(y, down);
  for (const auto& own_x : x_ranges) {
    for (const auto& own_y : y_ranges) chunks.push_back({own_x, own_y});
  }
  wide_ = longest(x_ranges);
  high_ = longest(y_ranges);
}

std::int64_t FilterPlan::image_columns_of(const Convolution& c, std::int64_t outputs) const {
  return std::min(c.image[2], (outputs - 1) * c.stride[2] + span(c, 2));
}

std::int64_t FilterPlan::image_rows_of(const Convolution& c, std::int64_t outputs) const {
  return c.filter[0] * std::min(c.image[1], (outputs - 1) * c.stride[1] + span(c, 1));
}

std::int64_t FilterPlan::block() const {
  return pieces * vectors * lane_kernels().lanes;
}

// Chooses the vectors per piece so that a tile's reads of one row fit in the L1 cache. Reduces
// pieces and columns if not even one row could be packed.
void FilterPlan::cut_batch(const Convolution& c) {
  const std::int64_t lanes = lane_kernels().lanes;
  std::int64_t all = (std::min(c.batch, most_batch) + lanes - 1) / lanes;
  for (;; all = (all + 1) / 2) {
    columns = std::min(c.output[2], most_columns);
    const auto packed = [&] {
      return all * lanes *
             (image_rows_of(c, 1) * wide_ * image_columns_of(c, columns) + high_ * columns);
    };
    constexpr std::int64_t narrow = 16;
    while (packed() > most_packed && columns > narrow) columns = (columns + 1) / 2;
    if (packed() <= most_packed || all == 1) break;
  }
  const std::int64_t x = chunks.front().x[1] - chunks.front().x[0],
                     y = chunks.front().y[1] - chunks.front().y[0];
  const std::int64_t wide = image_columns_of(c, columns) * x + columns * y;
  const std::int64_t fit = std::clamp<std::int64_t>(first_cache / (wide * lanes), 1, all);
  pieces = (all + fit - 1) / fit;
  vectors = (all + pieces - 1) / pieces;
  image_columns = image_columns_of(c, columns);
}

// Chooses the rows of outputs per band so that they fit in the L2 cache and there are enough bands
// for all groups. Bands of one batch block are adjacent, because they share rows of the image.
void FilterPlan::cut_places(const Convolution& c) {
  const auto chunk_count = static_cast<std::int64_t>(chunks.size());
  groups = (wanted_ + chunk_count - 1) / chunk_count;
  const std::int64_t image_row = c.filter[0] * image_columns * wide_ * block();
  const std::int64_t output_row = columns * high_ * block();
  const std::int64_t blocks = (c.batch + block() - 1) / block() * c.output[0];
  const std::int64_t apart = (groups + blocks - 1) / blocks;
  const std::int64_t fit = (second_cache - (span(c, 1) - c.stride[1]) * image_row) /
                           (image_row * c.stride[1] + output_row);
  rows = std::clamp<std::int64_t>(fit, 1, (c.output[1] + apart - 1) / apart);
  const std::vector<std::int64_t> row_begins = equal_parts(c.output[1], rows);
  const std::vector<std::int64_t> column_begins = equal_parts(c.output[2], columns);
  for (std::int64_t batch = 0; batch < c.batch; batch += block()) {
    for (std::size_t j = 0; j + 1 < column_begins.size(); ++j) {
      for (std::int64_t depth = 0; depth < c.output[0]; ++depth) {
        for (std::size_t i = 0; i + 1 < row_begins.size(); ++i) {
          bands.push_back({batch, depth * c.output[1] + row_begins[i],
                           row_begins[i + 1] - row_begins[i], column_begins[j],
                           column_begins[j + 1] - column_begins[j]});
        }
      }
    }
  }
  groups = std::min(groups, static_cast<std::int64_t>(bands.size()));
  image_rows = image_rows_of(c, rows);
}

void FilterPlan::size_slots(const Convolution& c) {
  totals = whole_lines(wide_ * high_ * c.taps());
  sums = whole_lines(wide_ * high_ * c.taps() * lane_kernels().lanes);
  packed_image = whole_lines(image_rows * wide_ * image_columns * block());
  packed_output = whole_lines(rows * high_ * columns * block());
}

std::int64_t FilterPlan::all_totals() const {
  return groups > 1 ? static_cast<std::int64_t>(chunks.size()) * groups * totals : 0;
}

std::int64_t FilterPlan::slots() const {
  return ScratchSlots::count(static_cast<std::int64_t>(chunks.size()) * groups);
}

std::int64_t FilterPlan::scratch_bytes() const {
  return 4 * (slots() * slot() + all_totals());
}

}  // namespace ng
