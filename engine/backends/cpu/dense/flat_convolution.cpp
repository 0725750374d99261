// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/flat_convolution.h"

#include <algorithm>
#include <vector>

#include "engine/backends/cpu/dense/direct_convolution.h"
#include "engine/backends/cpu/dense/phase_planes.h"
#include "engine/backends/cpu/dense/pointwise_convolution.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// Floats of copied images that fit in the second-level cache beside a block of filters.
constexpr std::int64_t most_copied = 1 << 16;

constexpr std::int64_t whole_lines(std::int64_t floats) {
  return (floats + 15) / 16 * 16;
}

PhasePlanes planes_of(const Convolution& c) {
  const auto along = [&c](std::size_t i) {
    return PhasePlanes::Along{c.image[i],   c.output[i], c.filter[i],
                              c.padding[i], c.stride[i], c.dilation[i]};
  };
  return {along(1), along(2), c.batch};
}

std::int64_t depth_of(const Convolution& c, std::int64_t output, std::int64_t tap) {
  const std::int64_t depth = output * c.stride[0] - c.padding[0] + tap * c.dilation[0];
  return depth >= 0 && depth < c.image[0] ? depth : -1;
}

// A copy of what some rows of outputs read of one channel: a plane for each tap along the depth.
class ChannelCopy {
 public:
  ChannelCopy(const Convolution& c, std::int64_t rows)
      : c_(c), planes_(planes_of(c)), rows_(rows), floats_(planes_.floats(rows)) {}
  const PhasePlanes& planes() const { return planes_; }
  std::int64_t floats() const { return c_.filter[0] * floats_; }
  std::int64_t tap(std::int64_t t, std::int64_t r, std::int64_t s) const {
    return t * floats_ + planes_.tap(r, s, rows_);
  }
  // For outputs of rows [first, first + rows) at depth `m`.
  void pack(const float* channel, std::int64_t m, std::int64_t first, float* to) const {
    for (std::int64_t t = 0; t < c_.filter[0]; ++t, to += floats_) {
      const std::int64_t depth = depth_of(c_, m, t);
      const float* const plane =
          depth < 0 ? nullptr : channel + depth * c_.image[1] * c_.image[2] * c_.batch;
      planes_.pack(plane, first, rows_, 0.0f, to);
    }
  }
  template <class Each>
  void each_tap(const Each& each) const {
    for (std::int64_t t = 0; t < c_.filter[0]; ++t)
      for (std::int64_t r = 0; r < c_.filter[1]; ++r)
        for (std::int64_t s = 0; s < c_.filter[2]; ++s) each(tap(t, r, s));
  }

 private:
  const Convolution& c_;
  const PhasePlanes planes_;
  const std::int64_t rows_, floats_;
};

// A unit of work: blocks of output channels of a group, for some rows of outputs at one depth.
struct Unit {
  std::int64_t group = 0;
  std::size_t first_block = 0, end_block = 0;
  std::int64_t m = 0, first_row = 0, rows = 0;
};

class FlatConvolution {
 public:
  FlatConvolution(const Convolution& c, const float* images, const float* bias, float* outputs)
      : c_(c),
        kernels_(lane_kernels()),
        images_(images),
        bias_(bias),
        outputs_(outputs),
        begins_(equal_parts(c.group_filters(), kernels_.rows)),
        tile_(LaneKernels::most_vectors * kernels_.lanes),
        most_rows_(rows_of_unit()) {
    plan();
  }

  std::int64_t room_floats() const { return slots() * slot_floats(); }

  void run(const float* packed, float* memory) {
    filters_ = packed;
    ScratchSlots rooms(memory, slot_floats(), slots());
    ThreadPool::shared().parallel_for(static_cast<int>(units_.size()), [&](int unit) {
      const ScratchSlots::Lease room(rooms);
      make(units_[static_cast<std::size_t>(unit)], room.memory());
    });
  }

 private:
  // As many rows as fit in the cache.
  std::int64_t rows_of_unit() const {
    const std::int64_t one = c_.group_channels() * ChannelCopy(c_, 1).floats();
    const std::int64_t two = c_.group_channels() * ChannelCopy(c_, 2).floats();
    const std::int64_t more = std::max<std::int64_t>(1, two - one);
    return std::clamp<std::int64_t>(1 + (most_copied - one) / more, 1, c_.output[1]);
  }

  // Several bands are as many for each thread.
  std::int64_t bands_of_rows() const {
    const std::int64_t bands = (c_.output[1] + most_rows_ - 1) / most_rows_;
    const std::int64_t threads = ThreadPool::shared().threads();
    return bands == 1 ? 1 : std::min(c_.output[1], (bands + threads - 1) / threads * threads);
  }

  // A part of the blocks copies its images again, so that there are no more than threads need.
  void plan() {
    const std::int64_t bands = bands_of_rows();
    const auto blocks = static_cast<std::int64_t>(begins_.size()) - 1;
    const std::int64_t apart = c_.groups * c_.output[0] * bands;
    const std::int64_t threads = ThreadPool::shared().threads();
    const std::int64_t parts = std::clamp<std::int64_t>((threads + apart - 1) / apart, 1, blocks);
    for (std::int64_t g = 0; g < c_.groups; ++g)
      for (std::int64_t m = 0; m < c_.output[0]; ++m)
        for (std::int64_t band = 0; band < bands; ++band)
          for (std::int64_t part = 0; part < parts; ++part) {
            const std::int64_t first = c_.output[1] * band / bands;
            units_.push_back({g, static_cast<std::size_t>(blocks * part / parts),
                              static_cast<std::size_t>(blocks * (part + 1) / parts), m, first,
                              c_.output[1] * (band + 1) / bands - first});
          }
  }

  std::int64_t slots() const {
    return ScratchSlots::count(static_cast<std::int64_t>(units_.size()));
  }
  // The last tile of a copy reads past its end.
  std::int64_t slot_floats() const {
    return whole_lines(c_.group_channels() * ChannelCopy(c_, most_rows_).floats() + tile_);
  }

  void make(const Unit& unit, float* room) const {
    const ChannelCopy copy(c_, unit.rows);
    const std::int64_t channel = c_.pixels() * c_.batch, copied = copy.floats();
    const float* const images = images_ + unit.group * c_.group_channels() * channel;
    thread_local std::vector<std::int64_t> taps, offsets;
    taps.clear();
    offsets.clear();
    copy.each_tap([](std::int64_t tap) { taps.push_back(tap); });
    for (std::int64_t c = 0; c < c_.group_channels(); ++c) {
      copy.pack(images + c * channel, unit.m, unit.first_row, room + c * copied);
      for (const std::int64_t tap : taps) offsets.push_back(c * copied + tap);
    }
    std::fill_n(room + c_.group_channels() * copied, tile_, 0.0f);
    for (std::size_t b = unit.first_block; b < unit.end_block; ++b) {
      make_block(unit, b, copy.planes().width(), offsets, room);
    }
  }

  // All outputs of the unit for one block of output channels.
  void make_block(const Unit& unit, std::size_t b, std::int64_t width,
                  const std::vector<std::int64_t>& offsets, const float* room) const {
    const std::int64_t k = unit.group * c_.group_filters() + begins_[b];
    const std::int64_t height = begins_[b + 1] - begins_[b], line = c_.output[2] * c_.batch;
    const std::int64_t taps = c_.group_channels() * c_.taps();
    const float* const filters = filters_ + k * taps;
    const LaneEpilogue epilogue{bias_ ? bias_ + k : nullptr, c_.rectify};
    const std::int64_t all = c_.positions() * c_.batch;
    float* const to = outputs_ + k * all + (unit.m * c_.output[1] + unit.first_row) * line;
    const std::int64_t end = (unit.rows - 1) * width + line;
    float part[LaneKernels::most_rows * LaneKernels::most_vectors * 16];
    for (std::int64_t f = 0; f < end; f += tile_) {
      const std::int64_t wanted = std::min(tile_, end - f);
      const std::size_t vectors = wanted > kernels_.lanes ? 2 : 1;
      const LaneKernels::Gathered gathered = kernels_.gathered[height - 1][vectors - 1];
      const auto count = static_cast<std::int64_t>(offsets.size());
      if (width == line && wanted == tile_) {
        gathered(offsets.data(), count, filters, room + f, epilogue, to + f, all);
        continue;
      }
      const std::int64_t stride = static_cast<std::int64_t>(vectors) * kernels_.lanes;
      gathered(offsets.data(), count, filters, room + f, epilogue, part, stride);
      copy_rows(part, stride, f, wanted, width, height, to);
    }
  }

  // Copies the outputs of a tile, which begins at `f`, without the elements between rows.
  void copy_rows(const float* part, std::int64_t stride, std::int64_t f, std::int64_t count,
                 std::int64_t width, std::int64_t height, float* to) const {
    const std::int64_t line = c_.output[2] * c_.batch, all = c_.positions() * c_.batch;
    for (std::int64_t row = f / width; row * width < f + count; ++row) {
      const std::int64_t begin = std::max(f, row * width);
      const std::int64_t end = std::min(f + count, row * width + line);
      if (begin >= end) continue;
      kernels_.copy_rows(part + (begin - f), stride, to + row * line + (begin - row * width), all,
                         height, end - begin);
    }
  }

  const Convolution& c_;
  const LaneKernels& kernels_;
  const float *images_, *bias_;
  float* outputs_;
  const std::vector<std::int64_t> begins_;  // begins of a group's blocks of output channels
  const std::int64_t tile_;                 // outputs of a tile
  const std::int64_t most_rows_;
  std::vector<Unit> units_;
  const float* filters_ = nullptr;
};

// Filters that are not packed yet are packed by each call.
std::int64_t packed_floats(const Convolution& c) {
  return c.packed ? 0 : whole_lines(c.weights());
}

// Channels that one part of the work copies and convolves, one after another.
std::int64_t channels_of_part(const Convolution& c) {
  return std::max<std::int64_t>(1, c.groups / 16);
}

std::int64_t depthwise_slot(const Convolution& c) {
  return whole_lines(ChannelCopy(c, c.output[1]).floats() + lane_kernels().lanes);
}

std::int64_t depthwise_slots(const Convolution& c) {
  return ScratchSlots::count((c.groups + channels_of_part(c) - 1) / channels_of_part(c));
}

// The outputs of one channel of the images.
void convolve_channel(const Convolution& c, const ChannelCopy& copy, std::int64_t channel,
                      const float* images, const float* filters, const float* bias, float* outputs,
                      float* room) {
  const LaneKernels& kernels = lane_kernels();
  thread_local std::vector<std::int64_t> offsets;
  thread_local std::vector<const float*> sources;
  thread_local std::vector<float> weights;
  offsets.clear();
  copy.each_tap([](std::int64_t tap) { offsets.push_back(tap); });
  sources.resize(offsets.size());
  weights.resize(offsets.size());
  const std::int64_t line = c.output[2] * c.batch, width = copy.planes().width();
  for (std::int64_t m = 0; m < c.output[0]; ++m) {
    copy.pack(images + channel * c.pixels() * c.batch, m, 0, room);
    for (std::int64_t i = 0; i < c.group_filters(); ++i) {
      const std::int64_t k = channel * c.group_filters() + i;
      for (std::size_t tap = 0; tap < offsets.size(); ++tap)
        weights[tap] = filters[static_cast<std::int64_t>(tap) * c.out_channels + k];
      const LaneEpilogue epilogue{bias ? bias + k : nullptr, c.rectify};
      for (std::int64_t row = 0; row < c.output[1]; ++row) {
        for (std::size_t tap = 0; tap < offsets.size(); ++tap)
          sources[tap] = room + offsets[tap] + row * width;
        kernels.weigh_taps(sources.data(), weights.data(), static_cast<int>(offsets.size()), line,
                           epilogue, outputs + ((k * c.output[0] + m) * c.output[1] + row) * line);
      }
    }
  }
}

}  // namespace

void flat_convolve(const Convolution& c, const float* images, const float* filters,
                   const float* bias, float* outputs, StepScratch& scratch) {
  float* const memory = scratch.floats(flat_scratch(c));
  if (!c.packed) pack_filters(c, filters, memory);
  const float* const packed = c.packed ? filters : memory;
  float* const room = memory + packed_floats(c);
  if (is_pointwise(c)) return pointwise_convolve(c, images, packed, bias, outputs, room);
  FlatConvolution(c, images, bias, outputs).run(packed, room);
}

std::int64_t flat_scratch(const Convolution& c) {
  const std::int64_t room = is_pointwise(c)
                                ? pointwise_room(c)
                                : FlatConvolution(c, nullptr, nullptr, nullptr).room_floats();
  return 4 * (packed_floats(c) + room);
}

void pack_filters(const Convolution& c, const float* filters, float* packed) {
  const std::vector<std::int64_t> begins = equal_parts(c.group_filters(), lane_kernels().rows);
  const auto blocks = static_cast<std::int64_t>(begins.size()) - 1;
  const std::int64_t rows = c.group_channels() * c.taps();
  ThreadPool::shared().parallel_for(static_cast<int>(c.groups * blocks), [&](int part) {
    const std::int64_t group = part / blocks;
    const auto block = static_cast<std::size_t>(part % blocks);
    const std::int64_t k = group * c.group_filters() + begins[block];
    const std::int64_t width = begins[block + 1] - begins[block];
    float* to = packed + k * rows;
    for (std::int64_t row = 0; row < rows; ++row, to += width) {
      std::copy_n(filters + row * c.out_channels + k, width, to);
    }
  });
}

void depthwise_convolve(const Convolution& c, const float* images, const float* filters,
                        const float* bias, float* outputs, StepScratch& scratch) {
  const ChannelCopy copy(c, c.output[1]);
  const std::int64_t each = channels_of_part(c), parts = (c.groups + each - 1) / each;
  ScratchSlots rooms(scratch.floats(depthwise_scratch(c)), depthwise_slot(c), depthwise_slots(c));
  ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](int part) {
    const ScratchSlots::Lease room(rooms);
    for (std::int64_t g = part * each; g < std::min(c.groups, (part + 1) * each); ++g) {
      convolve_channel(c, copy, g, images, filters, bias, outputs, room.memory());
    }
  });
}

std::int64_t depthwise_scratch(const Convolution& c) {
  return 4 * depthwise_slot(c) * depthwise_slots(c);
}

}  // namespace ng
