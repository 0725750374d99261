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

// Is every window inside of the image, so that all have the same number of elements?
bool all_inside(const Pooling& p) {
  bool inside = true;
  for (std::size_t i = 0; i < 4; ++i) {
    inside &= p.padding[i] == 0 && (p.output[i] - 1) * p.stride[i] + p.window[i] <= p.image[i];
  }
  return inside;
}

PhasePlanes planes_of(const Pooling& p) {
  const auto along = [&p](std::size_t i) {
    return PhasePlanes::Along{p.image[i], p.output[i], p.window[i], p.padding[i], p.stride[i], 1};
  };
  return {along(2), along(3), p.batch};
}

// Of one channel.
class RowPooling {
 public:
  explicit RowPooling(const Pooling& p)
      : p_(p),
        kernels_(lane_kernels()),
        planes_(planes_of(p)),
        rows_(std::clamp<std::int64_t>(floats_in_cache / (planes_.floats(1) * p.window[1]), 1,
                                       p.output[2])),
        plane_(whole_lines(planes_.floats(rows_))),
        line_(p.output[3] * p.batch) {
    for (std::int64_t t = 0; t < p.window[1]; ++t)
      for (std::int64_t r = 0; r < p.window[2]; ++r)
        for (std::int64_t s = 0; s < p.window[3]; ++s)
          offsets_.push_back(t * plane_ + planes_.tap(r, s, rows_));
  }

  std::int64_t room_floats() const {
    return whole_lines(plane_ * p_.window[1] + PhasePlanes::overrun);
  }

  void make(const float* images, float* outputs, float* room) const {
    for (std::int64_t d = 0; d < p_.output[1]; ++d) {
      for (std::int64_t first = 0; first < p_.output[2]; first += rows_) {
        copy(images, d, planes_.phases({first, 0}, rows_, least), room);
        make_rows(room, std::min(rows_, p_.output[2] - first),
                  outputs + (d * p_.output[2] + first) * line_);
      }
    }
  }

 private:
  // Maxima ignore what is outside, since every window has an element inside.
  static constexpr float least = -std::numeric_limits<float>::infinity();
  void copy(const float* images, std::int64_t d, const std::vector<PhasePlanes::Phase>& phases,
            float* room) const {
    for (std::int64_t t = 0; t < p_.window[1]; ++t) {
      const std::int64_t depth = d * p_.stride[1] - p_.padding[1] + t;
      const bool inside = depth >= 0 && depth < p_.image[1];
      const float* plane = inside ? images + depth * p_.image[2] * p_.image[3] * p_.batch : nullptr;
      planes_.pack(plane, phases, room + t * plane_);
    }
  }

  void make_rows(const float* room, std::int64_t rows, float* outputs) const {
    const LaneWindow window{
        offsets_.data(), static_cast<int>(offsets_.size()), rows, line_, planes_.width(), line_};
    if (!p_.average) return kernels_.largest_of_taps(window, room, outputs);
    for (std::int64_t h = 0; h < rows; ++h) {
      make_mean(room + h * planes_.width(), outputs + h * line_);
    }
  }

  void make_mean(const float* room, float* outputs) const {
    thread_local std::vector<const float*> members;
    members.clear();
    for (const std::int64_t offset : offsets_) members.push_back(room + offset);
    kernels_.mean(members.data(), static_cast<int>(members.size()), line_, outputs);
  }

  const Pooling& p_;
  const LaneKernels& kernels_;
  const PhasePlanes planes_;
  const std::int64_t rows_;            // of outputs that are copied for at once
  const std::int64_t plane_;           // floats of a copied plane
  const std::int64_t line_;            // floats of a row of outputs
  std::vector<std::int64_t> offsets_;  // of the window's elements, in the copy
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
  return p.makes == Pooling::Makes::outputs && channel_alone && p.batch < 16 && p.output[3] > 1 &&
         (!p.average || all_inside(p));
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
