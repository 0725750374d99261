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

PhasePlanes planes_of(const Pooling& p) {
  const auto along = [&p](std::size_t i) {
    return PhasePlanes::Along{p.image[i], p.output[i], p.window[i], p.padding[i], p.stride[i], 1};
  };
  return {along(2), along(3), p.batch};
}

// Elements of the image in the window of output `at` along axis `i`.
std::int64_t inside(const Pooling& p, std::size_t i, std::int64_t at) {
  const std::int64_t begin = at * p.stride[i] - p.padding[i];
  return std::min(p.image[i], begin + p.window[i]) - std::max<std::int64_t>(0, begin);
}

// Windows of a channel's copied rows: the maximum, or the sum that is then divided.
class WindowOfRows {
 public:
  WindowOfRows(const Pooling& p, const PhasePlanes& planes, std::int64_t rows)
      : average_(p.average),
        kernels_(lane_kernels()),
        planes_(planes),
        rows_(rows),
        line_(p.output[3] * p.batch),
        plane_(whole_lines(planes.floats(rows))),
        depth_(p.window[1]),
        in_two_(is_faster_in_two(p, planes, rows)),
        ones_(static_cast<std::size_t>(p.window[1] * p.window[2] * p.window[3]), 1.0f) {
    if (in_two_) set_offsets_in_two(p);
    if (!in_two_) set_offsets(p);
  }

  // Floats from the copy of a plane to that at the next depth, and of all and what is made of them.
  std::int64_t plane_floats() const { return plane_; }
  std::int64_t room_floats() const {
    const std::int64_t middle = in_two_ ? depth_ * planes_.down_phases() * middle_floats() : 0;
    return whole_lines(depth_ * plane_ + middle + PhasePlanes::overrun);
  }

  // `rows` rows of outputs from the copies in `room`.
  void make(float* room, std::int64_t rows, float* outputs) const {
    if (!in_two_) return reduce(down_, rows, planes_.width(), room, outputs);
    float* const middle = room + depth_ * plane_;
    for (std::int64_t t = 0; t < depth_; ++t)
      for (std::int64_t phase = 0; phase < planes_.down_phases(); ++phase)
        reduce(across_, planes_.copied_rows(rows_), planes_.width(),
               room + t * plane_ + phase * planes_.phase_floats(rows_),
               middle + (t * planes_.down_phases() + phase) * middle_floats());
    reduce(down_, rows, line_, middle, outputs);
  }

 private:
  // Along the rows first, and then down. Windows of neighbouring rows share the first.
  static bool is_faster_in_two(const Pooling& p, const PhasePlanes& planes, std::int64_t rows) {
    const std::int64_t copied = planes.down_phases() * planes.copied_rows(rows);
    return 5 * (copied * p.window[3] + rows * p.window[2]) < 4 * rows * p.window[2] * p.window[3];
  }

  std::int64_t middle_floats() const { return planes_.copied_rows(rows_) * line_; }

  void set_offsets(const Pooling& p) {
    for (std::int64_t t = 0; t < p.window[1]; ++t)
      for (std::int64_t r = 0; r < p.window[2]; ++r)
        for (std::int64_t s = 0; s < p.window[3]; ++s)
          down_.push_back(t * plane_ + planes_.tap(r, s, rows_));
  }

  void set_offsets_in_two(const Pooling& p) {
    for (std::int64_t s = 0; s < p.window[3]; ++s) across_.push_back(planes_.across_tap(s, rows_));
    for (std::int64_t t = 0; t < p.window[1]; ++t)
      for (std::int64_t r = 0; r < p.window[2]; ++r) {
        const PhasePlanes::DownTap tap = planes_.down_tap(r);
        down_.push_back((t * planes_.down_phases() + tap.phase) * middle_floats() +
                        tap.row * line_);
      }
  }

  void reduce(const std::vector<std::int64_t>& offsets, std::int64_t rows, std::int64_t stride,
              const float* source, float* result) const {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const LaneWindow window{offsets.data(), static_cast<int>(offsets.size()), rows, line_, stride,
                            line_};
    if (!average_) return kernels_.largest_of_taps(window, source, result);
    const LaneEpilogue none{nullptr, nullptr, 0, -infinity, infinity};
    kernels_.weigh_taps(window, source, ones_.data(), none, result);
  }

  const bool average_;
  const LaneKernels& kernels_;
  const PhasePlanes& planes_;
  const std::int64_t rows_, line_, plane_, depth_;
  const bool in_two_;
  const std::vector<float> ones_;
  std::vector<std::int64_t> across_, down_;  // offsets of the first and the last windows
};

// Of one channel.
class RowPooling {
 public:
  explicit RowPooling(const Pooling& p)
      : p_(p),
        planes_(planes_of(p)),
        rows_(std::clamp<std::int64_t>(floats_in_cache / (planes_.floats(1) * p.window[1]), 1,
                                       p.output[2])),
        line_(p.output[3] * p.batch),
        window_(p, planes_, rows_) {
    for (std::int64_t w = 0; w < p.output[3]; ++w)
      counts_.insert(counts_.end(), static_cast<std::size_t>(p.batch),
                     static_cast<float>(inside(p, 3, w)));
  }

  std::int64_t room_floats() const { return window_.room_floats(); }

  void make(const float* images, float* outputs, float* room) const {
    for (std::int64_t d = 0; d < p_.output[1]; ++d) {
      for (std::int64_t first = 0; first < p_.output[2]; first += rows_) {
        copy(images, d, planes_.phases({first, 0}, rows_, outside()), room);
        const std::int64_t rows = std::min(rows_, p_.output[2] - first);
        float* const made = outputs + (d * p_.output[2] + first) * line_;
        window_.make(room, rows, made);
        if (p_.average) divide(d, first, rows, made);
      }
    }
  }

 private:
  // Every window has an element inside.
  float outside() const { return p_.average ? 0 : -std::numeric_limits<float>::infinity(); }

  void copy(const float* images, std::int64_t d, const std::vector<PhasePlanes::Phase>& phases,
            float* room) const {
    for (std::int64_t t = 0; t < p_.window[1]; ++t) {
      const std::int64_t depth = d * p_.stride[1] - p_.padding[1] + t;
      const bool inside = depth >= 0 && depth < p_.image[1];
      const float* plane = inside ? images + depth * p_.image[2] * p_.image[3] * p_.batch : nullptr;
      planes_.pack(plane, phases, room + t * window_.plane_floats());
    }
  }

  void divide(std::int64_t d, std::int64_t first, std::int64_t rows, float* sums) const {
    for (std::int64_t h = first; h < first + rows; ++h, sums += line_) {
      const auto more = static_cast<float>(inside(p_, 1, d) * inside(p_, 2, h));
      lane_kernels().divide(line_, counts_.data(), more, sums);
    }
  }

  const Pooling& p_;
  const PhasePlanes planes_;
  const std::int64_t rows_;  // of outputs that are copied for at once
  const std::int64_t line_;  // floats of a row of outputs
  const WindowOfRows window_;
  std::vector<float> counts_;  // of a row of outputs: elements inside along the width
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
