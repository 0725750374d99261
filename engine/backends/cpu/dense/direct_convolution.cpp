// SPDX-License-Identifier: Apache-2.0
// Computes outputs from images and images from outputs with the same loops; the roles of source and
// result are exchanged.
#include "engine/backends/cpu/dense/direct_convolution.h"

#include <algorithm>

#include "engine/backends/cpu/dense/scratch_slots.h"
#include "engine/backends/cpu/lanes/lane_kernels.h"
#include "engine/runtime/thread_pool.h"

namespace ng {
namespace {

class DirectResults {
 public:
  DirectResults(const Convolution& c, const float* source, const EpilogueArrays& arrays,
                float* result)
      : c_(c),
        images_(c.makes == Convolution::Makes::images),
        kernels_(lane_kernels()),
        from_(images_ ? c.out_channels : c.in_channels),
        to_(images_ ? c.in_channels : c.out_channels),
        from_size_(images_ ? c.output : c.image),
        to_size_(images_ ? c.image : c.output),
        source_(source),
        arrays_(arrays),
        result_(result),
        vectors_(c.batch > kernels_.lanes ? 2 : 1),
        block_(vectors_ * kernels_.lanes),
        begins_(equal_parts(to_, kernels_.rows)) {
    for (std::size_t i = 0; i < 3; ++i) taps_[i] = taps_along(c, i);
    bands_ = bands(c_, block_, from_size_[2] * from_ * block_);
  }

  std::int64_t scratch_bytes() const { return 4 * (packed_filters() + slots() * packed_rows()); }

  void run(const float* filters, StepScratch& scratch) {
    float* const memory = scratch.floats(scratch_bytes());
    pack_filters(filters, memory);
    ScratchSlots rooms(memory + packed_filters(), packed_rows(), slots());
    ThreadPool::shared().parallel_for(static_cast<int>(bands_.size()), [&](int part) {
      const ScratchSlots::Lease room(rooms);
      make(bands_[static_cast<std::size_t>(part)], room.memory());
    });
  }

 private:
  std::int64_t slots() const {
    return ScratchSlots::count(static_cast<std::int64_t>(bands_.size()));
  }
  std::int64_t packed_filters() const { return whole_lines(to_ * c_.taps() * from_); }

  // Most floats of packed source rows that a band needs.
  std::int64_t packed_rows() const {
    std::int64_t most = 0;
    for (const Band& band : bands_) {
      if (band.batch == 0) most = std::max(most, rows_of(band).needed());
    }
    return whole_lines(PackedRows::floats(most, from_size_[2], from_, block_));
  }

  PackedRows rows_of(const Band& band) const {
    PackedRows rows(from_, from_size_[0] * from_size_[1], from_size_[2], c_.batch);
    for (std::int64_t row = band.first_row; row < band.first_row + band.rows; ++row) {
      for (const TapAt& t : along(0, row / to_size_[1])) {
        for (const TapAt& r : along(1, row % to_size_[1])) {
          rows.need(t.source * from_size_[1] + r.source);
        }
      }
    }
    return rows;
  }

  // Packs as (blocks of result channels, taps, source channels, channels of the block).
  void pack_filters(const float* filters, float* packed) {
    packed_ = packed;
    for (std::size_t b = 0; b + 1 < begins_.size(); ++b) {
      for (std::int64_t tap = 0; tap < c_.taps(); ++tap) {
        for (std::int64_t from = 0; from < from_; ++from) {
          for (std::int64_t to = begins_[b]; to < begins_[b + 1]; ++to) {
            const std::int64_t in = images_ ? to : from, out = images_ ? from : to;
            *packed++ = filters[(in * c_.taps() + tap) * c_.out_channels + out];
          }
        }
      }
    }
  }

  const std::vector<TapAt>& along(std::size_t i, std::int64_t place) const {
    return taps_[i][static_cast<std::size_t>(place)];
  }

  void make(const Band& band, float* room) const {
    PackedRows rows = rows_of(band);
    rows.pack(source_, band.batch, block_, room);
    for (std::size_t b = 0; b + 1 < begins_.size(); ++b) {
      for (std::int64_t row = band.first_row; row < band.first_row + band.rows; ++row) {
        make_row(rows, band, b, row);
      }
    }
  }

  void make_row(const PackedRows& rows, const Band& band, std::size_t b, std::int64_t row) const {
    thread_local std::vector<LaneTap> met;
    const std::int64_t height = begins_[b + 1] - begins_[b];
    const float* filters = packed_ + begins_[b] * c_.taps() * from_;
    const LaneKernels::Tile tile = kernels_.tile[height - 1][vectors_ - 1];
    const std::int64_t positions = to_size_[0] * to_size_[1] * to_size_[2];
    for (std::int64_t x = 0; x < to_size_[2]; ++x) {
      met.clear();
      for (const TapAt& t : along(0, row / to_size_[1])) {
        for (const TapAt& r : along(1, row % to_size_[1])) {
          const std::int64_t tap = (t.tap * c_.filter[1] + r.tap) * c_.filter[2];
          const std::int64_t from_row = t.source * from_size_[1] + r.source;
          for (const TapAt& s : along(2, x)) {
            met.push_back({(tap + s.tap) * from_, rows.at(from_row, s.source)});
          }
        }
      }
      const std::int64_t place = (row * to_size_[2] + x) * c_.batch + band.batch;
      const LaneEpilogue epilogue = lane_epilogue(c_, arrays_, begins_[b], place);
      float* to = result_ + begins_[b] * positions * c_.batch + place;
      const auto count = static_cast<std::int64_t>(met.size());
      const std::int64_t wanted = std::min(block_, c_.batch - band.batch);
      if (wanted == block_) {
        tile(met.data(), count, from_, filters, rows.data(), epilogue, to, positions * c_.batch);
        continue;
      }
      AddedTile added(epilogue, block_);
      added.copy(0, 0, height, wanted);
      float part[LaneKernels::most_rows * LaneKernels::most_vectors * LaneKernels::most_lanes];
      tile(met.data(), count, from_, filters, rows.data(), added.epilogue(), part, block_);
      kernels_.copy_rows(part, block_, to, positions * c_.batch, height, wanted);
    }
  }

  const Convolution& c_;
  const bool images_;
  const LaneKernels& kernels_;
  const std::int64_t from_, to_;  // channels
  const std::array<std::int64_t, 3>&from_size_, &to_size_;
  const float* source_;
  const EpilogueArrays arrays_;
  float* result_;
  const std::int64_t vectors_, block_;
  const std::vector<std::int64_t> begins_;  // begins of the blocks of result channels, and the end
  std::array<TapsAlong, 3> taps_;
  std::vector<Band> bands_;
  const float* packed_ = nullptr;
};

}  // namespace

void direct_results(const Convolution& convolution, const float* source, const float* filters,
                    const EpilogueArrays& arrays, float* result, StepScratch& scratch) {
  DirectResults(convolution, source, arrays, result).run(filters, scratch);
}

std::int64_t direct_results_scratch(const Convolution& convolution) {
  return DirectResults(convolution, nullptr, {}, nullptr).scratch_bytes();
}

}  // namespace ng
