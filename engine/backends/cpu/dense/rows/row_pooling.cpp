// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/row_pooling.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "engine/backends/cpu/dense/rows/phase_planes.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// Floats of the rows that are made at once, which stay in the first-level cache.
constexpr std::int64_t floats_at_once = 1 << 11;

// Of one channel: windows down the rows first, each over whole rows of the image where they lie,
// and then along what is made of them.
class RowPooling {
 public:
  explicit RowPooling(const Pooling& p)
      : p_(p),
        kernels_(lane_kernels()),
        row_(p.image[3] * p.batch),
        line_(p.output[3] * p.batch),
        rows_(std::clamp<std::int64_t>(floats_at_once / row_, 1, p.output[2])),
        planes_({rows_, rows_, 1, 0, 1, 1},
                {p.image[3], p.output[3], p.window[3], p.padding[3], p.stride[3], 1}, p.batch),
        phases_(planes_.phases({0, 0}, rows_, outside())),
        ones_(static_cast<std::size_t>(p.window[3]), 1.0f) {
    for (std::int64_t s = 0; s < p.window[3]; ++s) taps_.push_back(planes_.tap(0, s, rows_));
    for (std::int64_t w = 0; w < p.output[3]; ++w) {
      const Inside inside = inside_along(3, w);
      counts_.insert(counts_.end(), static_cast<std::size_t>(p.batch),
                     static_cast<float>(inside.end - inside.begin));
    }
  }

  std::int64_t room_floats() const {
    return lines_floats() + whole_lines(planes_.floats(rows_) + PhasePlanes::overrun);
  }

  void make(const float* images, float* outputs, float* room) const {
    for (std::int64_t d = 0; d < p_.output[1]; ++d)
      for (std::int64_t first = 0; first < p_.output[2]; first += rows_) {
        const std::int64_t rows = std::min(rows_, p_.output[2] - first);
        for (std::int64_t r = 0; r < rows; ++r) make_line(images, d, first + r, room + r * row_);
        make_rows(room, rows, outputs + (d * p_.output[2] + first) * line_);
      }
  }

 private:
  // Elements of the image in the window of output `at` along axis `i`.
  struct Inside {
    std::int64_t begin, end;
  };
  Inside inside_along(std::size_t i, std::int64_t at) const {
    const std::int64_t begin = at * p_.stride[i] - p_.padding[i];
    return {std::max<std::int64_t>(0, begin), std::min(p_.image[i], begin + p_.window[i])};
  }

  std::int64_t lines_floats() const { return whole_lines(rows_ * row_); }

  // The maximum or mean of the rows in the windows of one row of outputs.
  void make_line(const float* images, std::int64_t d, std::int64_t h, float* line) const {
    const Inside depths = inside_along(1, d), rows = inside_along(2, h);
    thread_local std::vector<const float*> members;
    members.clear();
    for (std::int64_t depth = depths.begin; depth < depths.end; ++depth)
      for (std::int64_t r = rows.begin; r < rows.end; ++r)
        members.push_back(images + (depth * p_.image[2] + r) * row_);
    fetch_rows(images + (depths.begin * p_.image[2] + rows.end) * row_);
    const auto reduce = p_.average ? kernels_.mean : kernels_.largest;
    reduce(members.data(), static_cast<int>(members.size()), row_, line);
  }

  // Requests rows that windows a few rows of outputs further down read.
  void fetch_rows(const float* from) const {
    constexpr std::int64_t ahead = 4;
    const std::int64_t count = p_.stride[2] * row_;
    for (std::int64_t i = 0; i < count; i += 16) __builtin_prefetch(from + ahead * count + i);
  }

  // Every window has an element inside.
  float outside() const { return p_.average ? 0 : -std::numeric_limits<float>::infinity(); }

  // `rows` rows of outputs from the lines in `room`. All lines are copied, as the taps' offsets are
  // those of a whole copy.
  void make_rows(float* room, std::int64_t rows, float* outputs) const {
    float* const copy = room + lines_floats();
    planes_.pack(room, phases_, copy);
    const LaneWindow window{
        taps_.data(), static_cast<int>(taps_.size()), rows, line_, planes_.width(), line_};
    if (!p_.average) return kernels_.largest_of_taps(window, copy, outputs);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const LaneEpilogue none{nullptr, nullptr, 0, -infinity, infinity};
    kernels_.weigh_taps(window, copy, ones_.data(), none, outputs);
    for (std::int64_t r = 0; r < rows; ++r)
      kernels_.divide(line_, counts_.data(), 1, outputs + r * line_);
  }

  const Pooling& p_;
  const LaneKernels& kernels_;
  const std::int64_t row_, line_;  // floats of a row of the image and of outputs
  const std::int64_t rows_;        // of outputs that are made at once
  const PhasePlanes planes_;       // of lines
  const std::vector<PhasePlanes::Phase> phases_;
  const std::vector<float> ones_;
  std::vector<std::int64_t> taps_;  // offsets in the copy of the first line
  std::vector<float> counts_;       // of a row of outputs: elements inside along the width
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
