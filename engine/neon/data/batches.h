// SPDX-License-Identifier: Apache-2.0
// Batches of arrays: gathered samples, and windows of sequences.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/tensor.h"

namespace ng::neon {

// Gathers elements along the first axis, in the given order.
Tensor gathered(const Tensor& array, const std::vector<std::int64_t>& places);

// Windows of `length` elements along the first axis with start distance `stride`, as (N, length,
// rest...).
Tensor windows(const Tensor& sequence, const std::vector<std::int64_t>& numbers,
               std::int64_t length, std::int64_t stride);
// Number of complete windows in a sequence.
std::int64_t window_count(std::int64_t sequence, std::int64_t length, std::int64_t stride);

// Elements of the first `samples` indices of the batch axis, sample by sample. Excludes the samples
// that only fill up the last batch.
std::vector<double> values_of_samples(const Tensor& value, std::size_t batch_axis,
                                      std::int64_t samples);

}  // namespace ng::neon
