// SPDX-License-Identifier: Apache-2.0
// How the gradient of filters is cut into parts, and the scratch that they need. All but the number
// of slots depends on the sizes alone.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/runtime/window_steps.h"

namespace ng {

// Outputs of some rows and columns, of batch elements from `batch` on.
struct FilterBand {
  std::int64_t batch, first_row, rows, first_column, columns;
};

// A chunk of the filters: where its blocks of image and output channels begin, and the end.
struct FilterChunk {
  std::vector<std::int64_t> x, y;
  std::int64_t channels_x() const { return x.back() - x.front(); }
  std::int64_t channels_y() const { return y.back() - y.front(); }
};

struct FilterPlan {
  explicit FilterPlan(const Convolution& convolution);

  std::vector<FilterChunk> chunks;
  std::vector<FilterBand> bands;
  std::int64_t groups = 1;                         // ranges of bands that have sums of their own
  std::int64_t vectors = 1, pieces = 1;            // vectors of a piece, pieces of a band's batch
  std::int64_t rows = 1, columns = 1;              // most of a band, of outputs
  std::int64_t image_rows = 1, image_columns = 1;  // that they read

  // Floats of a slot, and of the totals of all groups (none where there is one group).
  std::int64_t sums = 0, packed_image = 0, packed_output = 0, totals = 0;
  std::int64_t slots() const;
  std::int64_t slot() const { return sums + packed_image + packed_output + totals; }
  std::int64_t all_totals() const;
  // All that a run needs: some megabytes a thread. Sums of a chunk take at most 1 MiB, packed rows
  // at most 4 MiB, wherever one vector of the batch and one block of channels allow it.
  std::int64_t scratch_bytes() const;

 private:
  void cut_channels(const Convolution& c);
  void cut_batch(const Convolution& c);
  void cut_places(const Convolution& c);
  void size_slots(const Convolution& c);
  std::int64_t image_columns_of(const Convolution& c, std::int64_t output_columns) const;
  std::int64_t image_rows_of(const Convolution& c, std::int64_t output_rows) const;
  std::int64_t block() const;
  std::int64_t wide_ = 1, high_ = 1;  // most channels of a chunk
  std::int64_t wanted_ = 1;           // parts
};

}  // namespace ng
