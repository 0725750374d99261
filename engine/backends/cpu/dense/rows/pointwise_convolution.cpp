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

// Images and outputs of a group have a row of positions and batch elements for each channel.
struct Rows {
  Rows(const Convolution& c, const float* images, const EpilogueArrays& arrays, float* outputs)
      : convolution(c),
        images(images),
        arrays(arrays),
        outputs(outputs),
        length(c.positions() * c.batch),
        channels(c.group_channels()) {}

  const float* image(std::int64_t group, std::int64_t at) const {
    return images + group * channels * length + at;
  }
  // Copies `count` elements from `at` on of the rows of a group's images, to rows of `width`.
  void copy(std::int64_t group, std::int64_t at, std::int64_t count, std::int64_t width,
            float* to) const {
    lane_kernels().copy_rows(image(group, at), length, to, width, channels, count);
  }
  // Where rows of `width` begin.
  std::vector<std::int64_t> offsets(std::int64_t width) const {
    std::vector<std::int64_t> begins;
    for (std::int64_t c = 0; c < channels; ++c) begins.push_back(c * width);
    return begins;
  }
  // For output channels from `k` on, from `at` on.
  LaneEpilogue epilogue(std::int64_t k, std::int64_t at) const {
    return lane_epilogue(convolution, arrays, k, at);
  }
  float* output(std::int64_t k, std::int64_t at) const { return outputs + k * length + at; }

  const Convolution& convolution;
  const float* images;
  const EpilogueArrays arrays;
  float* outputs;
  const std::int64_t length, channels;  // of a row; of a group's images
};

// With neighbouring outputs in the lanes.
class OutputTiles {
 public:
  OutputTiles(const Rows& rows, const std::vector<std::int64_t>& begins)
      : rows_(rows),
        kernels_(lane_kernels()),
        begins_(begins),
        tile_(LaneKernels::most_vectors * kernels_.lanes) {
    plan();
  }

  std::int64_t room_floats() const { return slots() * slot_floats(); }

  void run(const float* filters, float* memory) const {
    ScratchSlots rooms(memory, slot_floats(), slots());
    const std::vector<std::int64_t> in_place = rows_.offsets(rows_.length);
    const std::vector<std::int64_t> copied = rows_.offsets(tile_);
    ThreadPool::shared().parallel_for(static_cast<int>(units_.size()), [&](int i) {
      const ScratchSlots::Lease room(rooms);
      const Unit& unit = units_[static_cast<std::size_t>(i)];
      const std::int64_t last = unit.end_tile - 1;
      const bool copies = count(last) < tile_;
      if (copies) rows_.copy(unit.group, last * tile_, count(last), tile_, room.memory());
      for (std::size_t b = unit.first_block; b < unit.end_block; ++b)
        for (std::int64_t t = unit.first_tile; t < unit.end_tile; ++t) {
          const bool whole = t < last || !copies;
          make(unit.group, b, t,
               whole ? Images{in_place.data(), rows_.image(unit.group, t * tile_)}
                     : Images{copied.data(), room.memory()},
               filters);
        }
    });
  }

 private:
  // Blocks of output channels of a group, for some tiles.
  struct Unit {
    std::int64_t group;
    std::size_t first_block, end_block;
    std::int64_t first_tile, end_tile;
  };
  // Of a tile: where its rows begin. Those of a last tile with fewer outputs than lanes are copied,
  // so that nothing is read past their end.
  struct Images {
    const std::int64_t* offsets;
    const float* from;
  };

  std::int64_t count(std::int64_t tile) const {
    return std::min(tile_, rows_.length - tile * tile_);
  }
  std::int64_t slot_floats() const { return tile_ * rows_.channels; }
  std::int64_t slots() const {
    return ScratchSlots::count(static_cast<std::int64_t>(units_.size()));
  }
  void plan() {
    const std::int64_t threads = ThreadPool::shared().threads(), groups = rows_.convolution.groups;
    const std::int64_t tiles = (rows_.length + tile_ - 1) / tile_;
    const std::int64_t most = std::max<std::int64_t>(1, floats_in_cache / (rows_.channels * tile_));
    const auto blocks = static_cast<std::int64_t>(begins_.size()) - 1;
    // Several units for each thread, so that threads end together: of fewer blocks of channels,
    // then of fewer tiles.
    const std::int64_t wanted = 4 * threads;
    std::int64_t ranges = (tiles + most - 1) / most;
    const std::int64_t parts =
        std::clamp<std::int64_t>((wanted + groups * ranges - 1) / (groups * ranges), 1, blocks);
    const std::int64_t apart = groups * ranges * parts;
    ranges = std::min(tiles, ranges * ((wanted + apart - 1) / apart));
    for (std::int64_t g = 0; g < groups; ++g)
      for (std::int64_t range = 0; range < ranges; ++range)
        for (std::int64_t part = 0; part < parts; ++part)
          units_.push_back({g, static_cast<std::size_t>(blocks * part / parts),
                            static_cast<std::size_t>(blocks * (part + 1) / parts),
                            tiles * range / ranges, tiles * (range + 1) / ranges});
  }

  void make(std::int64_t group, std::size_t b, std::int64_t tile, const Images& images,
            const float* filters) const {
    const std::int64_t k = group * rows_.convolution.group_filters() + begins_[b];
    const std::int64_t height = begins_[b + 1] - begins_[b], at = tile * tile_;
    const std::int64_t wanted = count(tile);
    const auto products = [&](std::size_t vectors, const LaneEpilogue& epilogue, float* to,
                              std::int64_t stride) {
      kernels_.gathered[height - 1][vectors - 1](images.offsets, rows_.channels,
                                                 filters + k * rows_.channels, images.from,
                                                 epilogue, to, stride);
    };
    if (wanted == tile_) {
      return products(LaneKernels::most_vectors, rows_.epilogue(k, at), rows_.output(k, at),
                      rows_.length);
    }
    // The last tile has more lanes than outputs.
    AddedTile added(rows_.epilogue(k, at), tile_);
    added.copy(0, 0, height, wanted);
    float made[LaneKernels::most_rows * LaneKernels::most_vectors * LaneKernels::most_lanes];
    products(wanted > kernels_.lanes ? 2 : 1, added.epilogue(), made, tile_);
    kernels_.copy_rows(made, tile_, rows_.output(k, at), rows_.length, height, wanted);
  }

  const Rows& rows_;
  const LaneKernels& kernels_;
  const std::vector<std::int64_t>& begins_;  // of a group's blocks of output channels
  const std::int64_t tile_;
  std::vector<Unit> units_;
};

// With output channels in the lanes.
class ChannelTiles {
 public:
  ChannelTiles(const Rows& rows, const std::vector<std::int64_t>& begins)
      : rows_(rows),
        kernels_(lane_kernels()),
        begins_(begins),
        tiles_(equal_parts(rows.length, kernels_.rows)) {}

  std::int64_t room_floats() const { return copied(rows_.convolution.groups, 0); }

  void run(const float* filters, float* room) const {
    const std::int64_t groups = rows_.convolution.groups;
    ThreadPool::shared().parallel_for(static_cast<int>(groups * tile_count()), [&](int part) {
      const std::int64_t g = part / tile_count(), t = part % tile_count();
      rows_.copy(g, begin(t), count(t), kernels_.rows, room + copied(g, t));
    });
    // Each block of channels apart, for all tiles or, where there are few blocks, for some.
    const auto blocks = static_cast<std::int64_t>(begins_.size()) - 1;
    const std::int64_t wanted = 4 * ThreadPool::shared().threads(), apart = groups * blocks;
    const std::int64_t ranges = std::min(tile_count(), (wanted + apart - 1) / apart);
    const std::vector<std::int64_t> offsets = rows_.offsets(kernels_.rows);
    ThreadPool::shared().parallel_for(static_cast<int>(apart * ranges), [&](int part) {
      const std::int64_t range = part % ranges, b = part / ranges % blocks;
      const std::int64_t end = tile_count() * (range + 1) / ranges;
      for (std::int64_t t = tile_count() * range / ranges; t < end; ++t)
        make(part / ranges / blocks, static_cast<std::size_t>(b), t, offsets, filters, room);
    });
  }

 private:
  std::int64_t tile_count() const { return static_cast<std::int64_t>(tiles_.size()) - 1; }
  std::int64_t begin(std::int64_t t) const { return tiles_[static_cast<std::size_t>(t)]; }
  std::int64_t count(std::int64_t t) const { return begin(t + 1) - begin(t); }
  // Where the images of tile `t` of a group are copied to.
  std::int64_t copied(std::int64_t group, std::int64_t t) const {
    return (group * tile_count() + t) * rows_.channels * kernels_.rows;
  }

  void make(std::int64_t group, std::size_t b, std::int64_t t,
            const std::vector<std::int64_t>& offsets, const float* filters,
            const float* room) const {
    static constexpr std::array<std::int64_t, LaneKernels::most_rows> places{
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
    const std::int64_t k = group * rows_.convolution.group_filters() + begins_[b];
    const std::int64_t vectors = (begins_[b + 1] - begins_[b]) / kernels_.lanes;
    const LaneProducts products{offsets.data(), rows_.channels, filters + k * rows_.channels,
                                room + copied(group, t), places.data()};
    kernels_.channels[count(t) - 1][vectors - 1](products, rows_.epilogue(k, begin(t)),
                                                 rows_.output(k, begin(t)), rows_.length);
  }

  const Rows& rows_;
  const LaneKernels& kernels_;
  const std::vector<std::int64_t>& begins_;  // of a group's blocks of output channels
  const std::vector<std::int64_t> tiles_;    // begins of the tiles
};

// Calls `use` with the tiles of the convolution.
template <class Use>
void with_tiles(const Rows& rows, const Use& use) {
  const LanePlan plan(rows.convolution);
  if (plan.axis == LaneAxis::channels) return use(ChannelTiles(rows, plan.begins));
  use(OutputTiles(rows, plan.begins));
}

}  // namespace

bool is_pointwise(const Convolution& c) {
  constexpr std::array<std::int64_t, 3> ones{1, 1, 1}, zeros{0, 0, 0};
  return c.taps() == 1 && c.stride == ones && c.padding == zeros && c.image == c.output;
}

void pointwise_convolve(const Convolution& c, const float* images, const float* filters,
                        const EpilogueArrays& arrays, float* outputs, StepScratch& scratch) {
  const Rows rows(c, images, arrays, outputs);
  with_tiles(rows, [&](const auto& tiles) {
    float* const memory = scratch.floats(4 * (packed_floats(c) + tiles.room_floats()));
    tiles.run(packed_filters(c, filters, memory), memory + packed_floats(c));
  });
}

std::int64_t pointwise_scratch(const Convolution& c) {
  const Rows rows(c, nullptr, {}, nullptr);
  std::int64_t floats = 0;
  with_tiles(rows, [&](const auto& tiles) { floats = packed_floats(c) + tiles.room_floats(); });
  return 4 * floats;
}

}  // namespace ng
