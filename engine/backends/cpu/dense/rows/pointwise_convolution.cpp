// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/pointwise_convolution.h"

#include <algorithm>
#include <array>
#include <vector>

#include "engine/backends/cpu/dense/direct_convolution.h"
#include "engine/backends/cpu/dense/rows/lane_plan.h"
#include "engine/backends/cpu/dense/rows/packed_filters.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// Blocks of output channels of a group, for a range of outputs, or of tiles if channels are in the
// lanes.
struct Unit {
  std::int64_t group;
  std::size_t first_block, end_block;
  std::int64_t begin, end;
};

class Pointwise {
 public:
  Pointwise(const Convolution& c, const float* images, const EpilogueArrays& arrays, float* outputs)
      : c_(c),
        kernels_(lane_kernels()),
        images_(images),
        arrays_(arrays),
        outputs_(outputs),
        lanes_(c),
        tile_(LaneKernels::most_vectors * kernels_.lanes),
        all_(c.positions() * c.batch),
        channels_(c.group_channels()) {
    if (lanes_.axis == LaneAxis::channels) plan_channels();
    if (lanes_.axis == LaneAxis::outputs) plan();
  }

  std::int64_t room_floats() const {
    return lanes_.axis == LaneAxis::channels ? tile_images(c_.groups, 0) : slots() * slot_floats();
  }

  void run(const float* packed, float* memory) {
    packed_ = packed;
    if (lanes_.axis == LaneAxis::channels) return run_channels(memory);
    ScratchSlots rooms(memory, slot_floats(), slots());
    ThreadPool::shared().parallel_for(static_cast<int>(units_.size()), [&](int unit) {
      const ScratchSlots::Lease room(rooms);
      make(units_[static_cast<std::size_t>(unit)], room.memory());
    });
  }

 private:
  std::int64_t slot_floats() const { return channels_ * tile_; }
  std::int64_t slots() const {
    return ScratchSlots::count(static_cast<std::int64_t>(units_.size()));
  }

  void plan() {
    const std::int64_t threads = ThreadPool::shared().threads();
    const std::int64_t tiles = (all_ + tile_ - 1) / tile_;
    const std::int64_t most = std::max<std::int64_t>(1, floats_in_cache / (channels_ * tile_));
    const std::int64_t ranges = std::min(tiles, (tiles + most - 1) / most);
    const auto blocks = static_cast<std::int64_t>(lanes_.begins.size()) - 1;
    const std::int64_t apart = c_.groups * ranges;
    const std::int64_t parts =
        apart >= 4 * threads ? 1 : std::clamp<std::int64_t>(2 * threads / apart, 1, blocks);
    for (std::int64_t g = 0; g < c_.groups; ++g)
      for (std::int64_t range = 0; range < ranges; ++range)
        for (std::int64_t part = 0; part < parts; ++part)
          units_.push_back({g, static_cast<std::size_t>(blocks * part / parts),
                            static_cast<std::size_t>(blocks * (part + 1) / parts),
                            tiles * range / ranges * tile_,
                            std::min(all_, tiles * (range + 1) / ranges * tile_)});
  }

  // Each block of channels, for all tiles or, where there are few blocks, for some.
  void plan_channels() {
    tiles_ = equal_parts(all_, kernels_.rows);
    const auto blocks = static_cast<std::int64_t>(lanes_.begins.size()) - 1;
    const std::int64_t tiles = tile_count(), units = 4 * ThreadPool::shared().threads();
    const std::int64_t ranges =
        std::min(tiles, (units + c_.groups * blocks - 1) / (c_.groups * blocks));
    for (std::int64_t g = 0; g < c_.groups; ++g)
      for (std::int64_t b = 0; b < blocks; ++b)
        for (std::int64_t range = 0; range < ranges; ++range)
          units_.push_back({g, static_cast<std::size_t>(b), static_cast<std::size_t>(b + 1),
                            tiles * range / ranges, tiles * (range + 1) / ranges});
  }

  std::int64_t tile_count() const { return static_cast<std::int64_t>(tiles_.size()) - 1; }
  // The images of tile `t` of a group are a row of the tile's outputs for each channel.
  std::int64_t tile_images(std::int64_t group, std::int64_t t) const {
    return (group * tile_count() + t) * channels_ * kernels_.rows;
  }
  std::int64_t tile_width(std::int64_t t) const {
    return tiles_[static_cast<std::size_t>(t + 1)] - tiles_[static_cast<std::size_t>(t)];
  }

  void run_channels(float* room) {
    for (std::int64_t c = 0; c < channels_; ++c) offsets_.push_back(c * kernels_.rows);
    for (std::int64_t r = 0; r < kernels_.rows; ++r) places_.push_back(r);
    ThreadPool::shared().parallel_for(static_cast<int>(c_.groups * tile_count()), [&](int part) {
      const std::int64_t g = part / tile_count(), t = part % tile_count();
      const float* const images =
          images_ + g * channels_ * all_ + tiles_[static_cast<std::size_t>(t)];
      kernels_.copy_rows(images, all_, room + tile_images(g, t), kernels_.rows, channels_,
                         tile_width(t));
    });
    ThreadPool::shared().parallel_for(static_cast<int>(units_.size()), [&](int unit) {
      make_channels(units_[static_cast<std::size_t>(unit)], room);
    });
  }

  void make_channels(const Unit& unit, const float* room) const {
    const std::int64_t k = channel(unit, unit.first_block);
    const std::int64_t vectors =
        (lanes_.begins[unit.end_block] - lanes_.begins[unit.first_block]) / kernels_.lanes;
    for (std::int64_t t = unit.begin; t < unit.end; ++t) {
      const std::int64_t at = tiles_[static_cast<std::size_t>(t)];
      const LaneProducts products{offsets_.data(), channels_, packed_ + k * channels_,
                                  room + tile_images(unit.group, t), places_.data()};
      kernels_.channels[tile_width(t) - 1][vectors - 1](products, lane_epilogue(c_, arrays_, k, at),
                                                        outputs_ + k * all_ + at, all_);
    }
  }

  void make(const Unit& unit, float* room) const {
    thread_local std::vector<std::int64_t> offsets, of_room;
    offsets.clear();
    of_room.clear();
    for (std::int64_t c = 0; c < channels_; ++c) {
      offsets.push_back(c * all_);
      of_room.push_back(c * tile_);
    }
    const float* const images = images_ + unit.group * channels_ * all_;
    const std::int64_t whole = unit.begin + (unit.end - unit.begin) / tile_ * tile_;
    for (std::size_t b = unit.first_block; b < unit.end_block; ++b) {
      for (std::int64_t f = unit.begin; f < whole; f += tile_) {
        const LaneEpilogue epilogue = lane_epilogue(c_, arrays_, channel(unit, b), f);
        float* const to = outputs_ + channel(unit, b) * all_ + f;
        gather(unit, b, 2, offsets, images + f, epilogue, to, all_);
      }
    }
    if (whole < unit.end) make_rest(unit, whole, images, of_room, room);
  }

  // Less than a tile, whose images are copied so that nothing is read past their end.
  void make_rest(const Unit& unit, std::int64_t at, const float* images,
                 const std::vector<std::int64_t>& offsets, float* room) const {
    const std::int64_t count = unit.end - at;
    const std::size_t vectors = count > kernels_.lanes ? 2 : 1;
    std::fill_n(room, slot_floats(), 0.0f);
    for (std::int64_t c = 0; c < channels_; ++c)
      std::copy_n(images + c * all_ + at, count, room + c * tile_);
    float made[LaneKernels::most_rows * LaneKernels::most_vectors * LaneKernels::most_lanes];
    for (std::size_t b = unit.first_block; b < unit.end_block; ++b) {
      const std::int64_t height = lanes_.begins[b + 1] - lanes_.begins[b];
      AddedTile added(lane_epilogue(c_, arrays_, channel(unit, b), at), tile_);
      added.copy(0, 0, height, count);
      gather(unit, b, vectors, offsets, room, added.epilogue(), made, tile_);
      kernels_.copy_rows(made, tile_, outputs_ + channel(unit, b) * all_ + at, all_, height, count);
    }
  }

  std::int64_t channel(const Unit& unit, std::size_t b) const {
    return unit.group * c_.group_filters() + lanes_.begins[b];
  }

  void gather(const Unit& unit, std::size_t b, std::size_t vectors,
              const std::vector<std::int64_t>& offsets, const float* from,
              const LaneEpilogue& epilogue, float* to, std::int64_t stride) const {
    kernels_.gathered[lanes_.begins[b + 1] - lanes_.begins[b] - 1][vectors - 1](
        offsets.data(), channels_, packed_ + channel(unit, b) * channels_, from, epilogue, to,
        stride);
  }

  const Convolution& c_;
  const LaneKernels& kernels_;
  const float* images_;
  const EpilogueArrays arrays_;
  float* outputs_;
  const LanePlan lanes_;
  const std::int64_t tile_, all_, channels_;
  // If channels are in the lanes: begins of the tiles of outputs, and LaneProducts of a tile.
  std::vector<std::int64_t> tiles_, offsets_, places_;
  std::vector<Unit> units_;
  const float* packed_ = nullptr;
};

}  // namespace

bool is_pointwise(const Convolution& c) {
  constexpr std::array<std::int64_t, 3> ones{1, 1, 1}, zeros{0, 0, 0};
  return c.taps() == 1 && c.stride == ones && c.padding == zeros && c.image == c.output;
}

void pointwise_convolve(const Convolution& c, const float* images, const float* filters,
                        const EpilogueArrays& arrays, float* outputs, StepScratch& scratch) {
  Pointwise pointwise(c, images, arrays, outputs);
  float* const memory = scratch.floats(4 * (packed_floats(c) + pointwise.room_floats()));
  pointwise.run(packed_filters(c, filters, memory), memory + packed_floats(c));
}

std::int64_t pointwise_scratch(const Convolution& c) {
  return 4 * (packed_floats(c) + Pointwise(c, nullptr, {}, nullptr).room_floats());
}

}  // namespace ng
