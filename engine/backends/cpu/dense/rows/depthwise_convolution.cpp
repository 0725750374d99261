// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/depthwise_convolution.h"

#include <algorithm>
#include <vector>

#include "engine/backends/cpu/dense/rows/channel_copy.h"
#include "engine/backends/cpu/dense/rows/depthwise_channels.h"
#include "engine/backends/cpu/dense/rows/depthwise_planes.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// Channels that one part of the work copies and convolves, one after another.
std::int64_t channels_of_part(const Convolution& c) {
  return std::max<std::int64_t>(1, c.groups / 16);
}

// The outputs of channels of the images, one after another, block by block.
class DepthwiseRows {
 public:
  DepthwiseRows(const Convolution& c, const float* filters, const EpilogueArrays& arrays,
                float* outputs)
      : c_(c),
        block_(block_that_fits(c, 1, 4 * lane_kernels().lanes)),
        copy_(c, block_),
        filters_(filters),
        arrays_(arrays),
        outputs_(outputs) {
    copy_.each_tap([this](std::int64_t tap) { offsets_.push_back(tap); });
  }

  // The last vector of a row reads past its end.
  std::int64_t room_floats() const { return whole_lines(copy_.floats() + PhasePlanes::overrun); }

  // Channels [begin, end).
  void make(std::int64_t begin, std::int64_t end, const float* images, float* room) const {
    for (std::int64_t row = 0; row < c_.output[1]; row += block_.rows)
      for (std::int64_t column = 0; column < c_.output[2]; column += block_.columns) {
        const ChannelCopy::Block block = copy_.block({row, column});
        for (std::int64_t channel = begin; channel < end; ++channel)
          for (std::int64_t m = 0; m < c_.output[0]; ++m) {
            copy_.pack(images + channel * c_.pixels() * c_.batch, m, block, room);
            make_filters(channel, m, {row, column}, room);
          }
      }
  }

 private:
  void make_filters(std::int64_t channel, std::int64_t m, const PhasePlanes::Place& first,
                    const float* room) const {
    thread_local std::vector<float> weights;
    weights.resize(static_cast<std::size_t>(c_.taps()));
    const std::int64_t count = c_.group_filters();
    for (std::int64_t k = channel * count; k < (channel + 1) * count; ++k) {
      const float* filter = filters_ + k;
      for (float& weight : weights) weight = *filter, filter += c_.out_channels;
      make_block(k, m, first, weights.data(), room);
    }
  }

  void make_block(std::int64_t k, std::int64_t m, const PhasePlanes::Place& first,
                  const float* weights, const float* room) const {
    const std::int64_t line = c_.output[2] * c_.batch;
    const std::int64_t place = (m * c_.output[1] + first.row) * line + first.column * c_.batch;
    const LaneWindow window{offsets_.data(),
                            static_cast<int>(offsets_.size()),
                            std::min(block_.rows, c_.output[1] - first.row),
                            std::min(block_.columns, c_.output[2] - first.column) * c_.batch,
                            copy_.planes().width(),
                            line};
    LaneEpilogue epilogue = lane_epilogue(c_, arrays_, k, place);
    epilogue.added_stride = line;
    lane_kernels().weigh_taps(window, room, weights, epilogue,
                              outputs_ + k * c_.positions() * c_.batch + place);
  }

  const Convolution& c_;
  const OutputBlock block_;
  const ChannelCopy copy_;
  const float* filters_;
  const EpilogueArrays arrays_;
  float* outputs_;
  std::vector<std::int64_t> offsets_;  // of the taps, in the copy
};

std::int64_t parts_of(const Convolution& c) {
  return (c.groups + channels_of_part(c) - 1) / channels_of_part(c);
}

std::int64_t scratch_bytes(const Convolution& c, const DepthwiseRows& all) {
  return 4 * all.room_floats() * ScratchSlots::count(parts_of(c));
}

}  // namespace

void depthwise_convolve(const Convolution& c, const float* images, const float* filters,
                        const EpilogueArrays& arrays, float* outputs, StepScratch& scratch) {
  if (has_channels_in_lanes(c)) {
    return depthwise_channels(c, images, filters, arrays, outputs, scratch);
  }
  if (has_whole_planes(c)) {
    return depthwise_planes(c, images, filters, arrays, outputs, scratch);
  }
  const DepthwiseRows all(c, filters, arrays, outputs);
  const std::int64_t each = channels_of_part(c), parts = parts_of(c);
  ScratchSlots rooms(scratch.floats(scratch_bytes(c, all)), all.room_floats(),
                     ScratchSlots::count(parts));
  ThreadPool::shared().parallel_for(static_cast<int>(parts), [&](int part) {
    const ScratchSlots::Lease room(rooms);
    all.make(part * each, std::min(c.groups, (part + 1) * each), images, room.memory());
  });
}

std::int64_t depthwise_scratch(const Convolution& c) {
  if (has_channels_in_lanes(c)) return depthwise_channels_scratch(c);
  if (has_whole_planes(c)) return depthwise_planes_scratch(c);
  return scratch_bytes(c, DepthwiseRows(c, nullptr, {}, nullptr));
}

}  // namespace ng
