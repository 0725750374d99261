// SPDX-License-Identifier: Apache-2.0
// Partition of the gradient of filters into parts, and the scratch that the parts need. Everything
// except the number of slots depends on the sizes only.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/runtime/window_steps.h"

namespace ng {

// Some rows and columns of outputs, for batch elements from `batch` on.
struct FilterBand {
  std::int64_t batch, first_row, rows, first_column, columns;
};

// A chunk of the filters: begins of its blocks of image (x) and output (y) channels, and the ends.
struct FilterChunk {
  std::vector<std::int64_t> x, y;
  std::int64_t channels_x() const { return x.back() - x.front(); }
  std::int64_t channels_y() const { return y.back() - y.front(); }
};

struct FilterPlan {
  explicit FilterPlan(const Convolution& convolution);

  std::vector<FilterChunk> chunks;
  std::vector<FilterBand> bands;
  std::int64_t groups = 1;                         // ranges of bands with separate sums
  std::int64_t vectors = 1, pieces = 1;            // vectors per piece, pieces per band's batch
  std::int64_t rows = 1, columns = 1;              // most outputs of a band
  std::int64_t image_rows = 1, image_columns = 1;  // image pixels that these read

  // Floats of a slot's parts; `totals` is also the size of each group's total.
  std::int64_t sums = 0, packed_image = 0, packed_output = 0, totals = 0;
  std::int64_t slots() const;
  std::int64_t slot() const { return sums + packed_image + packed_output + totals; }
  std::int64_t all_totals() const;
  // Scratch of a run: some megabytes per thread. Sums of a chunk take at most 1 MiB and packed rows
  // at most 4 MiB, whenever one vector of the batch and one block of channels fit.
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
  std::int64_t wanted_ = 1;           // number of parts
};

}  // namespace ng
