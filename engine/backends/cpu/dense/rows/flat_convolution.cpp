// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/rows/flat_convolution.h"

#include <algorithm>
#include <vector>

#include "engine/backends/cpu/dense/direct_convolution.h"
#include "engine/backends/cpu/dense/rows/channel_copy.h"
#include "engine/backends/cpu/dense/rows/lane_plan.h"
#include "engine/backends/cpu/dense/rows/packed_filters.h"
#include "engine/backends/cpu/dense/rows/unit_split.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// A unit of work: blocks of output channels of a group, for a block of outputs at one depth.
struct Unit {
  std::int64_t group = 0;
  std::size_t first_block = 0, end_block = 0;
  std::int64_t m = 0;
  PhasePlanes::Place first{};
  OutputBlock block{};
};

class FlatConvolution {
 public:
  FlatConvolution(const Convolution& c, const float* images, const EpilogueArrays& arrays,
                  float* outputs)
      : c_(c),
        kernels_(lane_kernels()),
        images_(images),
        arrays_(arrays),
        outputs_(outputs),
        lanes_(c),
        tile_(LaneKernels::most_vectors * kernels_.lanes) {
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
  // How often an axis is divided: several parts are as many for each thread.
  static std::int64_t parts_of(std::int64_t length, std::int64_t most) {
    const std::int64_t parts = (length + most - 1) / most;
    return parts == 1 ? 1 : std::min(length, (parts + threads() - 1) / threads() * threads());
  }

  static std::int64_t threads() { return ThreadPool::shared().threads(); }

  void plan() {
    const std::int64_t rows = c_.output[1];
    const std::int64_t columns = parts_of(c_.output[2], lanes_.block.columns);
    const auto blocks = static_cast<std::int64_t>(lanes_.begins.size()) - 1;
    std::int64_t bands = parts_of(rows, lanes_.block.rows);
    const std::int64_t apart = c_.groups * c_.output[0] * bands * columns;
    UnitSplit split;
    if (apart < threads()) {
      const OutputBlock block{(rows + bands - 1) / bands, c_.output[2] / columns};
      split = fastest_split(c_, block, blocks, apart, threads());
    }
    bands = std::min(rows, bands * split.bands);
    const std::int64_t parts = split.parts;
    for (std::int64_t g = 0; g < c_.groups; ++g)
      for (std::int64_t m = 0; m < c_.output[0]; ++m)
        for (std::int64_t band = 0; band < bands; ++band)
          for (std::int64_t column = 0; column < columns; ++column)
            for (std::int64_t part = 0; part < parts; ++part) {
              const PhasePlanes::Place first{c_.output[1] * band / bands,
                                             c_.output[2] * column / columns};
              units_.push_back({g,
                                static_cast<std::size_t>(blocks * part / parts),
                                static_cast<std::size_t>(blocks * (part + 1) / parts),
                                m,
                                first,
                                {c_.output[1] * (band + 1) / bands - first.row,
                                 c_.output[2] * (column + 1) / columns - first.column}});
            }
  }

  std::int64_t slots() const {
    return ScratchSlots::count(static_cast<std::int64_t>(units_.size()));
  }
  // The last tile of a copy reads past its end.
  std::int64_t slot_floats() const {
    return whole_lines(c_.group_channels() * ChannelCopy(c_, lanes_.block).floats() + tile_);
  }

  void make(const Unit& unit, float* room) const {
    const ChannelCopy copy(c_, unit.block);
    const std::int64_t channel = c_.pixels() * c_.batch, copied = copy.floats();
    const float* const images = images_ + unit.group * c_.group_channels() * channel;
    const ChannelCopy::Block block = copy.block(unit.first);
    thread_local std::vector<std::int64_t> taps, offsets;
    taps.clear();
    offsets.clear();
    copy.each_tap([](std::int64_t tap) { taps.push_back(tap); });
    for (std::int64_t c = 0; c < c_.group_channels(); ++c) {
      copy.pack(images + c * channel, unit.m, block, room + c * copied);
      for (const std::int64_t tap : taps) offsets.push_back(c * copied + tap);
    }
    std::fill_n(room + c_.group_channels() * copied, tile_, 0.0f);
    const std::int64_t width = copy.planes().width();
    if (lanes_.axis == LaneAxis::channels) return make_channels(unit, width, offsets, room);
    for (std::size_t b = unit.first_block; b < unit.end_block; ++b) {
      make_block(unit, b, width, offsets, room);
    }
  }

  // Where a block of output channels is among all, and its filters and outputs of a unit.
  struct Target {
    std::int64_t k, height;
    const float* filters;
    LaneEpilogue epilogue;
    float* to;
  };
  Target target_of(const Unit& unit, std::size_t b) const {
    const std::int64_t k = unit.group * c_.group_filters() + lanes_.begins[b];
    const std::int64_t row = unit.m * c_.output[1] + unit.first.row;
    const std::int64_t place = (row * c_.output[2] + unit.first.column) * c_.batch;
    return {k, lanes_.begins[b + 1] - lanes_.begins[b],
            filters_ + k * c_.group_channels() * c_.taps(), lane_epilogue(c_, arrays_, k, place),
            outputs_ + k * c_.positions() * c_.batch + place};
  }

  // All outputs of a unit of whole rows, with channels in the lanes.
  void make_channels(const Unit& unit, std::int64_t width, const std::vector<std::int64_t>& offsets,
                     const float* room) const {
    const std::int64_t line = unit.block.columns * c_.batch, outputs = unit.block.rows * line;
    thread_local std::vector<std::int64_t> places;  // of the outputs, in the copy
    places.clear();
    for (std::int64_t i = 0; i < outputs; ++i) places.push_back(i / line * width + i % line);
    const std::vector<std::int64_t> tiles = equal_parts(outputs, kernels_.rows);
    for (std::size_t b = unit.first_block; b < unit.end_block; ++b) {
      const Target target = target_of(unit, b);
      for (std::size_t t = 0; t + 1 < tiles.size(); ++t) {
        const LaneProducts products{offsets.data(), static_cast<std::int64_t>(offsets.size()),
                                    target.filters, room, places.data() + tiles[t]};
        LaneEpilogue epilogue = target.epilogue;
        if (epilogue.added) epilogue.added += tiles[t];
        kernels_.channels[tiles[t + 1] - tiles[t] - 1][target.height / kernels_.lanes - 1](
            products, epilogue, target.to + tiles[t], c_.positions() * c_.batch);
      }
    }
  }

  // All outputs of the unit for one block of output channels.
  void make_block(const Unit& unit, std::size_t b, std::int64_t width,
                  const std::vector<std::int64_t>& offsets, const float* room) const {
    const Target target = target_of(unit, b);
    const std::int64_t height = target.height, line = unit.block.columns * c_.batch;
    const std::int64_t all = c_.positions() * c_.batch;
    const LaneEpilogue& epilogue = target.epilogue;
    float* const to = target.to;
    const std::int64_t end = (unit.block.rows - 1) * width + line;
    const bool together =
        width == line && (unit.block.rows == 1 || line == c_.output[2] * c_.batch);
    float part[LaneKernels::most_rows * LaneKernels::most_vectors * LaneKernels::most_lanes];
    for (std::int64_t f = 0; f < end; f += tile_) {
      const std::int64_t wanted = std::min(tile_, end - f);
      const std::size_t vectors = wanted > kernels_.lanes ? 2 : 1;
      const LaneKernels::Gathered gathered = kernels_.gathered[height - 1][vectors - 1];
      const auto count = static_cast<std::int64_t>(offsets.size());
      if (together && wanted == tile_) {
        LaneEpilogue here = epilogue;
        if (here.added) here.added += f;
        gathered(offsets.data(), count, target.filters, room + f, here, to + f, all);
        continue;
      }
      const std::int64_t stride = static_cast<std::int64_t>(vectors) * kernels_.lanes;
      const Tile tile{f, wanted, width, line};
      AddedTile added(epilogue, stride);
      each_piece(tile, [&](std::int64_t in_tile, std::int64_t in_outputs, std::int64_t floats) {
        added.copy(in_outputs, in_tile, height, floats);
      });
      gathered(offsets.data(), count, target.filters, room + f, added.epilogue(), part, stride);
      each_piece(tile, [&](std::int64_t in_tile, std::int64_t in_outputs, std::int64_t floats) {
        kernels_.copy_rows(part + in_tile, stride, to + in_outputs, all, height, floats);
      });
    }
  }

  // `count` outputs from `first` of the unit's copy on; floats from a row of the copy to the next,
  // and of its outputs.
  struct Tile {
    std::int64_t first, count, width, line;
  };

  // Calls `each` with the pieces of a tile without the elements between rows: where one begins in
  // the tile and in the unit's outputs, and its floats.
  template <class Each>
  void each_piece(const Tile& tile, const Each& each) const {
    const std::int64_t row_of_outputs = c_.output[2] * c_.batch, last = tile.first + tile.count;
    for (std::int64_t row = tile.first / tile.width; row * tile.width < last; ++row) {
      const std::int64_t start = row * tile.width, begin = std::max(tile.first, start);
      const std::int64_t end = std::min(last, start + tile.line);
      if (begin < end) each(begin - tile.first, row * row_of_outputs + begin - start, end - begin);
    }
  }

  const Convolution& c_;
  const LaneKernels& kernels_;
  const float* images_;
  const EpilogueArrays arrays_;
  float* outputs_;
  const LanePlan lanes_;
  const std::int64_t tile_;  // outputs of a tile
  std::vector<Unit> units_;
  const float* filters_ = nullptr;
};

}  // namespace

void flat_convolve(const Convolution& c, const float* images, const float* filters,
                   const EpilogueArrays& arrays, float* outputs, StepScratch& scratch) {
  FlatConvolution flat(c, images, arrays, outputs);
  float* const memory = scratch.floats(4 * (packed_floats(c) + flat.room_floats()));
  flat.run(packed_filters(c, filters, memory), memory + packed_floats(c));
}

std::int64_t flat_scratch(const Convolution& c) {
  return 4 * (packed_floats(c) + FlatConvolution(c, nullptr, {}, nullptr).room_floats());
}

}  // namespace ng
