// SPDX-License-Identifier: Apache-2.0
#include "engine/backends/cpu/dense/bytes/byte_convolution.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "engine/backends/cpu/dense/bytes/byte_filters.h"
#include "engine/backends/cpu/dense/bytes/word_images.h"
#include "engine/backends/cpu/dense/rows/channel_copy.h"
#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/byte_kernels.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

// The lane kernels copy elements of 4 bytes of any kind as they copy floats.
float* as_floats(void* words) {
  return static_cast<float*>(words);
}
const float* as_floats(const void* words) {
  return static_cast<const float*>(words);
}

float float_of_bits(std::uint32_t bits) {
  return __builtin_bit_cast(float, bits);
}

// Tiles of outputs of a channel, which are the rows of its copied plane one after another with the
// elements between them.
class ByteConvolution {
 public:
  struct Arrays {
    const std::uint8_t* images;
    const std::int32_t* filters;  // packed
    std::int32_t* outputs;
  };

  explicit ByteConvolution(const Convolution& c)
      : c_(c),
        images_(c),
        filters_(c, images_),
        copy_(images_.words(), {c.output[1], c.output[2]}),
        tile_(2 * kernels_.lanes),
        line_(c.output[2] * c.batch),
        width_(copy_.planes().width()),
        end_((c.output[1] - 1) * width_ + line_) {}

  const ByteFilters& filters() const { return filters_; }
  std::int64_t scratch_words() const {
    return copied_groups() * group_words() + slots() * slot_words();
  }

  void run(const Arrays& arrays, float* memory, const RowsMade& rows_made) {
    packed_ = arrays.filters;
    outputs_ = arrays.outputs;
    copied_ = memory;
    for (std::int64_t m = 0; m < c_.output[0]; ++m) {
      const bool last = m + 1 == c_.output[0];
      by_group() ? make_groups(arrays.images, m, last ? rows_made : RowsMade())
                 : make_blocks(arrays.images, m, last ? rows_made : RowsMade());
    }
  }

 private:
  // One thread copies and convolves a group, or all copy planes and then share the blocks.
  bool by_group() const { return c_.groups >= 2 * ThreadPool::shared().threads(); }
  std::int64_t copied_groups() const { return by_group() ? 0 : c_.groups; }
  // Of the copy of a plane; whoever makes it may write past its end.
  std::int64_t copied_words() const { return whole_lines(copy_.floats() + PhasePlanes::overrun); }
  // Of the copies of a group's planes; the last tile reads past their end.
  std::int64_t group_words() const {
    return whole_lines(images_.planes() * copied_words() + tile_);
  }
  // Of a plane before it is copied and, by groups, of the copies.
  std::int64_t plane_words() const { return whole_lines(images_.plane_words()); }
  std::int64_t slot_words() const {
    return whole_lines(images_.row_words()) + plane_words() + (by_group() ? group_words() : 0);
  }
  std::int64_t slots() const {
    return ScratchSlots::count(by_group() ? c_.groups : c_.groups * images_.planes());
  }
  std::int64_t blocks() const { return static_cast<std::int64_t>(filters_.begins().size()) - 1; }
  std::int64_t tiles() const { return (end_ + tile_ - 1) / tile_; }

  // Copies plane `plane` of all groups' to `to`, with `room` of a slot.
  void copy_plane(const std::uint8_t* images, std::int64_t plane, std::int64_t m,
                  const ChannelCopy::Block& block, float* room, float* to) const {
    float* const words = room + whole_lines(images_.row_words());
    images_.make(images, plane, reinterpret_cast<std::byte*>(room),
                 reinterpret_cast<std::uint32_t*>(words));
    copy_.pack(words, m, block, to);
    if ((plane + 1) % images_.planes() == 0) std::fill_n(to + copied_words(), tile_, 0.0f);
  }

  ChannelCopy::Block block_of_images() const {
    return copy_.block({0, 0}, float_of_bits(images_.outside()));
  }

  std::vector<std::int64_t> offsets() const {
    std::vector<std::int64_t> all;
    for (std::int64_t plane = 0; plane < images_.planes(); ++plane) {
      copy_.each_tap([&](std::int64_t tap) { all.push_back(plane * copied_words() + tap); });
    }
    return all;
  }

  void make_groups(const std::uint8_t* images, std::int64_t m, const RowsMade& rows_made) const {
    const ChannelCopy::Block block = block_of_images();
    const std::vector<std::int64_t> taps = offsets();
    ScratchSlots rooms(copied_, slot_words(), slots());
    ThreadPool::shared().parallel_for(static_cast<int>(c_.groups), [&](int g) {
      const ScratchSlots::Lease room(rooms);
      float* const copied = room.memory() + whole_lines(images_.row_words()) + plane_words();
      for (std::int64_t p = 0; p < images_.planes(); ++p) {
        copy_plane(images, g * images_.planes() + p, m, block, room.memory(),
                   copied + p * copied_words());
      }
      for (std::int64_t b = 0; b < blocks(); ++b) make_tiles(g, b, m, 0, tiles(), taps, copied);
      if (rows_made) rows_made(g * c_.group_filters(), c_.group_filters());
    });
  }

  void make_blocks(const std::uint8_t* images, std::int64_t m, const RowsMade& rows_made) const {
    const ChannelCopy::Block block = block_of_images();
    const std::int64_t planes = images_.planes();
    ScratchSlots rooms(copied_ + c_.groups * group_words(), slot_words(), slots());
    ThreadPool::shared().parallel_for(static_cast<int>(c_.groups * planes), [&](int plane) {
      const ScratchSlots::Lease room(rooms);
      float* const to = copied_ + plane / planes * group_words() + plane % planes * copied_words();
      copy_plane(images, plane, m, block, room.memory(), to);
    });
    const std::vector<std::int64_t> taps = offsets();
    const std::int64_t ranges = ranges_of_block(), all = c_.groups * blocks();
    const std::unique_ptr<std::atomic<std::int64_t>[]> made(
        new std::atomic<std::int64_t>[static_cast<std::size_t>(all)]());
    ThreadPool::shared().parallel_for(static_cast<int>(all * ranges), [&](int part) {
      const std::int64_t which = part % all, range = part / all;
      const std::int64_t g = which / blocks(), b = which % blocks();
      make_tiles(g, b, m, tiles() * range / ranges, tiles() * (range + 1) / ranges, taps,
                 copied_ + g * group_words());
      if (made[static_cast<std::size_t>(which)].fetch_add(1) + 1 < ranges || !rows_made) return;
      rows_made(channel(g, b), channels(b));
    });
  }

  // Into how many ranges of tiles a block is divided: so that what a range reads of the copies
  // stays in the cache for all blocks, and that there are several parts for each thread.
  std::int64_t ranges_of_block() const {
    constexpr std::int64_t least_tiles = 4, most_words = 2 * floats_in_cache;
    const std::int64_t threads = ThreadPool::shared().threads(), apart = c_.groups * blocks();
    const std::int64_t in_cache = (group_words() + most_words - 1) / most_words;
    const std::int64_t for_threads = threads == 1 ? 1 : (4 * threads + apart - 1) / apart;
    return std::clamp<std::int64_t>(std::max(in_cache, for_threads), 1,
                                    std::max<std::int64_t>(1, tiles() / least_tiles));
  }

  std::int64_t channel(std::int64_t group, std::int64_t b) const {
    return group * c_.group_filters() + filters_.begins()[static_cast<std::size_t>(b)];
  }
  std::int64_t channels(std::int64_t b) const { return channel(0, b + 1) - channel(0, b); }

  // Tiles [begin, end) of a block of output channels, at depth `m`.
  void make_tiles(std::int64_t group, std::int64_t b, std::int64_t m, std::int64_t begin,
                  std::int64_t end, const std::vector<std::int64_t>& taps,
                  const float* copied) const {
    const std::int64_t k = channel(group, b), count = channels(b);
    const std::int64_t height = count + filters_.has_ones(), all = c_.positions() * c_.batch;
    std::int32_t* const to = outputs_ + k * all + m * c_.output[1] * line_;
    std::array<std::int32_t, ByteKernels::most_filters> bases{};
    std::copy_n(packed_ + k, count, bases.begin());
    std::array<std::int32_t, ByteKernels::most_filters * ByteKernels::most_columns> part;
    const bool in_place = width_ == line_ && !filters_.has_ones();
    for (std::int64_t t = begin; t < end; ++t) {
      const std::int64_t f = t * tile_, wanted = std::min(tile_, end_ - f);
      const bool whole = in_place && wanted == tile_;
      const std::size_t vectors = wanted > kernels_.lanes ? 2 : 1;
      const std::int64_t stride = static_cast<std::int64_t>(vectors) * kernels_.lanes;
      kernels_.window[height - 1][vectors - 1](
          {taps.data(), static_cast<std::int64_t>(taps.size()), packed_ + filters_.block(group, b),
           reinterpret_cast<const std::uint32_t*>(copied + f), bases.data(),
           whole ? to + f : part.data(), whole ? all : stride});
      if (whole) continue;
      if (filters_.has_ones()) add_ones(count, stride, part.data());
      copy_outputs(f, wanted, count, stride, part.data(), to);
    }
  }

  // Adds 128 times the sums of the bytes, which are the row after the channels.
  static void add_ones(std::int64_t count, std::int64_t stride, std::int32_t* part) {
    const std::int32_t* const ones = part + count * stride;
    for (std::int64_t r = 0; r < count; ++r) {
      for (std::int64_t i = 0; i < stride; ++i) {
        part[r * stride + i] =
            static_cast<std::int32_t>(static_cast<std::uint32_t>(part[r * stride + i]) +
                                      128 * static_cast<std::uint32_t>(ones[i]));
      }
    }
  }

  // Copies a tile of `wanted` results from `f` of the copied plane on, without those between rows.
  void copy_outputs(std::int64_t f, std::int64_t wanted, std::int64_t count, std::int64_t stride,
                    const std::int32_t* part, std::int32_t* to) const {
    const std::int64_t all = c_.positions() * c_.batch;
    for (std::int64_t row = f / width_; row * width_ < f + wanted; ++row) {
      const std::int64_t start = row * width_, begin = std::max(f, start);
      const std::int64_t end = std::min(f + wanted, start + line_);
      if (begin >= end) continue;
      lane_kernels().copy_rows(as_floats(part + begin - f), stride,
                               as_floats(to + row * line_ + begin - start), all, count,
                               end - begin);
    }
  }

  const Convolution& c_;
  const WordImages images_;
  const ByteFilters filters_;
  const ChannelCopy copy_;
  const ByteKernels& kernels_ = byte_kernels();
  const std::int64_t tile_;                // outputs of a tile
  const std::int64_t line_, width_, end_;  // of a row of outputs, of the copies, of all rows there
  const std::int32_t* packed_ = nullptr;
  std::int32_t* outputs_ = nullptr;
  float* copied_ = nullptr;
};

std::int64_t packed_words(const Convolution& c, const ByteFilters& filters) {
  return c.packed ? 0 : whole_lines(filters.words());
}

}  // namespace

void byte_convolve(const Convolution& convolution, const std::uint8_t* images,
                   const std::byte* filters, std::int32_t* outputs, StepScratch& scratch,
                   const RowsMade& rows_made) {
  const Convolution c = convolution.each_image();
  ByteConvolution all(c);
  const std::int64_t own = packed_words(c, all.filters());
  float* const memory = scratch.floats(4 * (own + all.scratch_words()));
  auto* packed = reinterpret_cast<const std::int32_t*>(filters);
  if (!c.packed) {
    auto* const made = reinterpret_cast<std::int32_t*>(memory);
    all.filters().pack(reinterpret_cast<const std::uint8_t*>(filters), made);
    packed = made;
  }
  const std::int64_t image = c.in_channels * c.pixels() * c.batch;
  const std::int64_t made = c.out_channels * c.positions() * c.batch;
  for (std::int64_t n = 0; n < (convolution.batch_first ? convolution.batch : 1); ++n) {
    RowsMade of_image;
    if (rows_made) {
      of_image = [&rows_made, first = n * c.out_channels](std::int64_t row, std::int64_t rows) {
        rows_made(first + row, rows);
      };
    }
    all.run({images + n * image, packed, outputs + n * made}, memory + own, of_image);
  }
}

std::int64_t byte_convolution_scratch(const Convolution& convolution) {
  const Convolution c = convolution.each_image();
  const ByteConvolution all(c);
  return 4 * (packed_words(c, all.filters()) + all.scratch_words());
}

FilterOrder byte_filter_order(const Convolution& c) {
  constexpr int after_floats = 2;  // numbers of LaneAxis
  const WordImages images(c);
  return {after_floats + c.bytes->images_signed, ByteFilters(c, images).words()};
}

void pack_byte_filters(const Convolution& c, const std::uint8_t* filters, std::int32_t* packed) {
  const WordImages images(c);
  ByteFilters(c, images).pack(filters, packed);
}

}  // namespace ng
