// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/row_pooling.h"

#include <algorithm>
#include <vector>

#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// Of one channel: windows down the rows first, each over whole rows of the image where they lie,
// and then along what is made of them.
class RowPooling {
 public:
  explicit RowPooling(const Pooling& p)
      : p_(p), pool_(p.average ? lane_kernels().mean_pool : lane_kernels().largest_pool) {
    const std::int64_t reach = (p.output[3] - 1) * p.stride[3] + p.window[3] - p.padding[3];
    row_ = {.depths = 1,
            .depth_stride = p.image[2] * p.image[3] * p.batch,
            .rows = 1,
            .row_stride = p.image[3] * p.batch,
            .width = std::min(p.image[3], reach) * p.batch,
            .before = p.padding[3] * p.batch,
            .after = std::max<std::int64_t>(0, reach - p.image[3]) * p.batch,
            .group = p.batch,
            .window = p.window[3],
            .stride = p.stride[3],
            .outputs = p.output[3] * p.batch,
            .counts = nullptr};
    line_ = line_floats();
    lines_ = lines_at_once();
    for (std::int64_t w = 0; w < p.output[3]; ++w) {
      const Inside inside = inside_along(3, w);
      counts_.insert(counts_.end(), static_cast<std::size_t>(p.batch),
                     static_cast<float>(inside.end - inside.begin));
    }
  }

  std::int64_t room_floats() const { return lines_ * line_; }

  void make(const float* image, float* outputs, float* room) const {
    LanePooling row = row_;
    row.counts = counts_.data();
    for (std::int64_t d = 0; d < p_.output[1]; ++d) {
      const Inside depths = inside_along(1, d);
      row.depths = depths.end - depths.begin;
      const float* const plane = image + depths.begin * row.depth_stride;
      for (std::int64_t first = 0; first < p_.output[2]; first += lines_) {
        const std::int64_t count = std::min(lines_, p_.output[2] - first);
        for (std::int64_t i = 0; i < count; ++i) {
          const Inside rows = inside_along(2, first + i);
          row.rows = rows.end - rows.begin;
          pool_.down(row, plane + rows.begin * row.row_stride, room + i * line_);
        }
        for (std::int64_t i = 0; i < count; ++i, outputs += row.outputs)
          pool_.along(row, room + i * line_, outputs);
      }
    }
  }

 private:
  // Elements of the image in the window of output `at` along axis `i`: at least one.
  struct Inside {
    std::int64_t begin, end;
  };
  Inside inside_along(std::size_t i, std::int64_t at) const {
    const std::int64_t begin = at * p_.stride[i] - p_.padding[i];
    return {std::max<std::int64_t>(0, begin), std::min(p_.image[i], begin + p_.window[i])};
  }

  // Floats of a line, with those that are written and read past its end.
  std::int64_t line_floats() const {
    constexpr std::int64_t overrun = 3 * LaneKernels::most_lanes;
    const std::int64_t written = row_.before + row_.width + row_.after;
    const std::int64_t read = whole_lines(row_.outputs) * row_.stride + row_.window * row_.group;
    return whole_lines(std::max(written, read) + overrun);
  }

  // Lines that are made at once: what is stored last is not read at once, and all stay in the
  // first-level cache.
  std::int64_t lines_at_once() const {
    constexpr std::int64_t most = 8, floats = 1 << 12;
    return std::clamp<std::int64_t>(floats / line_, 1, most);
  }

  const Pooling& p_;
  const LanePool& pool_;
  LanePooling row_;
  std::int64_t line_, lines_;  // floats of a line, lines made at once
  std::vector<float> counts_;
};

// Parts of the channels.
std::int64_t parts_of(const Pooling& p) {
  constexpr std::int64_t most = 16;
  return std::min(p.output[0], most);
}

std::int64_t scratch_bytes(const Pooling& p, const RowPooling& rows) {
  return 4 * rows.room_floats() * ScratchSlots::count(parts_of(p));
}

}  // namespace

bool pools_rows(const Pooling& p) {
  const bool channel_alone = p.window[0] == 1 && p.stride[0] == 1 && p.padding[0] == 0;
  return p.makes == Pooling::Makes::outputs && channel_alone && p.batch < 16 && p.output[3] > 1;
}

void pool_rows(const Pooling& p, const float* images, float* outputs, StepScratch& scratch) {
  const RowPooling rows(p);
  const std::int64_t parts = parts_of(p);
  const std::int64_t image = p.image[1] * p.image[2] * p.image[3] * p.batch;
  const std::int64_t output = p.output[1] * p.output[2] * p.output[3] * p.batch;
  ScratchSlots rooms(scratch.floats(scratch_bytes(p, rows)), rows.room_floats(),
                     ScratchSlots::count(parts));
  ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](int part) {
    const ScratchSlots::Lease room(rooms);
    const std::int64_t end = p.output[0] * (part + 1) / parts;
    for (std::int64_t c = p.output[0] * part / parts; c < end; ++c) {
      rows.make(images + c * image, outputs + c * output, room.memory());
    }
  });
}

std::int64_t row_pooling_scratch(const Pooling& p) {
  if (!pools_rows(p)) return 0;
  return scratch_bytes(p, RowPooling(p));
}

}  // namespace ng
